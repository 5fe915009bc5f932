import type { ServerMessage } from '../../shared/protocol.ts';
import { keyOf, type SessionEvent } from '../loop/event.ts';
import { emptyState, reduce, type SessionState } from '../loop/state.ts';
import type { Appended, Lease, SessionStore, Stored } from '../store/session-store.ts';
import { project } from './project.ts';

export interface SessionLogOptions {
  readonly store: SessionStore<SessionEvent>;
  readonly lease: Lease;
  readonly events: readonly Stored<SessionEvent>[];
  /** Called for each event once it is in the log and in the state. */
  readonly onEvent: (stored: Stored<SessionEvent>) => void;
  /** The session has another owner. */
  readonly onFenced: () => void;
}

/** A session's log as its owner sees it, with the state that follows from it. */
export class SessionLog {
  readonly #options: SessionLogOptions;
  /** All that this owner has seen of the log; what others may have added since is none of its business. */
  readonly #events: Stored<SessionEvent>[];
  #state: SessionState;

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

  /**
   * False when the event was there already, or when the session has another owner. Answers at once
   * when the store does: a promise for each event would cost more than the event.
   */
  append(event: SessionEvent): boolean | Promise<boolean> {
    const { store, lease } = this.#options;
    const appended = store.append(lease, keyOf(event), event);
    if (typeof appended === 'string' || 'id' in appended) return this.#apply(event, appended);
    return this.#applyLater(event, appended);
  }

  /**
   * What a page is told that saw everything up to the offset. Answers at once, so that the caller may
   * go on with live messages where this ends: nothing can come in between.
   */
  messagesAfter(offset: string | undefined): ServerMessage[] {
    const at = this.#events.findIndex(({ id }) => id === offset);
    const messages = this.#events.slice(at + 1).flatMap((stored) => project(stored, this.#state, this.epoch, false));
    return offset === undefined || at >= 0 ? messages : [resync, ...messages];
  }

  async #applyLater(event: SessionEvent, appended: Promise<Appended>): Promise<boolean> {
    return this.#apply(event, await appended);
  }

  #apply(event: SessionEvent, appended: Appended): boolean {
    const { onEvent, onFenced } = this.#options;
    if (appended === 'fenced') onFenced();
    if (typeof appended === 'string') return false;
    const stored = { id: appended.id, event };
    this.#events.push(stored);
    this.#state = reduce(this.#state, stored);
    onEvent(stored);
    return true;
  }
}

const resync: ServerMessage = {
  type: 'notice',
  kind: 'resync',
  message: 'Some of the conversation was not kept and can not be shown again.',
};
