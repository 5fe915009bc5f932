import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Ask } from '../approvals/ask.ts';
import { words } from '../strings/words.ts';
import { card as cardStyles } from '../styles/card.ts';
import { argumentList } from './arguments.ts';
import { Arming } from './arming.ts';
import { type Clock, browserClock } from '../tab/clock.ts';
import { nameTool } from './describe-call.ts';
import type { Intents } from './intents.ts';
import { LightElement } from './light-element.ts';
import { Ticker } from './ticker.ts';
import { visibleText } from './visible-text.ts';

/** When the remaining time begins to show. */
const shownMs = 30_000;

/**
 * One question to the person, at the place of its call. It shows the frozen arguments that will run,
 * gives neither button the focus, and hands a click on only once it has been in sight for a while.
 */
export class ApprovalCard extends LightElement {
  static override properties: PropertyDeclarations = {
    ask: { attribute: false },
    asker: { attribute: false },
    model: { attribute: false },
    offline: { attribute: false },
    intents: { attribute: false },
    clock: { attribute: false },
  };

  declare ask: Ask;
  /** Who asks: the label of the element. */
  declare asker: string;
  /** Which model gets the result. */
  declare model: string;
  /** A decision can't be handed on. */
  declare offline: boolean;
  declare intents: Intents;
  declare clock: Clock;

  readonly #arming = new Arming(this, {
    clock: () => this.clock,
    targets: () => this.querySelectorAll('.card-title, .args, .card-actions'),
  });
  readonly #ticker = new Ticker(this, { clock: () => this.clock, deadline: () => this.ask.expiresAt, shownMs });

  constructor() {
    super();
    this.clock = browserClock;
    this.offline = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const root = this.getRootNode();
    const { styleSheet } = cardStyles;
    if (!(root instanceof ShadowRoot) || !styleSheet || root.adoptedStyleSheets.includes(styleSheet)) return;
    root.adoptedStyleSheets.push(styleSheet);
  }

  protected override willUpdate(changed: PropertyValues): void {
    const before: unknown = changed.get('ask');
    if (before !== undefined) this.#arming.restart();
  }

  /** What is too long scrolls, and what scrolls must be reachable by keyboard. */
  protected override updated(): void {
    for (const part of this.querySelectorAll<HTMLElement>('.args, .card-note, .card-facts')) {
      if (part.scrollHeight > part.clientHeight) part.tabIndex = 0;
    }
  }

  protected override render(): TemplateResult {
    const { ask } = this;
    const id = `ask-${ask.call}`;
    return html`<div class="card" part="approval" role="group" aria-labelledby=${id}>
      <p class="card-who" part="approval-who">
        <bdi>${words.card.asks(this.asker, location.host || location.protocol)}</bdi>
      </p>
      <p class="card-title" part="approval-title" id=${id}>
        <bdi>${visibleText(words.card.question(nameTool(ask.tool, ask.title)))}</bdi>
      </p>
      ${this.#siteWords()} ${argumentList(ask.args)} ${this.#consequences()}
      <p class="unseen" role="status">${this.#ticker.secondsLeft === undefined ? nothing : words.card.leftSoon}</p>
      ${this.#footer()}
    </div>`;
  }

  #siteWords(): TemplateResult | typeof nothing {
    if (!this.ask.siteTool) return nothing;
    return html`<p class="card-note" part="approval-note">
      ${words.card.siteTool} <q dir="auto">${visibleText(this.ask.description)}</q>
    </p>`;
  }

  #consequences(): TemplateResult {
    const { ask } = this;
    const { card } = words;
    const leaves = ask.reads !== 'nothing' || ask.sink === 'egress' || ask.siteTool;
    return html`<div class="card-facts" part="approval-facts">
      ${ask.sink === 'page' ? html`<p>${card.changesPage}</p>` : nothing}
      <p class="caption">${leaves ? card.leaves : card.stays}</p>
      ${ask.sink === 'egress' ? html`<p>${card.siteSends(location.host)}</p>` : nothing}
      <p>${leaves ? card.resultGoes(this.model) : card.outcomeGoes}</p>
      ${ask.browserAsks ? html`<p>${card.browserAsks}</p>` : nothing}
      ${ask.kind === 'gesture' ? html`<p>${card.gesture}</p>` : nothing}
    </div>`;
  }

  #footer(): TemplateResult {
    const { card } = words;
    const isGesture = this.ask.kind === 'gesture';
    return html`${this.#reason()}
      <div class="card-actions" part="approval-actions">
        ${this.#button('denied', 'approval-deny', card.deny)}
        ${this.#button('once', 'approval-allow', isGesture ? card.tap : card.allow, isGesture ? card.allowTap : card.allow)}
      </div>`;
  }

  /** Why the buttons are off, or how long they are on. A screen reader hears the seconds once, not each. */
  #reason(): TemplateResult | typeof nothing {
    if (this.offline) return html`<p class="card-reason" part="approval-reason">${words.card.offline}</p>`;
    const left = this.#ticker.secondsLeft;
    if (left === undefined) return nothing;
    return html`<p class="card-reason" part="approval-reason" aria-hidden="true">${words.card.left(left)}</p>`;
  }

  #button(decision: 'once' | 'denied', part: string, text: string, name = text): TemplateResult {
    return html`<button
      type="button"
      class=${decision === 'once' ? 'button primary' : 'button'}
      part=${part}
      aria-label=${name}
      ?disabled=${decision === 'once' && !this.#arming.armed}
      aria-disabled=${this.offline ? 'true' : nothing}
      @pointerdown=${this.#arming.press}
      @click=${(click: MouseEvent) => this.#decide(decision, click)}
    >
      ${text}
    </button>`;
  }

  #decide(decision: 'once' | 'denied', click: MouseEvent): void {
    if (this.offline || (decision === 'once' && !this.#arming.accepts(click))) return;
    this.intents.decide(this.ask.call, decision, click);
  }
}
