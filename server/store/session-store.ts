/** An event with its place in the log. Ids are opaque, and later ones come later. */
export interface Stored<Event> {
  readonly id: string;
  readonly event: Event;
}

/** The right to append, until somebody else acquires the session. */
export interface Lease {
  readonly session: string;
  readonly owner: string;
  readonly epoch: number;
}

/**
 * `duplicate`: an event with this key is already there; nothing was written.
 * `fenced`: the session has another owner; nothing was written, and nothing ever will be under this lease.
 */
export type Appended = { readonly id: string } | 'duplicate' | 'fenced';

/**
 * A log per session. Every write is fenced by the epoch of whoever acquired the session last.
 * An event is JSON. What a store can't do it rejects with a StoreError, in a sentence for the operator.
 */
export interface SessionStore<Event> {
  /** Makes `owner` the only one who may append, and returns what the log holds. A new session has an empty log. */
  acquire(
    session: string,
    owner: string,
  ): Promise<{ readonly lease: Lease; readonly events: readonly Stored<Event>[] }>;
  /**
   * Appends once per key, in the order of the calls. A store that has nothing to wait for answers at once.
   * After a rejection nobody knows whether the event is there: whoever has to know acquires the session anew.
   */
  append(lease: Lease, key: string, event: Event): Appended | Promise<Appended>;
  /** The events behind the one with id `after`, or undefined when the log does not hold that one. */
  read(session: string, after?: string): Promise<readonly Stored<Event>[] | undefined>;
  /** Puts off the session's expiry. */
  touch(session: string): Promise<void>;
  destroy(session: string): Promise<void>;
  /** Rejects, with a sentence for the operator, when the store can't do its work now. */
  ready(): Promise<void>;
  /** Lets what is under way end, and gives back what the store holds of the machine. */
  close(): Promise<void>;
}
