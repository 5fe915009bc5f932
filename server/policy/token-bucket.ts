/** So many at once, so many a second after that. */
export class TokenBucket {
  readonly #perMs: number;
  readonly #burst: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  constructor({ perSecond, burst, now = Date.now }: { perSecond: number; burst: number; now?: () => number }) {
    this.#perMs = perSecond / 1_000;
    this.#burst = burst;
    this.#now = now;
    this.#tokens = burst;
    this.#filledAt = now();
  }

  /** Takes one, or says false when none is left. */
  take(): boolean {
    const now = this.#now();
    // A clock that was set back must not take tokens away.
    const elapsed = Math.max(0, now - this.#filledAt);
    this.#tokens = Math.min(this.#burst, this.#tokens + elapsed * this.#perMs);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
