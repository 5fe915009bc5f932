import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { words } from '../../strings/words.ts';
import { LightElement } from '../light-element.ts';
import type { PanelState } from '../panel.ts';
import { lookBelow, type Below } from './look-below.ts';
import { talkIcon } from './talk-icon.ts';

const marginPx = 12;

/** Offers the way down when the conversation goes on below what is in sight. Nothing moves unless it is pressed. */
export class Newer extends LightElement {
  static override properties: PropertyDeclarations = {
    state: { attribute: false },
    isAway: { state: true },
    fresh: { state: true },
  };

  declare state: PanelState;
  declare private isAway: boolean;
  /** How many items have come that were never in sight. */
  declare private fresh: number;
  #list: HTMLElement | null = null;
  /** So many of the first items were in sight, or are of an earlier page. */
  #seen = 0;
  #first: Element | undefined;
  #frame = 0;

  constructor() {
    super();
    this.isAway = false;
    this.fresh = 0;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listen(null);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  protected override willUpdate(): void {
    const { items, restoring } = this.state;
    this.#seen = restoring ? items.length : Math.min(this.#seen, items.length);
  }

  protected override render(): TemplateResult | typeof nothing {
    // A card holds the list still, and nothing may lie over its buttons; a bar leads to one that is out of sight.
    if (this.state.asks.length > 0 || (!this.isAway && this.fresh === 0)) return nothing;
    const { down, fresh } = words.talk;
    const news = this.fresh > 0 ? fresh(this.fresh) : '';
    return html`<button
      type="button"
      class="newer"
      part="scroll-button"
      aria-label=${news ? `${down}: ${news}` : down}
      @click=${this.#goDown}
    >
      ${talkIcon('down')} ${news}
    </button>`;
  }

  protected override updated(): void {
    this.#listen(this.closest('.base')?.querySelector<HTMLElement>('.list') ?? null);
    this.#schedule();
  }

  readonly #schedule = (): void => {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#list) this.#look(this.#list);
    });
  };

  #look(list: HTMLElement): void {
    const { length } = this.state.items;
    const below: Below = lookBelow(list, length - this.#seen);
    if (below.isCounted) this.#seen = Math.max(this.#seen, length - below.count);
    this.fresh = Math.min(below.count, length - this.#seen);
    this.isAway = below.isAway;
    this.#first = below.first;
  }

  /** To the first item that is new, or to the end. The focus goes to what has come into sight. */
  readonly #goDown = (): void => {
    const list = this.#list;
    if (!list) return;
    const first = this.fresh > 0 ? this.#first : undefined;
    const above = first ? first.getBoundingClientRect().top - list.getBoundingClientRect().top - marginPx : undefined;
    list.focus({ preventScroll: true });
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const top = above === undefined ? list.scrollHeight : list.scrollTop + above;
    list.scrollTo({ top, behavior: isCalm ? 'instant' : 'smooth' });
  };

  #listen(list: HTMLElement | null): void {
    if (list === this.#list) return;
    this.#list?.removeEventListener('scroll', this.#schedule);
    this.#list = list;
    list?.addEventListener('scroll', this.#schedule, { passive: true });
  }
}
