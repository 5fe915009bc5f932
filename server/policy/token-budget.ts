import type { Counts } from './counts.ts';
import { unbounded } from './unbounded.ts';

export interface TokenBudgetOptions {
  readonly counts: Pick<Counts, 'add'>;
  /** Whose tokens. */
  readonly key: string;
  readonly tokensPerDay: number;
  readonly now: () => number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** So many tokens a day of UTC. A turn that has begun ends, so that the last one may go beyond. */
export class TokenBudget {
  readonly #options: TokenBudgetOptions;

  constructor(options: TokenBudgetOptions) {
    this.#options = options;
  }

  /** True when nothing is left of the day's tokens. */
  async isSpent(): Promise<boolean> {
    const { tokensPerDay } = this.#options;
    if (tokensPerDay >= unbounded) return false;
    return (await this.#add(0)) >= tokensPerDay;
  }

  async spend(tokens: number): Promise<void> {
    const amount = Number.isFinite(tokens) ? Math.max(0, Math.ceil(tokens)) : 0;
    if (amount > 0 && this.#options.tokensPerDay < unbounded) await this.#add(amount);
  }

  /** Until the next day begins. */
  get renewsInMs(): number {
    return dayMs - (this.#options.now() % dayMs);
  }

  #add(amount: number): Promise<number> {
    const { counts, key, now } = this.#options;
    const day = new Date(now()).toISOString().slice(0, 10);
    // The day is in the key: the window only has to outlive it.
    return counts.add(`tokens:${day}:${key}`, amount, { windowMs: dayMs + hourMs });
  }
}
