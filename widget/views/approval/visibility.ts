import { isOnTop } from './hit-test.ts';
import { isPlain } from './plain-sight.ts';

/** `away`: out of sight, or not known yet. `covered`: there, but hidden or changed by something. */
export type Sight = 'away' | 'covered' | 'clear';

/** Chromium asks for at least this much between two looks. */
const delayMs = 100;
const leastShare = 0.9;

/**
 * Whether a person can see some elements, all of them and as they are. Where the browser can say what was painted
 * over an element (IntersectionObserver v2), it is asked; everywhere, hit tests and computed styles have their say.
 */
export class Visibility {
  readonly #onChange: () => void;
  readonly #sights = new Map<Element, Sight>();
  #observer: IntersectionObserver | undefined;
  #places: readonly DOMRect[] = [];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches these elements and no others. Observing the same again changes nothing. */
  observe(targets: readonly Element[]): void {
    if (targets.length === this.#sights.size && targets.every((target) => this.#sights.has(target))) return;
    this.stop();
    const options = { threshold: leastShare, trackVisibility: true, delay: delayMs };
    this.#observer = new IntersectionObserver((entries) => this.#see(entries), options);
    for (const target of targets) {
      this.#sights.set(target, 'away');
      this.#observer.observe(target);
    }
  }

  stop(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#sights.clear();
    this.#places = [];
  }

  /** What can be seen of the elements at this moment: of the worst of them. */
  get sight(): Sight {
    const targets = [...this.#sights];
    if (targets.length === 0 || targets.some(([, sight]) => sight === 'away')) return 'away';
    return targets.every(([target, sight]) => sight === 'clear' && isOnTop(target)) ? 'clear' : 'covered';
  }

  /** The costlier half of the question, for the moments that count. */
  get isPlain(): boolean {
    return [...this.#sights.keys()].every(isPlain);
  }

  /** Whether an element stands elsewhere, or is of another size, than when this was last asked. */
  hasMoved(): boolean {
    const before = this.#places;
    this.#places = [...this.#sights.keys()].map((target) => target.getBoundingClientRect());
    return this.#places.some((place, at) => !isSame(place, before[at]));
  }

  #see(entries: readonly IntersectionObserverEntry[]): void {
    for (const entry of entries) this.#sights.set(entry.target, sightOf(entry));
    this.#onChange();
  }
}

function sightOf(entry: IntersectionObserverEntry): Sight {
  if (!entry.isIntersecting || entry.intersectionRatio < leastShare) return 'away';
  return 'isVisible' in entry && entry.isVisible === false ? 'covered' : 'clear';
}

function isSame(one: DOMRect, other: DOMRect | undefined): boolean {
  if (!other) return false;
  const sides = ['left', 'top', 'right', 'bottom'] as const;
  return sides.every((side) => Math.abs(one[side] - other[side]) < 1);
}
