import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { words } from '../../strings/words.ts';
import { browserClock, type Clock } from '../../tab/clock.ts';
import type { Intents } from '../intents.ts';
import { LightElement } from '../light-element.ts';
import { talkIcon } from './talk-icon.ts';

/** A call that is done sooner shows no time. */
const shownAfterMs = 2_000;

/** Beside a call that runs: how long it has been running, and a button that ends this call and nothing else. */
export class RunningCall extends LightElement {
  static override properties: PropertyDeclarations = {
    call: { attribute: false },
    since: { attribute: false },
    label: { attribute: false },
    intents: { attribute: false },
    clock: { attribute: false },
  };

  declare call: string;
  /** A `Date.now()` value. */
  declare since: number;
  /** What it does, in words. */
  declare label: string;
  declare intents: Intents;
  declare clock: Clock;
  #callOff = (): void => {};

  constructor() {
    super();
    this.clock = browserClock;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#callOff();
  }

  protected override render(): TemplateResult {
    const { talk } = words;
    const elapsed = this.#elapsedMs();
    const end = this.intents.ending(this.call);
    const name = talk.cancel(this.label);
    return html`${
      elapsed < shownAfterMs
        ? nothing
        : html`<span class="elapsed" part="call-time">${talk.elapsed(Math.floor(elapsed / 1_000))}</span>`
    }${
      end
        ? html`<button
            type="button"
            class="cancel"
            part="cancel-button"
            aria-label=${name}
            title=${name}
            @click=${() => this.#end(end)}
          >
            ${talkIcon('cancel')}
          </button>`
        : nothing
    }`;
  }

  protected override updated(): void {
    this.#callOff();
    if (!this.isConnected) return;
    const elapsed = this.#elapsedMs();
    const wait = elapsed < shownAfterMs ? shownAfterMs - elapsed : 1_000 - (elapsed % 1_000);
    this.#callOff = this.clock.after(wait, () => this.requestUpdate());
  }

  #elapsedMs(): number {
    return Math.max(0, this.clock.now() - this.since);
  }

  /** The button goes with the call: the focus stays at the line. */
  #end(end: () => void): void {
    this.closest('.call')?.querySelector<HTMLElement>('summary')?.focus({ preventScroll: true });
    end();
  }
}
