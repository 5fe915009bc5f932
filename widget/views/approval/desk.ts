import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { buttons } from '../../styles/buttons.ts';
import { call } from '../../styles/call.ts';
import { desk as deskStyles } from '../../styles/desk.ts';
import { talk } from '../../styles/talk.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { nameTool } from '../describe-call.ts';
import { icon } from '../icon.ts';
import { LightElement } from '../light-element.ts';
import type { PanelState } from '../panel.ts';
import type { Transcript } from '../transcript.ts';
import { visibleText } from '../visible-text.ts';
import { words } from '../../strings/words.ts';
import type { ApprovalCard } from './approval-card.ts';
import { CardWatch } from './card-watch.ts';
import { sourceWords } from './sources.ts';

/** Draws what the conversation has read, and what follows from it. */
type Explain = (state: PanelState, close: () => void) => TemplateResult;

/** Stands above the composer: a bar for a question that is out of sight, and a hem once something was read. */
export class Desk extends LightElement {
  static override properties: PropertyDeclarations = { state: { attribute: false }, explain: { state: true } };

  declare state: PanelState;
  /** Loaded when the person first asks; undefined while it is closed. */
  declare private explain: Explain | undefined;

  readonly #watch = new CardWatch(this, {
    cards: () => this.#cards(),
    drawn: async () => this.#transcript?.updateComplete,
  });

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, call, talk, buttons, deskStyles);
  }

  protected override render(): TemplateResult {
    const { state } = this;
    return html`${this.#bar(this.#watch.away)}
      <headless-agent-newer .state=${state}></headless-agent-newer>
      ${this.#hem()}
      <headless-agent-writing .state=${state}></headless-agent-writing>`;
  }

  #bar(away: readonly ApprovalCard[]): TemplateResult | typeof nothing {
    const [card] = away;
    if (!card) return nothing;
    const { desk } = words.approvals;
    const text = away.length > 1 ? desk.waitMany(away.length) : desk.waits(nameTool(card.ask.tool, card.ask.title));
    return html`<button
      type="button"
      class=${card.ask.danger ? 'bar danger' : 'bar'}
      part="approval-bar"
      @click=${() => this.#show(card)}
    >
      ${icon('asking')}
      <span class="bar-text"><bdi>${visibleText(text)}</bdi></span>
      <span class="bar-show">${desk.show}</span>
    </button>`;
  }

  #hem(): TemplateResult | typeof nothing {
    const { taint, titles } = this.state;
    const { desk } = words.approvals;
    const read = sourceWords(taint.untrusted, titles);
    const seen = sourceWords(taint.sensitive, titles);
    if (read.length + seen.length === 0) return nothing;
    const isOpen = this.explain !== undefined;
    return html`<div class="hem" part="hem">
      ${this.explain?.(this.state, () => this.#close()) ?? nothing}
      <button
        type="button"
        class="hem-button"
        part="hem-button"
        aria-expanded=${isOpen ? 'true' : 'false'}
        @click=${() => (isOpen ? this.#close() : void this.#open())}
      >
        ${icon('info')}
        <span><bdi>${visibleText(read.length > 0 ? desk.hasRead(read) : desk.hasSeen(seen))}</bdi></span>
      </button>
    </div>`;
  }

  async #open(): Promise<void> {
    const { explainTaint } = await import('./explain-taint.ts');
    this.explain = explainTaint;
  }

  #close(): void {
    this.explain = undefined;
    this.querySelector<HTMLElement>('.hem-button')?.focus();
  }

  /** Into sight, unfolded, and with the focus on what it asks: never on a button. */
  async #show(card: ApprovalCard): Promise<void> {
    card.unfold();
    await card.updateComplete;
    card.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    card.querySelector<HTMLElement>('.card-title')?.focus({ preventScroll: true });
  }

  #cards(): readonly ApprovalCard[] {
    return [...(this.#transcript?.querySelectorAll('headless-agent-approval') ?? [])];
  }

  get #transcript(): Transcript | null {
    return this.parentElement?.querySelector('headless-agent-transcript') ?? null;
  }
}
