import type { Clock } from './clock.ts';

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #time = 1_000_000;
  #tasks: { readonly at: number; readonly task: () => void }[] = [];

  readonly now = (): number => this.#time;

  readonly after = (ms: number, task: () => void): (() => void) => {
    const entry = { at: this.#time + ms, task };
    this.#tasks.push(entry);
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== entry);
    };
  };

  /** How many tasks wait. */
  get pending(): number {
    return this.#tasks.length;
  }

  /** The machine sleeps: time passes, and what was due runs late. */
  sleep(ms: number): void {
    this.#time += ms;
    this.advance(0);
  }

  advance(ms: number): void {
    const end = this.#time + ms;
    for (;;) {
      const next = this.#tasks.toSorted((one, other) => one.at - other.at)[0];
      if (!next || next.at > end) break;
      this.#tasks = this.#tasks.filter((other) => other !== next);
      this.#time = Math.max(this.#time, next.at);
      next.task();
    }
    this.#time = end;
  }
}
