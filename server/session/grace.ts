import type { Clock } from './clock.ts';

export interface GraceOptions {
  readonly clock: Clock;
  /** How long a page that is gone is waited for. */
  readonly ms: number;
  readonly onOver: () => void;
}

/** The time in which a page that is gone may come back as if nothing had been. */
export class Grace {
  readonly #options: GraceOptions;
  #stop = (): void => {};
  #isOver = false;

  constructor(options: GraceOptions) {
    this.#options = options;
  }

  /** Whether nobody came back in time. */
  get isOver(): boolean {
    return this.#isOver;
  }

  begin(): void {
    const { clock, ms, onOver } = this.#options;
    this.#stop();
    this.#stop = clock.after(ms, () => {
      this.#isOver = true;
      onOver();
    });
  }

  /** Somebody is there, or nobody is waited for any more. */
  end(): void {
    this.#stop();
    this.#isOver = false;
  }
}
