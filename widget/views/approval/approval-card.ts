import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Ask, Scope } from '../../approvals/ask.ts';
import { buttons } from '../../styles/buttons.ts';
import { card as cardStyles } from '../../styles/card.ts';
import { type Clock, browserClock } from '../../tab/clock.ts';
import { adoptStyles } from '../adopt-styles.ts';
import type { Intents } from '../intents.ts';
import { LightElement } from '../light-element.ts';
import { Ticker } from '../ticker.ts';
import { words } from '../../strings/words.ts';
import { argumentList } from './argument-list.ts';
import { ArgumentsController } from './arguments-controller.ts';
import { Arming, armMs } from './arming.ts';
import { cardActions, cardReason } from './card-actions.ts';
import { cardFacts } from './card-facts.ts';
import { cardHead } from './card-head.ts';
import { ReadThrough } from './read-through.ts';
import { answerableTogether } from './together.ts';
import { isTyping } from './typing.ts';

/** When the remaining time begins to show. */
const shownMs = 30_000;

/**
 * One question to the person, at the place of its call. It shows the frozen arguments that will run,
 * gives neither button the focus, and hands a click on only once it has been in sight for a while.
 */
export class ApprovalCard extends LightElement {
  static override properties: PropertyDeclarations = {
    ask: { attribute: false },
    asks: { attribute: false },
    asker: { attribute: false },
    model: { attribute: false },
    titles: { attribute: false },
    offline: { attribute: false },
    intents: { attribute: false },
    clock: { attribute: false },
    isFolded: { state: true },
    batch: { state: true },
    scope: { state: true },
  };

  declare ask: Ask;
  /** All open questions, this one among them. */
  declare asks: readonly Ask[];
  /** Who asks: the label of the element. */
  declare asker: string;
  /** Which model gets the result. */
  declare model: string;
  declare titles: ReadonlyMap<string, string>;
  /** A decision can't be handed on. */
  declare offline: boolean;
  declare intents: Intents;
  declare clock: Clock;
  /** Only a line: the person is busy with something else. */
  declare isFolded: boolean;
  /** The calls that this card answers together. */
  declare private batch: readonly string[];
  declare private scope: Scope;

  readonly #args = new ArgumentsController(this);
  #key = '';

  readonly #arming = new Arming(this, {
    clock: () => this.clock,
    targets: () => this.querySelectorAll('.card-title, .args, .card-actions'),
    ms: () => (this.#mustRead ? Number.POSITIVE_INFINITY : this.#armMs),
  });
  readonly #reading = new ReadThrough(this, {
    box: () => this.querySelector('.args'),
    onRead: () => {
      if (this.ask.danger) this.#arming.restart();
    },
  });
  readonly #ticker = new Ticker(this, { clock: () => this.clock, deadline: () => this.ask.expiresAt, shownMs });

  constructor() {
    super();
    this.asks = [];
    this.titles = new Map();
    this.clock = browserClock;
    this.offline = false;
    this.isFolded = false;
    this.batch = [];
    this.scope = 'once';
  }

  /** Shows the question to somebody who turned to it. */
  unfold(): void {
    this.isFolded = false;
  }

  /** Whether this card puts another call's question together with its own. */
  answers(call: string): boolean {
    return this.#shown.length > 1 && this.batch.includes(call);
  }

  /** Another card puts this question. */
  get isCovered(): boolean {
    return this.#others().some((card) => card.answers(this.ask.call));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, buttons, cardStyles);
    this.isFolded = this.ask.danger && isTyping(this.getRootNode());
  }

  protected override willUpdate(changed: PropertyValues): void {
    const key = this.#shown.map(({ call, hash, kind, danger }) => `${call} ${hash} ${kind} ${danger}`).join();
    if (key !== this.#key) this.#begin();
    this.#key = key;
    if (changed.has('isFolded')) this.dispatchEvent(new Event('headless-agent-fold', { bubbles: true }));
  }

  /** What is too long scrolls, and what scrolls must be reachable by keyboard. */
  protected override updated(): void {
    for (const part of this.querySelectorAll<HTMLElement>('.args, .card-facts')) {
      if (part.scrollHeight > part.clientHeight) part.tabIndex = 0;
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.isCovered) return nothing;
    if (this.isFolded) return this.#line();
    const { ask } = this;
    return html`<div
      class=${ask.danger ? 'card danger' : 'card'}
      part="approval"
      role="group"
      aria-labelledby="ask-${ask.call}"
      data-sight=${this.#arming.isInSight ? 'clear' : 'hidden'}
    >
      ${this.#head()} ${this.#arguments()} ${cardFacts(ask, this)} ${this.#reason()} ${this.#actions()}
    </div>`;
  }

  /** The questions that this card puts. */
  get #shown(): readonly Ask[] {
    const batch = this.asks.filter(({ call }) => this.batch.includes(call));
    return batch.length > 1 ? batch : [this.ask];
  }

  get #armMs(): number {
    return this.ask.danger ? armMs.danger : armMs.plain;
  }

  get #mustRead(): boolean {
    return this.ask.danger && !this.#reading.isDone;
  }

  #begin(): void {
    this.#arming.restart();
    this.#reading.restart();
    this.#args.restart();
    this.scope = 'once';
  }

  #line(): TemplateResult {
    const { card } = words.approvals;
    return html`<p class="card-line" part="approval-line">
      ${card.folded}
      <button type="button" class="link" part="approval-open" @click=${() => this.unfold()}>${card.open}</button>
    </p>`;
  }

  #head(): TemplateResult {
    const { ask, asker, titles, asks } = this;
    const alike = answerableTogether(ask, asks).length;
    return cardHead({
      ...{ ask, asker, titles, asks, alike, shown: this.#shown },
      toggleTogether: () => this.#toggleTogether(),
      onFocus: () => void this.#comeIntoSight(),
    });
  }

  #arguments(): TemplateResult | typeof nothing {
    const shown = this.#shown;
    const canEdit = shown.length === 1 && !this.offline;
    const lists = shown.map((ask) => argumentList(this.#args.view(ask, canEdit))).filter((list) => list !== nothing);
    return lists.length === 0 ? nothing : html`<div class="args" part="approval-args">${lists}</div>`;
  }

  #reason(): TemplateResult {
    return cardReason({
      ...{
        offline: this.offline,
        problem: this.#args.problemOf(this.ask),
        mustRead: this.ask.danger && this.#reading.isUnread,
        obstacle: this.#arming.obstacle,
      },
      secondsLeft: this.#ticker.secondsLeft,
      canExtend: this.ask.extensions > 0,
      extend: () => this.intents.extend(this.ask.call),
    });
  }

  #actions(): TemplateResult {
    const { ask } = this;
    return cardActions({
      ...{ count: this.#shown.length, isGesture: ask.kind === 'gesture', scope: this.scope, offline: this.offline },
      scopes: this.#shown.length > 1 ? ['once'] : ask.scopes,
      armed: this.#arming.armed,
      choose: (scope) => (this.scope = scope),
      press: this.#arming.press,
      decide: (decision, click) => this.#decide(decision, click),
    });
  }

  #decide(decision: 'yes' | 'denied', click: MouseEvent): void {
    const isYes = decision === 'yes';
    // The second click of a double click was meant for what stood here before.
    if (this.offline || (isYes ? !this.#arming.accepts(click) : click.detail > 1)) return;
    const { ask } = this;
    const calls = this.#shown.map(({ call }) => call);
    if (calls.length > 1) return void this.intents.decideAll(calls, isYes ? 'once' : 'denied', click);
    if (!isYes) return void this.intents.decide(ask.call, 'denied', click);
    const changes = this.#args.changesOf(ask.args);
    if (changes) this.intents.decide(ask.call, this.scope, click, changes.changed);
  }

  #toggleTogether(): void {
    const alike = answerableTogether(this.ask, this.asks).map(({ call }) => call);
    this.batch = this.#shown.length === 1 ? alike : [];
    for (const card of this.#others()) card.requestUpdate();
    void this.#comeIntoSight();
  }

  /** Whoever turned to the question, or made it larger, is to see all of it. */
  async #comeIntoSight(): Promise<void> {
    await this.updateComplete;
    this.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  #others(): readonly ApprovalCard[] {
    const root = this.getRootNode();
    if (!(root instanceof ShadowRoot || root instanceof Document)) return [];
    return [...root.querySelectorAll('headless-agent-approval')].filter((card) => card !== this);
  }
}
