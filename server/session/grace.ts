import type { Clock } from './clock.ts';

export interface GraceOptions {
  readonly clock: Clock;
  /** How long a page that is gone is waited for. */
  readonly ms: number;
  readonly onOver: () => void;
}

/** The time in which a page that is gone may come back as if nothing had been. It begins at once. */
export class Grace {
  /** Somebody is there, or nobody is waited for any more. */
  readonly end: () => void;
  #isOver = false;

  constructor({ clock, ms, onOver }: GraceOptions) {
    this.end = clock.after(ms, () => {
      this.#isOver = true;
      onOver();
    });
  }

  /** Whether nobody came back in time. */
  get isOver(): boolean {
    return this.#isOver;
  }
}
