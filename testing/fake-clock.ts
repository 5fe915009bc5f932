import type { Clock } from '../server/session/clock.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that stands still until a test moves it. Begins at 0. */
export class FakeClock implements Clock {
  #now = 0;
  #timers: Timer[] = [];

  readonly now = (): number => this.#now;

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** How many timers have neither run nor been taken back. */
  get waiting(): number {
    return this.#timers.length;
  }

  /** Moves on by `ms` and runs what falls due on the way, in order of time; equal times in the order they were set. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#firstUntil(end); next; next = this.#firstUntil(end)) {
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#now = next.at;
      next.run();
    }
    this.#now = end;
  }

  #firstUntil(end: number): Timer | undefined {
    return this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
  }
}
