import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { UserItem } from '../../conversation/items.ts';
import { words } from '../../strings/words.ts';
import { LightElement } from '../light-element.ts';
import type { PanelState } from '../panel.ts';
import { composerOf, fill } from './fill-composer.ts';
import { History } from './history.ts';

/** From this share of the longest message on, what is left is shown. */
const nearlyFull = 0.9;

/**
 * Helps with what is being written: keeps it over a reload, brings back what was said before, and counts near the end
 * of what a message may be.
 */
export class Writing extends LightElement {
  static override properties: PropertyDeclarations = { state: { attribute: false }, left: { state: true } };

  declare state: PanelState;
  /** How many characters more; undefined while there is room. */
  declare private left: number | undefined;
  readonly #history = new History();
  #input: HTMLTextAreaElement | null = null;
  #isRestored = false;
  #isForeign = false;
  #written = '';

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listen(null);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { left } = this;
    if (left === undefined) return nothing;
    return html`<p class="counter" part="counter" ?data-full=${left === 0}>${words.talk.charsLeft(left)}</p>`;
  }

  protected override updated(changed: ReadonlyMap<PropertyKey, unknown>): void {
    this.#listen(composerOf(this));
    this.#restore();
    // The composer empties itself without a word when its text is sent.
    this.#keep();
    this.#measure();
    const isNews = changed.has('left') && changed.get('left') === undefined;
    if (isNews && this.left !== undefined) this.state.intents.say(this.textContent.trim());
  }

  #listen(input: HTMLTextAreaElement | null): void {
    if (input === this.#input) return;
    this.#input?.removeEventListener('input', this.#onInput);
    this.#input?.removeEventListener('keydown', this.#onKey);
    this.#input = input;
    input?.addEventListener('input', this.#onInput);
    input?.addEventListener('keydown', this.#onKey);
  }

  /** Once, and never over what the person has begun to write. */
  #restore(): void {
    const input = this.#input;
    const keeper = this.state.intents.draft();
    if (this.#isRestored || !input || !keeper) return;
    this.#isRestored = true;
    const draft = input.value === '' ? keeper.read() : undefined;
    if (draft) fill(input, draft.text, draft.isForeign);
  }

  #keep(): void {
    const text = this.#input?.value ?? '';
    if (!this.#isRestored || text === this.#written) return;
    this.#written = text;
    // As in the composer: an undo may bring back what was taken out, until all of it is gone.
    if (text === '') this.#isForeign = false;
    this.state.intents.draft()?.write({ text, isForeign: this.#isForeign });
  }

  #measure(): void {
    const { value, maxLength } = this.#input ?? { value: '', maxLength: 1 };
    this.left = value.length >= maxLength * nearlyFull ? Math.max(0, maxLength - value.length) : undefined;
  }

  readonly #onInput = (event: Event): void => {
    const input = this.#input;
    if (!input) return;
    if (event instanceof InputEvent && /^insertFrom(?:Paste|Drop|Yank)/.test(event.inputType)) this.#isForeign = true;
    this.#keep();
    this.#measure();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const input = this.#input;
    const isPlain = !event.isComposing && !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (!input || !isPlain || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    const said = this.state.items.filter((item): item is UserItem => item.kind === 'user');
    const found = this.#history.step(event.key === 'ArrowUp' ? 'older' : 'newer', input, said);
    if (!found) return;
    event.preventDefault();
    fill(input, found.text, found.origin !== undefined);
  };
}
