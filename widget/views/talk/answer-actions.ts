import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { UserItem } from '../../conversation/items.ts';
import { NearView } from '../../tab/near-view.ts';
import { words } from '../../strings/words.ts';
import type { Intents } from '../intents.ts';
import { LightElement } from '../light-element.ts';
import type { Question } from '../questions.ts';
import { composerOf, fill } from './fill-composer.ts';
import { talkIcon } from './talk-icon.ts';

/** What can be done once a question is answered: copy the answer, ask again, edit the newest question. */
export class AnswerActions extends LightElement {
  static override properties: PropertyDeclarations = {
    question: { attribute: false },
    isLast: { attribute: false },
    isOver: { attribute: false },
    intents: { attribute: false },
    isCopied: { state: true },
  };

  declare question: Question;
  declare isLast: boolean;
  /** Nothing more comes to it. */
  declare isOver: boolean;
  declare intents: Intents;
  declare private isCopied: boolean;
  /** Far from being seen, a long conversation has no buttons, only room for them. */
  readonly #near = new NearView(this);

  constructor() {
    super();
    this.isLast = false;
    this.isOver = false;
    this.isCopied = false;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { items } = this.question;
    const [asked] = items;
    const text = items.flatMap((item) => (item.kind === 'agent' ? [item.text] : [])).join('\n\n');
    // A message that failed offers itself again where it says so.
    const isOffered = items.some((item) => item.kind === 'note' && item.retry !== undefined);
    const question = asked?.kind === 'user' && asked.state === 'sent' && !isOffered ? asked : undefined;
    if (!this.isOver || (text === '' && !question)) return nothing;
    return html`<div class="actions" part="answer-actions">
      ${this.#near.isNear ? [text === '' ? nothing : this.#copy(text), question ? this.#asking(question) : nothing] : nothing}
    </div>`;
  }

  #copy(text: string): TemplateResult {
    const { copy, copied } = words;
    return html`<button
      type="button"
      class="action"
      part="copy-answer"
      @click=${() => this.#copied(text, copied)}
      @blur=${this.#settle}
      @pointerleave=${this.#settle}
    >
      ${talkIcon(this.isCopied ? 'copied' : 'copy')} ${this.isCopied ? copied : copy}
    </button>`;
  }

  #asking(question: UserItem): TemplateResult {
    const { again, edit } = words.talk;
    const retry = (): void => this.intents.retry(question.id);
    return html`<button type="button" class="action" part="ask-again" @click=${retry}>
        ${talkIcon('again')} ${again}
      </button>
      ${
        this.isLast
          ? html`<button type="button" class="action" part="edit-question" @click=${() => this.#edit(question)}>
              ${talkIcon('edit')} ${edit}
            </button>`
          : nothing
      }`;
  }

  /** Where the browser does not let it copy, it marks the answer, so that a key or a menu can. */
  async #copied(text: string, said: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.isCopied = true;
      this.intents.say(said);
    } catch {
      const answers = this.closest('.turn')?.querySelectorAll('headless-agent-answer');
      const last = answers?.item(answers.length - 1);
      if (last) getSelection()?.selectAllChildren(last);
    }
  }

  /** The word that it is copied stays until the person turns elsewhere. */
  readonly #settle = (): void => {
    this.isCopied = false;
  };

  /** What is being written stays, before the question. */
  #edit({ text, origin }: UserItem): void {
    const input = composerOf(this);
    if (!input || input.disabled) return;
    fill(input, input.value.trim() === '' ? text : `${input.value}\n${text}`, origin !== undefined);
    input.focus();
  }
}
