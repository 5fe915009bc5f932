import type { ServerMessage } from '../../shared/protocol.ts';
import { keyOf, type SessionEvent } from '../loop/event.ts';
import { emptyState, reduce, type SessionState } from '../loop/state.ts';
import type { Appended, Lease, SessionStore, Stored } from '../store/session-store.ts';
import { newestTurns } from './bound-replay.ts';
import { replay } from './replay.ts';

export interface SessionLogOptions {
  readonly store: SessionStore<SessionEvent>;
  readonly lease: Lease;
  readonly events: readonly Stored<SessionEvent>[];
  /** Called for each event once it is in the log and in the state. */
  readonly onEvent: (stored: Stored<SessionEvent>) => void;
  /** The session has another owner. Called once. */
  readonly onFenced: () => void;
}

/** A session's log as its owner sees it, with the state that follows from it. */
export class SessionLog {
  readonly #options: SessionLogOptions;
  /** All that this owner has seen of the log; what others may have added since is none of its business. */
  readonly #events: Stored<SessionEvent>[];
  #state: SessionState;
  #isOver = false;
  /** Nobody knows whether an event is there: what follows it is not for this owner to tell. */
  #hasHole = false;
  /** Settles, and never rejects, when all that was appended so far is applied. */
  #applied: Promise<unknown> = Promise.resolve();

  constructor(options: SessionLogOptions) {
    this.#options = options;
    this.#events = [...options.events];
    this.#state = options.events.reduce(reduce, emptyState);
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Rises with each owner. */
  get epoch(): number {
    return this.#options.lease.epoch;
  }

  /** Whether somebody else has the session, or will: nothing is appended any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * False when the event was there already, or when the session has another owner. Answers at once
   * when the store does: a promise for each event would cost more than the event. Rejects when the store
   * does: then nobody knows whether the event is there, and the log is over for this owner.
   */
  append(event: SessionEvent): boolean | Promise<boolean> {
    if (this.#isOver) return false;
    const { store, lease } = this.#options;
    const appended = store.append(lease, keyOf(event), event);
    if (typeof appended === 'string' || 'id' in appended) return this.#apply(event, appended);
    const applied = this.#applyInOrder(event, appended, this.#applied);
    this.#applied = applied.catch(() => {});
    return applied;
  }

  /** Leaves the log as it is, for whoever takes the session up. */
  letGo(): void {
    this.#isOver = true;
  }

  /**
   * What a page is told that saw everything up to the offset, or nothing at all without one. With an offset
   * that the log does not hold it is told everything, from the start; of a very long conversation the newest
   * turns. Answers at once, so that the caller may go on with live messages where this ends: nothing can come in between.
   *
   * @param now milliseconds since 1970.
   */
  messagesAfter(offset: string | undefined, now: number): ServerMessage[] {
    const at = this.#events.findIndex(({ id }) => id === offset);
    const missed = at < 0 ? undefined : this.#replay(at + 1, now);
    if (missed && newestTurns(missed).length === missed.length) return missed;
    const all = this.#replay(0, now);
    const newest = newestTurns(all);
    const told = newest.length === all.length ? all : [shortened, ...newest];
    return offset === undefined ? told : [resync, ...told];
  }

  #replay(from: number, now: number): ServerMessage[] {
    return replay(this.#events, from, { state: this.#state, attempt: this.epoch, now, fromStart: from === 0 });
  }

  /** In the order of the log, whichever answer comes first: a page that names an offset has seen all before it. */
  async #applyInOrder(event: SessionEvent, appended: Promise<Appended>, former: Promise<unknown>): Promise<boolean> {
    const [answer] = await Promise.allSettled([appended, former]);
    if (answer.status === 'fulfilled') return this.#apply(event, answer.value);
    this.#isOver = true;
    this.#hasHole = true;
    throw answer.reason;
  }

  #apply(event: SessionEvent, appended: Appended): boolean {
    if (appended === 'fenced') this.#end();
    if (typeof appended === 'string' || this.#hasHole) return false;
    const stored = { id: appended.id, event };
    this.#events.push(stored);
    this.#state = reduce(this.#state, stored);
    this.#options.onEvent(stored);
    return true;
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.onFenced();
  }
}

const resync: ServerMessage = {
  type: 'notice',
  kind: 'resync',
  message: 'The conversation was read again from its start.',
};

const shortened: ServerMessage = {
  type: 'notice',
  kind: 'limit',
  message: 'Earlier parts of this conversation are not shown.',
};
