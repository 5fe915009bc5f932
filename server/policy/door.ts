import { hash } from 'node:crypto';
import { clientAddress, networkOf } from './address.ts';
import { shownHeaders, type Visit } from './admission.ts';
import { Caller, type Entrance, type Leave } from './caller.ts';
import type { DoorOptions } from './door-options.ts';
import { TokenBudget } from './token-budget.ts';
import { unbounded } from './unbounded.ts';

/** What is known of a socket before it speaks. */
export interface Arrival {
  /** Of the page, and allowed. */
  readonly origin: string;
  readonly remote: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A place is held by its node; one that is gone holds it no longer than this. */
const placeMs = 60_000;

/** Lets sockets in, so many for each visitor. */
export class Door {
  readonly #entrance: Entrance;

  constructor(options: DoorOptions) {
    const { counts, now, limits } = options;
    this.#entrance = {
      ...options,
      everyone: new TokenBudget({ counts, now, key: 'server', tokensPerDay: limits.serverTokensPerDay }),
      keyOfSubject: (subject) => keyOf('subject', subject),
      findPlace: (key) => this.#findPlace(key),
    };
  }

  /** Undefined when the address has all the sockets that it may have. Rejects when nobody could count them. */
  async arrive({ origin, remote, headers }: Arrival): Promise<Caller | undefined> {
    const { proxies, admit } = this.#entrance;
    const address = clientAddress({ remote, forwardedFor: textOf(headers['x-forwarded-for']) }, proxies);
    const key = keyOf('address', networkOf(address));
    const leave = await this.#findPlace(key);
    if (!leave) return undefined;
    const visit: Visit = { origin, address, subject: undefined, headers: admit ? pickHeaders(headers) : {} };
    return new Caller({ entrance: this.#entrance, visit, key, leave });
  }

  async #findPlace(key: string): Promise<Leave | undefined> {
    const { counts, limits } = this.#entrance;
    if (limits.visitorSockets >= unbounded) return nothing;
    return counts.enter(`sockets:${key}`, limits.visitorSockets, placeMs);
  }
}

const nothing = async (): Promise<void> => {};

/** Of one length, whatever a backend calls its visitors, and no list of them for whoever reads the store. */
function keyOf(kind: 'address' | 'subject', name: string): string {
  return hash('sha256', `${kind}:${name}`, 'base64url');
}

function pickHeaders(headers: Arrival['headers']): Visit['headers'] {
  const shown = shownHeaders.flatMap((name) => {
    const text = textOf(headers[name]);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(shown);
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'object' ? header.join(',') : header;
}
