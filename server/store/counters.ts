/** How much of something a key may have: `points` in each window of `windowMs`. */
export interface Allowance {
  readonly points: number;
  readonly windowMs: number;
}

export interface Taken {
  readonly allowed: boolean;
  /** When a point is there again; 0 when this one was allowed. */
  readonly retryInMs: number;
}

/** Gives the place back. Calling it again does nothing, and it never rejects: a place that could not be given back is freed by its time. */
export type Release = () => Promise<void>;

/**
 * Counts that every node of a server shares. Keys are opaque; each method counts in a space of its own.
 * Rejects when the store behind it is away for longer than it waits; whoever asks decides what that means.
 */
export interface Counters {
  /** Takes one point of the key's allowance. A refusal takes nothing, and does not put off the end of the window. */
  take(key: string, allowance: Allowance): Promise<Taken>;
  /** Adds an amount (a whole number, 0 to look) and returns the window's total. The window begins with the first amount. */
  add(key: string, amount: number, window: { readonly windowMs: number }): Promise<number>;
  /** True for the first caller, of all nodes, within the time. */
  once(key: string, ttlMs: number): Promise<boolean>;
  /**
   * One of `max` places, or undefined when all are taken.
   * A place is held until it is released, or until its node has been gone for `ttlMs`: the node that holds it renews it by itself.
   */
  enter(key: string, max: number, ttlMs: number): Promise<Release | undefined>;
  /** Stops renewing the places that are held. */
  close(): Promise<void>;
}
