import * as z from 'zod/mini';

/** Named in each ticket, so that another token under the same secret is none. */
export const ticketParty = 'headless-agent';
export const ticketAlgorithm = 'HS256';
/** How long a ticket may live, in seconds. */
export const ticketSeconds = 60;
/** How far the clocks of a site's backend and of this server may be apart, in seconds. */
export const clockToleranceSeconds = 5;

/** HS256 is as strong as its secret, and no secret may be shorter than its hash. */
const minSecretBytes = 32;

export const ticketClaims = z.object({
  /** Whom the site's backend knows its visitor as. */
  sub: z.string().check(z.minLength(1), z.maxLength(256)),
  jti: z.string().check(z.minLength(1), z.maxLength(128)),
  iat: z.int(),
  exp: z.int(),
  /** Of the page that will show the ticket. */
  origin: z.string(),
  /** Names of tools, and patterns such as `memory_*`. */
  tools: z
    .array(z.string().check(z.regex(/^(?:[A-Za-z_][A-Za-z0-9_-]{0,63})?\*?$/), z.minLength(1)))
    .check(z.maxLength(64)),
  /** Tokens a day. */
  budget: z.int().check(z.nonnegative()),
});

export type TicketClaims = z.infer<typeof ticketClaims>;

/** One secret, or several while one takes over from another: the first signs, all are accepted. A text may hold them comma separated. */
export type TicketSecret = string | readonly string[];

/** The secrets as bytes, or undefined when there is none or one is too short. */
export function readSecrets(secret: unknown): readonly Uint8Array[] | undefined {
  const texts: unknown = typeof secret === 'string' ? secret.split(',') : secret;
  if (!Array.isArray(texts) || texts.length === 0) return undefined;
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  const secrets = texts.map((text) => new TextEncoder().encode(text.trim()));
  return secrets.every(({ byteLength }) => byteLength >= minSecretBytes) ? secrets : undefined;
}

/** What a secret has to be, for whoever has to mend one. */
export const secretRule = `at least ${minSecretBytes} bytes long, such as "openssl rand -base64 32" prints; HEADLESS_AGENT_TICKET_SECRET may hold two, comma separated, while one replaces the other`;
