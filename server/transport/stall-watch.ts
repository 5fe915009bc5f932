export interface Backlog {
  /** Bytes that wait to leave. */
  readonly waiting: number;
  /** Bytes that have left since the beginning. */
  readonly left: number;
}

/** Notices an end that takes nothing of what waits for it, however alive it says it is. */
export class StallWatch {
  readonly #stalledMs: number;
  readonly #now: () => number;
  #left = 0;
  #since: number;

  constructor({ stalledMs, now = Date.now }: { stalledMs: number; now?: () => number }) {
    this.#stalledMs = stalledMs;
    this.#now = now;
    this.#since = now();
  }

  /** True when something waits and nothing has left for `stalledMs`, as far as it was looked at. */
  isStalled({ waiting, left }: Backlog): boolean {
    const now = this.#now();
    // A clock that was set back begins anew.
    if (waiting === 0 || left !== this.#left || now < this.#since) {
      this.#left = left;
      this.#since = now;
    }
    return now - this.#since >= this.#stalledMs;
  }
}
