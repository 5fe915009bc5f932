import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import type { Allowance, Counters, Release, Taken } from './counters.ts';
import { LimiterCounts } from './limiter-counts.ts';

/** Counts in this process alone. */
export class MemoryCounters implements Counters {
  readonly #counts = new LimiterCounts(
    (keyPrefix, points, duration) => new RateLimiterMemory({ keyPrefix, points, duration }),
  );
  readonly #places = new Map<string, number>();

  async take(key: string, allowance: Allowance): Promise<Taken> {
    return this.#counts.take(key, allowance);
  }

  async add(key: string, amount: number, { windowMs }: { readonly windowMs: number }): Promise<number> {
    return this.#counts.add(key, amount, windowMs);
  }

  async once(key: string, ttlMs: number): Promise<boolean> {
    const { allowed } = await this.#counts.take(`once ${key}`, { points: 1, windowMs: ttlMs });
    return allowed;
  }

  async enter(key: string, max: number): Promise<Release | undefined> {
    const taken = this.#places.get(key) ?? 0;
    if (taken >= max) return undefined;
    this.#places.set(key, taken + 1);
    let isHeld = true;
    return async () => {
      if (isHeld) this.#leave(key);
      isHeld = false;
    };
  }

  async close(): Promise<void> {}

  #leave(key: string): void {
    const left = (this.#places.get(key) ?? 1) - 1;
    if (left > 0) this.#places.set(key, left);
    else this.#places.delete(key);
  }
}
