import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Clock } from '../tab/clock.ts';

/** How long a card must have been seen before a click on it counts. */
const armMs = 700;

interface ArmingOptions {
  readonly clock: () => Clock;
  /** What has to be in sight. */
  readonly target: () => Element | null;
}

/**
 * Keeps a button from being pressed by accident or by a trap: it is armed only after its surroundings
 * have been in sight for a while, and a press that began earlier does not count.
 */
export class Arming implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: ArmingOptions;
  #observer: IntersectionObserver | undefined;
  #inSight = false;
  #armed = false;
  #pressed = false;
  #cancel: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, options: ArmingOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  get armed(): boolean {
    return this.#armed;
  }

  /** To be told of each pointer that goes down on the button. */
  readonly press = (): void => {
    this.#pressed = this.#armed;
  };

  /**
   * Whether a click may count. A click of the keyboard or of a screen reader has no pointer before it;
   * its `detail` is 0.
   */
  accepts(click: MouseEvent): boolean {
    return this.#armed && (click.detail === 0 || this.#pressed);
  }

  /** Begins anew, for a question that changed. */
  restart(): void {
    this.#disarm();
    if (this.#inSight) this.#arm();
  }

  hostUpdated(): void {
    const target = this.#options.target();
    if (this.#observer || !target) return;
    this.#observer = new IntersectionObserver((entries) => this.#see(entries.at(-1)?.isIntersecting ?? false), {
      threshold: 0.9,
    });
    this.#observer.observe(target);
    document.addEventListener('visibilitychange', this.#onVisibility);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#inSight = false;
    this.#disarm();
  }

  readonly #onVisibility = (): void => {
    if (this.#inSight) this.restart();
  };

  #see(inSight: boolean): void {
    if (inSight === this.#inSight) return;
    this.#inSight = inSight;
    this.restart();
  }

  #arm(): void {
    if (document.visibilityState === 'hidden') return;
    this.#cancel = this.#options.clock().after(armMs, () => {
      this.#armed = true;
      this.#host.requestUpdate();
    });
  }

  #disarm(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#pressed = false;
    if (!this.#armed) return;
    this.#armed = false;
    this.#host.requestUpdate();
  }
}
