import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { isObject } from '../../shared/json.ts';
import type { Allowance, Taken } from './counters.ts';

/** Makes a limiter that counts keys of its own kind, in windows of whole seconds. */
export type MakeLimiter = (kind: string, points: number, seconds: number) => RateLimiterAbstract;

/** Allowances and totals, kept by limiters of rate-limiter-flexible: one for each allowance. */
export class LimiterCounts {
  readonly #make: MakeLimiter;
  readonly #limiters = new Map<string, RateLimiterAbstract>();

  constructor(make: MakeLimiter) {
    this.#make = make;
  }

  async take(key: string, { points, windowMs }: Allowance): Promise<Taken> {
    try {
      await this.#limiter('take', points, windowMs).consume(key);
      return { allowed: true, retryInMs: 0 };
    } catch (thrown) {
      // The package rejects a refusal with its figures, anything else with an error.
      if (thrown instanceof Error || !isObject(thrown)) throw thrown;
      return { allowed: false, retryInMs: Math.max(1, Number(thrown['msBeforeNext'])) };
    }
  }

  async add(key: string, amount: number, windowMs: number): Promise<number> {
    const { consumedPoints } = await this.#limiter('add', Number.MAX_SAFE_INTEGER, windowMs).penalty(key, amount);
    return consumedPoints;
  }

  #limiter(kind: string, points: number, windowMs: number): RateLimiterAbstract {
    const seconds = Math.max(1, Math.ceil(windowMs / 1_000));
    const name = `${kind}:${points}:${seconds}`;
    const limiter = this.#limiters.get(name) ?? this.#make(`ha:${kind}:${seconds}`, points, seconds);
    this.#limiters.set(name, limiter);
    return limiter;
  }
}
