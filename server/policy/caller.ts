import { AgentError } from '../../shared/errors.ts';
import type { Visit } from './admission.ts';
import { BoundedVisitor } from './bounded-visitor.ts';
import type { DoorOptions } from './door-options.ts';
import { TokenBudget } from './token-budget.ts';
import { toolCeiling } from './tool-ceiling.ts';
import { unbounded } from './unbounded.ts';
import { verifyTicket, type Ticket } from './verify-ticket.ts';
import { anyone, type Visitor } from './visitor.ts';

/** Gives a place back; the second time, nothing. Never rejects. */
export type Leave = () => Promise<void>;

/** What all callers of a door share. */
export interface Entrance extends DoorOptions {
  /** The tokens of all visitors together. */
  readonly everyone: TokenBudget;
  readonly keyOfSubject: (subject: string) => string;
  readonly findPlace: (key: string) => Promise<Leave | undefined>;
}

export interface CallerOptions {
  readonly entrance: Entrance;
  readonly visit: Visit;
  /** What is counted together while there is no subject. */
  readonly key: string;
  /** Gives back the place that the socket has. */
  readonly leave: Leave;
}

/** One socket that was let in, and who is behind it. */
export class Caller {
  readonly #options: CallerOptions;
  #leave: Leave;
  #isGone = false;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#leave = options.leave;
  }

  /**
   * Who it is, by their ticket. Where tickets are asked for, a page that was here a moment ago may come back without one.
   *
   * @param former the visitor of the session that the page has proven to be its own and that still waits for it.
   * @throws AgentError `ticket_refused`, or `too_fast` when the subject has all the sockets that it may have, or
   * the visitor said hello too often.
   */
  async identify(ticket: string | undefined, former: Visitor | undefined): Promise<Visitor> {
    const { secrets, keyOfSubject } = this.#options.entrance;
    if (!secrets) {
      await this.#countHello(this.#options.key);
      return this.#visitor();
    }
    const shown = await this.#read(ticket, former);
    const subject = shown ? shown.sub : former?.subject;
    if (subject !== undefined) {
      await this.#countHello(keyOfSubject(subject));
      await this.#moveTo(keyOfSubject(subject));
    }
    return former && !shown ? former : this.#visitor(shown);
  }

  /** The socket is gone. Never rejects. */
  async leave(): Promise<void> {
    this.#isGone = true;
    await this.#leave();
  }

  /** A hello may have a whole log read: a visitor has so many of them. */
  async #countHello(key: string): Promise<void> {
    const { entrance } = this.#options;
    const points = entrance.limits.visitorHellosPerMinute;
    if (points >= unbounded) return;
    const { allowed } = await entrance.counts.take(`hellos:${key}`, { points, windowMs: 60_000 });
    if (!allowed) throw new AgentError('too_fast', 'too many connections in a short time');
  }

  /** Undefined when the ticket is missing or no good and the page does not need one. */
  async #read(ticket: string | undefined, former: Visitor | undefined): Promise<Ticket | undefined> {
    const { secrets = [], counts, now } = this.#options.entrance;
    try {
      return await verifyTicket({ secrets, counts, now }, ticket, this.#options.visit.origin);
    } catch (thrown) {
      if (former && AgentError.is(thrown) && thrown.code === 'ticket_refused') return undefined;
      throw thrown;
    }
  }

  /** From now on the socket counts for its subject, and no longer for the address: many people may share one. */
  async #moveTo(key: string): Promise<void> {
    const leave = await this.#options.entrance.findPlace(key);
    if (!leave) throw new AgentError('too_fast', 'too many sockets of this visitor are open');
    const former = this.#leave;
    this.#leave = leave;
    await former();
    if (this.#isGone) await leave();
  }

  #visitor(ticket?: Ticket): Visitor {
    const { entrance } = this.#options;
    const { limits, counts, now } = entrance;
    const key = ticket ? entrance.keyOfSubject(ticket.sub) : this.#options.key;
    const tokensPerDay = ticket?.budget ?? limits.visitorTokensPerDay;
    return new BoundedVisitor({
      entrance,
      key,
      mayUse: ticket ? toolCeiling(ticket.tools) : anyone.mayUse,
      own: new TokenBudget({ counts, key, tokensPerDay, now }),
      visit: ticket ? { ...this.#options.visit, subject: ticket.sub } : this.#options.visit,
    });
  }
}
