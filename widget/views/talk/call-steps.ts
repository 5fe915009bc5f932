import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { CallItem, Item } from '../../conversation/items.ts';
import { words } from '../../strings/words.ts';
import { LightElement } from '../light-element.ts';
import { talkIcon } from './talk-icon.ts';

/** So many calls in a row are shown one by one. */
const maxApart = 3;

/**
 * Stands before calls that follow each other. Where they are many it becomes a line that folds those that are done;
 * one that waits, runs, failed or was refused is never hidden.
 */
export class CallSteps extends LightElement {
  static override properties: PropertyDeclarations = { items: { attribute: false }, isOpen: { state: true } };

  /** The first call, and everything behind it. */
  declare items: readonly Item[];
  declare private isOpen: boolean;
  #folded: ReadonlySet<Element> = new Set();

  constructor() {
    super();
    this.items = [];
    this.isOpen = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#fold(new Set());
  }

  protected override render(): TemplateResult | typeof nothing {
    const calls = this.#calls();
    if (calls.length <= maxApart) return nothing;
    const { steps, stepsDone } = words.talk;
    return html`<button
      type="button"
      class="steps"
      part="call-group"
      aria-expanded=${this.isOpen ? 'true' : 'false'}
      @click=${() => (this.isOpen = !this.isOpen)}
    >
      ${talkIcon('unfold')}
      <span>${steps(calls.length)} · ${stepsDone(calls.filter(isDone).length)}</span>
    </button>`;
  }

  /** While the person is asked, nothing moves: what is done then folds once they have answered. */
  protected override updated(): void {
    const calls = this.#calls();
    const isMany = calls.length > maxApart && !this.isOpen;
    if (isMany && calls.some(({ state }) => state.phase === 'asking')) return;
    const chips = this.#chips(calls.length);
    this.#fold(new Set(isMany ? chips.filter((chip, at) => isDone(calls[at]) && !isRead(chip)) : []));
  }

  #calls(): readonly CallItem[] {
    const end = this.items.findIndex(({ kind }) => kind !== 'call');
    return this.items.slice(0, end < 0 ? undefined : end).flatMap((item) => (item.kind === 'call' ? [item] : []));
  }

  /** The calls' own lines, which the transcript has drawn behind this element. */
  #chips(count: number): readonly Element[] {
    const chips: Element[] = [];
    for (let next = this.nextElementSibling; next && chips.length < count; next = next.nextElementSibling) {
      if (next.matches('.call')) chips.push(next);
    }
    return chips;
  }

  #fold(chips: ReadonlySet<Element>): void {
    for (const chip of this.#folded) if (!chips.has(chip)) chip.removeAttribute('data-folded');
    for (const chip of chips) chip.setAttribute('data-folded', '');
    this.#folded = chips;
  }
}

function isDone(call: CallItem | undefined): boolean {
  return call?.state.phase === 'done';
}

/** Somebody has opened it, or is at it. */
function isRead(chip: Element): boolean {
  return !chip.hasAttribute('data-folded') && chip.matches(':focus-within, :has(> details[open])');
}
