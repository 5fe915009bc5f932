import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Clock } from '../../tab/clock.ts';
import { Visibility } from './visibility.ts';

/** How long a card must have been seen before a click on it counts. */
export const armMs = { plain: 700, danger: 1_500 } as const;
/** How often it is looked at. */
const lookMs = 100;
/** What is in the way for longer than this is worth a word. */
const patienceMs = 1_000;

/** What keeps a card from being armed. */
export type Obstacle = 'away' | 'covered' | 'unfocused';

interface ArmingOptions {
  readonly clock: () => Clock;
  /** What has to be in sight, all of it. */
  readonly targets: () => Iterable<Element>;
  /** How long it has to be in sight. */
  readonly ms: () => number;
}

/**
 * Keeps a button from being pressed by accident or by a trap: it is armed only after itself and what it is about
 * have stood still, in sight and uncovered, for a while; and a press that began earlier does not count.
 */
export class Arming implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: ArmingOptions;
  readonly #visibility = new Visibility(() => this.#look());
  #obstacle: Obstacle | undefined = 'away';
  /** Since when there is this obstacle, or none. */
  #since = 0;
  #armed = false;
  #press: 'none' | 'early' | 'fair' = 'none';
  #cancel: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, options: ArmingOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  get armed(): boolean {
    return this.#armed;
  }

  /** True while nothing is in the way. */
  get isInSight(): boolean {
    return this.#obstacle === undefined;
  }

  /** What the person should hear about, because it has been in the way for a while. */
  get obstacle(): Obstacle | undefined {
    const isLasting = this.#options.clock().now() - this.#since >= patienceMs;
    return isLasting ? this.#obstacle : undefined;
  }

  /** To be told of each pointer or key that goes down on the button. */
  readonly press = (event: Event): void => {
    const isKey = event instanceof KeyboardEvent;
    if (isKey && event.key !== 'Enter' && event.key !== ' ') return;
    // A key that is held down was pressed when it first went down, wherever that was.
    if (isKey && event.repeat && this.#press !== 'none') return;
    const isFair = event.isTrusted && !(isKey && event.repeat) && this.#isArmedNow();
    this.#press = isFair ? 'fair' : 'early';
  };

  /**
   * Whether a click may count: a person made it, it began after the arming, and all is still in sight.
   * A click of a screen reader has nothing before it; its `detail` is 0.
   */
  accepts(click: MouseEvent): boolean {
    const press = this.#press;
    this.#press = 'none';
    if (!click.isTrusted || press === 'early') return false;
    if (press === 'none' && click.detail !== 0) return false;
    return this.#isArmedNow();
  }

  /** Begins anew, for a question that changed. */
  restart(): void {
    this.#since = this.#options.clock().now();
    this.#press = 'none';
    this.#disarm();
  }

  /** An element that was moved is drawn again, and so observed again. */
  hostConnected(): void {
    for (const type of ['focus', 'blur'] as const) window.addEventListener(type, this.#look);
    document.addEventListener('visibilitychange', this.#look);
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    this.#visibility.observe([...this.#options.targets()]);
    if (!this.#cancel) this.#look();
  }

  hostDisconnected(): void {
    for (const type of ['focus', 'blur'] as const) window.removeEventListener(type, this.#look);
    document.removeEventListener('visibilitychange', this.#look);
    this.#visibility.stop();
    this.#cancel?.();
    this.#cancel = undefined;
    this.#obstacle = 'away';
    this.restart();
  }

  #isArmedNow(): boolean {
    this.#look();
    if (this.#armed && !this.#visibility.isPlain) this.#meet('covered');
    return this.#armed;
  }

  readonly #look = (): void => {
    this.#cancel?.();
    const { clock, ms } = this.#options;
    const hasMoved = this.#visibility.hasMoved();
    this.#meet(this.#findObstacle());
    if (hasMoved) this.restart();
    const left = this.#since + ms() - clock().now();
    if (!this.#obstacle && left <= 0) this.#arm();
    this.#cancel = clock().after(left > 0 ? Math.min(left, lookMs) : lookMs, this.#look);
  };

  #findObstacle(): Obstacle | undefined {
    const { sight } = this.#visibility;
    if (document.visibilityState === 'hidden') return 'away';
    if (sight !== 'clear') return sight;
    return document.hasFocus() ? undefined : 'unfocused';
  }

  #meet(obstacle: Obstacle | undefined): void {
    if (obstacle === this.#obstacle) {
      const waited = this.#options.clock().now() - this.#since;
      if (obstacle && waited >= patienceMs && waited < patienceMs + 2 * lookMs) this.#host.requestUpdate();
      return;
    }
    this.#obstacle = obstacle;
    this.#host.requestUpdate();
    this.restart();
  }

  #arm(): void {
    if (this.#armed) return;
    if (!this.#visibility.isPlain) return this.#meet('covered');
    this.#armed = true;
    this.#host.requestUpdate();
  }

  #disarm(): void {
    if (!this.#armed) return;
    this.#armed = false;
    this.#host.requestUpdate();
  }
}
