import { AgentError } from '../../shared/errors.ts';
import { isObject } from '../../shared/json.ts';
import { en } from '../strings/en.ts';
import { hint } from './hint.ts';

/** Brings a ticket of the site's backend for the person who is signed in there. */
export type GetTicket = () => string | Promise<string>;

export interface TicketSource {
  /** The attribute `ticket-url`. */
  readonly url: string | null | undefined;
  readonly get: GetTicket | null | undefined;
}

export interface TicketPorts {
  readonly baseUrl: string;
  readonly fetch: (url: URL, options: RequestInit) => Promise<Response>;
}

const patienceMs = 10_000;
const maxChars = 4_096;

/**
 * Asks the site for a ticket. The property goes before the attribute.
 *
 * @throws AgentError `ticket_refused` when asking again would end the same way; what a function of the site's or
 * the network threw otherwise.
 */
export async function fetchTicket({ url, get }: TicketSource, ports: TicketPorts): Promise<string> {
  const ticket = get ? await callSite(get) : await askBackend(url ?? '', ports);
  if (typeof ticket === 'string' && ticket !== '' && ticket.length <= maxChars) return ticket;
  const source = get ? 'getTicket: its promise must bring' : `ticket-url="${url}": the answer must be JSON with`;
  throw misconfigured(`${source} a ticket, a text of at most ${maxChars} characters. mintTicket() makes one.`);
}

async function callSite(get: GetTicket): Promise<unknown> {
  try {
    return await get();
  } catch (thrown) {
    hint(`getTicket: it threw “${String(thrown)}”. It is called again. It must bring a ticket of mintTicket().`);
    throw thrown;
  }
}

async function askBackend(text: string, { baseUrl, fetch }: TicketPorts): Promise<unknown> {
  const url = parse(text, baseUrl);
  const response = await fetch(url, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(patienceMs),
  });
  // A backend that restarts or is too busy is worth another try.
  if (response.status >= 500 || response.status === 429) throw new TypeError(`${url.href}: ${response.status}`);
  if (!response.ok) {
    throw misconfigured(
      `ticket-url="${text}": it answered ${response.status}. It must answer POST with {"ticket": "…"}.`,
    );
  }
  const answer: unknown = await response.json().catch(() => undefined);
  return isObject(answer) ? answer['ticket'] : undefined;
}

function parse(text: string, baseUrl: string): URL {
  try {
    return new URL(text, baseUrl);
  } catch {
    throw misconfigured(`ticket-url="${text}": this is no URL. Use one of your own backend, such as /agent-ticket.`);
  }
}

function misconfigured(sentence: string): AgentError {
  hint(sentence);
  return new AgentError('ticket_refused', en.noTicket);
}
