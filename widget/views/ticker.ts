import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Clock } from '../tab/clock.ts';

interface TickerOptions {
  readonly clock: () => Clock;
  /** A `Date.now()` value; undefined while there is nothing to count. */
  readonly deadline: () => number | undefined;
  /** How long before the deadline the seconds are shown. */
  readonly shownMs: number;
}

/** Counts down to a moment and asks its host for an update whenever the shown second changes. */
export class Ticker implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: TickerOptions;
  #cancel: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, options: TickerOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** Whole seconds left, or undefined while they are not to be shown. */
  get secondsLeft(): number | undefined {
    const left = this.#leftMs();
    return left === undefined || left > this.#options.shownMs ? undefined : Math.ceil(left / 1_000);
  }

  hostUpdated(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const left = this.#leftMs();
    if (!left) return;
    const untilNextSecond = left - (Math.ceil(left / 1_000) - 1) * 1_000;
    const wait = left > this.#options.shownMs ? left - this.#options.shownMs : untilNextSecond;
    this.#cancel = this.#options.clock().after(wait, () => this.#host.requestUpdate());
  }

  hostDisconnected(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #leftMs(): number | undefined {
    const deadline = this.#options.deadline();
    return deadline === undefined ? undefined : Math.max(0, deadline - this.#options.clock().now());
  }
}
