import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import {
  readSecrets,
  secretRule,
  ticketAlgorithm,
  ticketClaims,
  ticketParty,
  ticketSeconds,
  type TicketSecret,
} from './ticket.ts';
import { isWebOrigin } from './origins.ts';

export interface TicketOptions {
  /** The server's `ticketSecret`, at least 32 bytes; of several, the first signs. */
  readonly secret: TicketSecret;
  /** Whom you know your visitor as: an id of up to 256 characters. Budgets are counted by it. */
  readonly sub: string;
  /** The origin of the page that the ticket is for, such as `https://shop.example`. */
  readonly origin: string;
  /** The most that the model may be offered: names of tools, and patterns such as `memory_*`. */
  readonly tools: readonly string[];
  /** The tokens that this visitor may use in a day of UTC. */
  readonly budget: number;
  /** From 1 to 60, which it is unless given: a ticket is fetched just before it is shown. */
  readonly expiresInS?: number;
}

type Rule = readonly [isRight: (value: unknown) => boolean, words: string];

const { sub, tools, budget } = ticketClaims.shape;

const rules: { readonly [Name in keyof TicketOptions]-?: Rule } = {
  secret: [(value) => readSecrets(value) !== undefined, secretRule],
  sub: [(value) => sub.safeParse(value).success, 'a text of 1 to 256 characters'],
  origin: [isWebOrigin, 'an origin such as "https://shop.example", without a path or a slash at the end'],
  tools: [
    (value) => tools.safeParse(value).success,
    'a list of at most 64 names of tools or patterns such as "memory_*"',
  ],
  budget: [(value) => budget.safeParse(value).success, 'a whole number of tokens, 0 or more'],
  expiresInS: [isLifetime, `a whole number of seconds from 1 to ${ticketSeconds}`],
};

/**
 * A ticket with which one page may open one session. Called by a site's backend, once it knows its visitor.
 *
 * @returns a JWT, signed by HS256.
 * @throws TypeError that names the option that is wrong.
 */
export async function mintTicket(options: TicketOptions): Promise<string> {
  const given = { expiresInS: ticketSeconds, ...options };
  for (const [name, [isRight, words]] of Object.entries(rules)) {
    if (!isRight(Reflect.get(given, name))) throw new TypeError(`mintTicket: "${name}" must be ${words}.`);
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(rules, name));
  if (unknown) throw new TypeError(`mintTicket: there is no option "${unknown}".`);

  const { secret, expiresInS, ...claims } = given;
  const [key = new Uint8Array()] = readSecrets(secret) ?? [];
  const iat = Math.floor(Date.now() / 1_000);
  const token = { ...claims, iss: ticketParty, aud: ticketParty, jti: randomUUID(), iat, exp: iat + expiresInS };
  return new SignJWT({ ...token, tools: [...claims.tools] })
    .setProtectedHeader({ alg: ticketAlgorithm, typ: 'JWT' })
    .sign(key);
}

function isLifetime(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= ticketSeconds;
}
