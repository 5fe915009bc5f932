import { errors, jwtVerify } from 'jose';
import { AgentError } from '../../shared/errors.ts';
import type { Counts } from './counts.ts';
import {
  clockToleranceSeconds,
  ticketAlgorithm,
  ticketClaims,
  ticketParty,
  ticketSeconds,
  type TicketClaims,
} from './ticket.ts';

/** What a ticket has shown to be true. */
export type Ticket = Pick<TicketClaims, 'sub' | 'tools' | 'budget'>;

export interface TicketRules {
  readonly secrets: readonly Uint8Array[];
  readonly counts: Pick<Counts, 'once'>;
  readonly now: () => number;
}

/** Longer than any ticket can be accepted, by whichever of the servers' clocks. */
const rememberUsedMs = 3 * ticketSeconds * 1_000;

/**
 * Takes a ticket, once, from a page of the origin that it was made for.
 *
 * @throws AgentError `ticket_refused` with what is wrong, in at most 100 ASCII characters. Other errors mean that
 * nobody could tell whether it was used.
 */
export async function verifyTicket(rules: TicketRules, token: string | undefined, origin: string): Promise<Ticket> {
  if (!token) throw refused('this server asks for a ticket');
  const claims = await readClaims(rules, token);
  if (claims.origin !== origin) throw refused('the ticket is for a page of another origin');
  if (claims.exp - claims.iat > ticketSeconds) throw refused(`the ticket lives longer than ${ticketSeconds} seconds`);
  // Last, so that nobody can use up a ticket that was not theirs to show.
  const isFirst = await rules.counts.once(`ticket:${claims.jti}`, rememberUsedMs);
  if (!isFirst) throw refused('the ticket was used before');
  const { sub, tools, budget } = claims;
  return { sub, tools, budget };
}

async function readClaims({ secrets, now }: TicketRules, token: string): Promise<TicketClaims> {
  const currentDate = new Date(now());
  for (const [at, secret] of secrets.entries()) {
    try {
      const { payload } = await jwtVerify(token, secret, { ...expected, currentDate });
      const parsed = ticketClaims.safeParse(payload);
      if (parsed.success) return parsed.data;
      throw refused(`the ticket's "${String(parsed.error.issues[0]?.path[0])}" is missing or wrong`);
    } catch (thrown) {
      const isOfAnotherSecret = thrown instanceof errors.JWSSignatureVerificationFailed;
      if (!isOfAnotherSecret || at === secrets.length - 1) throw explain(thrown);
    }
  }
  throw refused('this server has no secret');
}

const expected = {
  algorithms: [ticketAlgorithm],
  issuer: ticketParty,
  audience: ticketParty,
  clockTolerance: clockToleranceSeconds,
  maxTokenAge: ticketSeconds,
  requiredClaims: ['exp', 'jti', 'sub'],
};

/** What a foreign library found wrong, in our words. */
function explain(thrown: unknown): unknown {
  if (!(thrown instanceof errors.JOSEError)) return thrown;
  if (thrown instanceof errors.JWTExpired) return refused('the ticket has expired');
  if (thrown instanceof errors.JWSSignatureVerificationFailed) return refused('the ticket has another signature');
  if (thrown instanceof errors.JOSEAlgNotAllowed) return refused(`the ticket is not signed by ${ticketAlgorithm}`);
  if (!(thrown instanceof errors.JWTClaimValidationFailed)) return refused('the ticket is not a signed JWT');
  if (thrown.claim === 'iat' && thrown.reason === 'check_failed') return refused('the ticket is of a time to come');
  if (thrown.claim === 'nbf') return refused('the ticket is not valid yet');
  return refused(`the ticket's "${thrown.claim}" is missing or wrong`);
}

function refused(why: string): AgentError {
  return new AgentError('ticket_refused', why);
}
