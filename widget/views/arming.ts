import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Clock } from '../tab/clock.ts';

/** How long a card must have been seen before a click on it counts. */
const armMs = 700;

interface ArmingOptions {
  readonly clock: () => Clock;
  /** What has to be in sight, all of it. */
  readonly targets: () => Iterable<Element>;
}

/**
 * Keeps a button from being pressed by accident or by a trap: it is armed only after itself and what it is about
 * have been in sight for a while, and a press that began earlier does not count.
 */
export class Arming implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: ArmingOptions;
  #observer: IntersectionObserver | undefined;
  readonly #hidden = new Set<Element>();
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

  /** An element that was moved is drawn again, and so observed again. */
  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    if (this.#observer) return;
    this.#observer = new IntersectionObserver((entries) => this.#see(entries), { threshold: 0.9 });
    for (const target of this.#options.targets()) {
      this.#hidden.add(target);
      this.#observer.observe(target);
    }
    document.addEventListener('visibilitychange', this.#onVisibility);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#hidden.clear();
    this.#inSight = false;
    this.#disarm();
  }

  readonly #onVisibility = (): void => {
    if (this.#inSight) this.restart();
  };

  #see(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#hidden.delete(target);
      else this.#hidden.add(target);
    }
    const inSight = this.#hidden.size === 0;
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
