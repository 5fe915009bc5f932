import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { words } from '../strings/words.ts';
import { LightElement } from '../views/light-element.ts';
import { launcherPath } from './launcher-style.ts';
import { noNews, type News } from './news.ts';
import { keepLifted } from './top-layer.ts';

/** The button in the corner, and what is said of an element that is closed. */
export class Launcher extends LightElement {
  static override properties: PropertyDeclarations = {
    label: { attribute: false },
    news: { attribute: false },
    isOpen: { attribute: false },
    isOwn: { attribute: false },
    onPress: { attribute: false },
  };

  declare label: string;
  declare news: News;
  declare isOpen: boolean;
  /** The page has no button of its own for it. */
  declare isOwn: boolean;
  declare onPress: () => void;

  constructor() {
    super();
    this.label = '';
    this.news = noNews;
    this.isOpen = false;
    this.isOwn = true;
    this.onPress = () => {};
  }

  override focus(options?: FocusOptions): void {
    this.#button?.focus(options);
  }

  protected override updated(): void {
    if (this.#button) keepLifted(this.#button);
  }

  protected override render(): TemplateResult {
    const { label, news, isOpen, isOwn } = this;
    const told = tell(news);
    // The button stays in the page while it is hidden: a layer over the page is entered once.
    return html`<button
        type="button"
        class="launcher"
        part="launcher"
        aria-label=${told ? words.say.call(label, told) : label}
        aria-haspopup="dialog"
        aria-expanded=${isOpen ? 'true' : 'false'}
        ?hidden=${isOpen || !isOwn}
        @click=${() => this.onPress()}
      >
        <slot name="launcher">
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${launcherPath}></path></svg>
        </slot>
        ${told && html`<span class=${news.waiting ? 'launcher-badge asks' : 'launcher-badge'} part="launcher-badge" aria-hidden="true">${news.waiting || news.unread}</span>`}
      </button>
      <span class="unseen" role="status">${told ? told : nothing}</span>`;
  }

  get #button(): HTMLButtonElement | null {
    return this.querySelector('button');
  }
}

/** Empty where there is nothing to tell. A question goes before an answer. */
function tell({ waiting, unread }: News): string {
  if (waiting > 0) return words.shape.waiting(waiting);
  return unread > 0 ? words.shape.unread(unread) : '';
}

declare global {
  interface HTMLElementTagNameMap {
    'headless-agent-launcher': Launcher;
  }
}
