import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { fixedLimits } from '../../shared/limits.ts';
import { words } from '../strings/words.ts';
import { icon } from './icon.ts';
import type { Intents } from './intents.ts';
import { LightElement } from './light-element.ts';

/** Some browsers report the Enter that ends a composition as an ordinary Enter, but for this code. */
const composingKeyCode = 229;

/** Text that comes from elsewhere: a stranger may have written it. */
const foreignInput = /^insertFrom(?:Paste|Drop|Yank)/;

/** Where the person writes. One capsule; its button sends, and stops while an answer is made. */
export class Composer extends LightElement {
  static override properties: PropertyDeclarations = {
    placeholder: { attribute: false },
    working: { attribute: false },
    busyHint: { attribute: false },
    disabled: { attribute: false },
    maxChars: { attribute: false },
    intents: { attribute: false },
    isEmpty: { state: true },
    isEarly: { state: true },
  };

  declare placeholder: string;
  declare working: boolean;
  /** Why a second message has to wait. */
  declare busyHint: string;
  /** Nothing can be said from here: the conversation goes on elsewhere. */
  declare disabled: boolean;
  declare maxChars: number;
  declare intents: Intents;
  declare private isEmpty: boolean;
  /** The person pressed Enter while an answer was being made. */
  declare private isEarly: boolean;
  /** Some of the text was pasted or dropped. It stays so until it is sent: an undo brings back what was cleared. */
  #isPasted = false;

  constructor() {
    super();
    this.placeholder = '';
    this.working = false;
    this.busyHint = '';
    this.disabled = false;
    this.maxChars = fixedLimits.maxMessageChars;
    this.isEmpty = true;
    this.isEarly = false;
    for (const type of ['keydown', 'keypress', 'keyup'] as const) this.addEventListener(type, keepTyping);
  }

  override focus(options?: FocusOptions): void {
    this.#input()?.focus(options);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('working') && !this.working) this.isEarly = false;
  }

  protected override render(): TemplateResult {
    return html`<form class="composer" part="composer" @submit=${this.#submit}>
      <div class="grow">
        <textarea
          class="input"
          part="input"
          rows="1"
          dir="auto"
          enterkeyhint="send"
          aria-label=${this.placeholder}
          placeholder=${this.placeholder}
          maxlength=${this.maxChars}
          ?disabled=${this.disabled}
          @input=${this.#measure}
          @keydown=${this.#onKey}
        ></textarea>
      </div>
      ${this.#button()}
      <p class=${this.isEarly ? 'hint' : 'hint unseen'} part="hint" role="status">
        ${this.isEarly ? this.busyHint : nothing}
      </p>
    </form>`;
  }

  // One button, so that it keeps the focus when it changes its meaning. Pressing it leaves the focus in
  // the text, so that the keyboard of a phone neither closes nor opens.
  #button(): TemplateResult {
    const { working } = this;
    return html`<button
      class="send"
      type="submit"
      part=${working ? 'stop-button' : 'send-button'}
      aria-label=${working ? words.stop : words.send}
      aria-disabled=${!working && (this.isEmpty || this.disabled) ? 'true' : nothing}
      @pointerdown=${keepFocus}
      @mousedown=${keepFocus}
      @click=${this.#onButton}
    >
      ${icon(working ? 'stop' : 'send')}
    </button>`;
  }

  readonly #onButton = (click: MouseEvent): void => {
    click.preventDefault();
    if (!this.working) return this.#send();
    // The second click of a double click on Send must not stop what the first one began.
    if (click.detail < 2) this.intents.stop();
  };

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    this.#send();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing || event.keyCode === composingKeyCode) return;
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#send();
  };

  #send(): void {
    const input = this.#input();
    const text = input?.value.trim();
    if (!input || !text || this.disabled) return;
    if (this.working) {
      this.isEarly = true;
      return;
    }
    if (!this.intents.send(text, this.#isPasted ? 'pasted' : undefined)) return;
    input.value = '';
    this.#isPasted = false;
    this.#measure();
  }

  /** The text is mirrored into an attribute that the styles lay out, so the field grows without a script. */
  readonly #measure = (event?: Event): void => {
    const input = this.#input();
    if (!input) return;
    input.parentElement?.setAttribute('data-text', input.value);
    this.isEmpty = input.value.trim() === '';
    if (event instanceof InputEvent && foreignInput.test(event.inputType)) this.#isPasted = true;
  };

  #input(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }
}

function keepFocus(event: Event): void {
  event.preventDefault();
}

/**
 * Keeps what is typed from the shortcuts of the page around. Escape, Tab and combinations with Control,
 * Command or Alt go on: they are meant for the page or the browser as often as for the text.
 */
function keepTyping(event: KeyboardEvent): void {
  if (event.key === 'Escape' || event.key === 'Tab') return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.stopPropagation();
}
