import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Ask } from '../approvals/ask.ts';
import type { ConnectionState } from '../connection/state.ts';
import type { Item } from '../conversation/items.ts';
import { words } from '../strings/words.ts';
import { drawCall } from './draw-call.ts';
import { type Clock, browserClock } from '../tab/clock.ts';
import type { Intents } from './intents.ts';
import { LightElement } from './light-element.ts';
import { agentMessage, note, userMessage } from './message.ts';
import { divideByQuestion, rowsOf, type Question, type Steps } from './questions.ts';
import { welcome } from './welcome.ts';

/** The conversation. Silent to screen readers: the announcer says what they should hear. */
export class Transcript extends LightElement {
  static override properties: PropertyDeclarations = {
    items: { attribute: false },
    asks: { attribute: false },
    titles: { attribute: false },
    connection: { attribute: false },
    working: { attribute: false },
    restoring: { attribute: false },
    label: { attribute: false },
    intents: { attribute: false },
    clock: { attribute: false },
  };

  declare items: readonly Item[];
  declare asks: readonly Ask[];
  /** What the site's tools call themselves, by name. */
  declare titles: ReadonlyMap<string, string>;
  declare connection: ConnectionState;
  declare working: boolean;
  /** What was said before is on its way. */
  declare restoring: boolean;
  declare label: string;
  declare intents: Intents;
  declare clock: Clock;

  /** Who answers, as the server last said: a cut does not change it. */
  #model: string | undefined;

  constructor() {
    super();
    this.items = [];
    this.asks = [];
    this.titles = new Map();
    this.connection = { phase: 'idle' };
    this.working = false;
    this.restoring = false;
    this.label = '';
    this.clock = browserClock;
  }

  protected override render(): TemplateResult {
    const questions = divideByQuestion(this.items);
    const last = questions.at(-1);
    return html`<div
      class="list"
      part="list"
      role="log"
      aria-live="off"
      aria-label=${words.conversation}
      tabindex="0"
      ?data-working=${this.working}
    >
      ${last || this.restoring ? nothing : welcome(this.#granted(), this.intents)}
      ${repeat(
        questions,
        (question) => question.id,
        (question) => this.#guardedQuestion(question, question === last),
      )}
    </div>`;
  }

  /** Complete when the cards in it are. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    const cards = [...this.querySelectorAll('headless-agent-approval')];
    await Promise.all(cards.map((card) => card.updateComplete));
    return isComplete;
  }

  protected override willUpdate(): void {
    if (this.connection.phase === 'open') this.#model = this.connection.welcome.model.label;
  }

  #granted(): readonly string[] {
    return this.connection.phase === 'open' ? this.connection.welcome.tools : [];
  }

  /** Of a long conversation only the newest question is looked at again while it is answered. */
  #guardedQuestion(question: Question, isLast: boolean): unknown {
    const isBusy = isLast || question.items.some(isOpenCall);
    const parts = isBusy ? [{}] : [...question.items, this.label, this.titles.size, words];
    return guard(parts, () => this.#question(question, isLast));
  }

  #question(question: Question, isLast: boolean): TemplateResult {
    return html`<div class=${isLast && question.asked ? 'turn latest' : 'turn'} part="turn">
      ${repeat(
        rowsOf(question.items),
        (row) => `${row.kind} ${row.id}`,
        (row) => (row.kind === 'steps' ? steps(row) : this.#guarded(row)),
      )}
      ${this.#actions(question, isLast)}
      ${isLast && this.#isThinking(question) ? html`<p class="thinking" part="thinking">${words.thinking}</p>` : nothing}
    </div>`;
  }

  #actions(question: Question, isLast: boolean): unknown {
    const isOver = !isLast || !this.working;
    return guard(
      [isLast, isOver, ...question.items],
      () =>
        html`<headless-agent-actions
          .question=${question}
          .isLast=${isLast}
          .isOver=${isOver}
          .intents=${this.intents}
        ></headless-agent-actions>`,
    );
  }

  /** Items never change in place, so one that is the same object is not drawn again. */
  #guarded(item: Item): unknown {
    const ask = isOpenCall(item) ? this.asks.find(({ call }) => call === item.id) : undefined;
    const title = item.kind === 'call' ? (ask?.title ?? this.titles.get(item.tool)) : undefined;
    const askParts = ask ? [this.connection, this.asks] : [];
    return guard([item, ask, title, ...askParts, this.label, words], () => this.#item(item, ask, title));
  }

  #item(item: Item, ask: Ask | undefined, title: string | undefined): TemplateResult | undefined {
    switch (item.kind) {
      case 'user':
        return userMessage(item, this.intents);
      case 'agent':
        return agentMessage(item, this.label);
      case 'thought':
        return html`<headless-agent-thought class="meta" .text=${item.text}></headless-agent-thought>`;
      case 'call':
        return drawCall?.(item, title, ask ? this.#card(ask) : nothing, this.intents);
      case 'note':
        return note(item, this.intents);
    }
  }

  #card(ask: Ask): TemplateResult {
    const { connection } = this;
    return html`<headless-agent-approval
      .ask=${ask}
      .asks=${this.asks}
      .asker=${this.label}
      .model=${this.#model ?? words.model}
      .titles=${this.titles}
      .offline=${connection.phase !== 'open'}
      .intents=${this.intents}
      .clock=${this.clock}
    ></headless-agent-approval>`;
  }

  /** True while nothing on the screen moves although an answer is being made. */
  #isThinking({ items }: Question): boolean {
    const last = items.at(-1);
    const isWriting = last?.kind === 'agent' && last.streaming;
    return this.working && !isWriting && !items.some(isOpenCall);
  }
}

function steps({ items }: Steps): unknown {
  return guard([...items], () => html`<headless-agent-steps .items=${items}></headless-agent-steps>`);
}

function isOpenCall(item: Item): boolean {
  if (item.kind !== 'call') return false;
  const { phase } = item.state;
  return phase === 'requested' || phase === 'asking' || phase === 'running';
}
