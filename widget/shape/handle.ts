import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { words } from '../strings/words.ts';
import { LightElement } from '../views/light-element.ts';
import { SheetDrag } from './sheet-drag.ts';

/** What a sheet is pulled up and down by. Pressed, it changes between half and full height. */
export class Handle extends LightElement {
  static override properties: PropertyDeclarations = { panel: { attribute: false }, isTall: { state: true } };

  declare panel: HTMLElement | null;
  declare private isTall: boolean;
  /** Pulled down far enough. */
  onClose: () => void = () => {};
  readonly #drag = new SheetDrag({
    panel: () => this.panel,
    isTall: () => this.isTall,
    settle: (end) => this.#settle(end),
  });

  constructor() {
    super();
    this.panel = null;
    this.isTall = false;
  }

  /** Gives all the room that there is. */
  grow(): void {
    this.isTall = true;
  }

  protected override updated(): void {
    this.panel?.toggleAttribute('data-tall', this.isTall);
  }

  protected override render(): TemplateResult {
    return html`<button
      type="button"
      class="handle"
      part="handle"
      aria-label=${words.shape.tall}
      aria-pressed=${this.isTall ? 'true' : 'false'}
      @click=${this.#press}
      @keydown=${this.#onKey}
      @pointerdown=${this.#drag.start}
    ></button>`;
  }

  /** A drag ends with a click, too, which is none. That of a key has no count. */
  readonly #press = ({ detail }: MouseEvent): void => {
    if (detail === 0 || !this.#drag.hasMoved) this.isTall = !this.isTall;
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    this.isTall = event.key === 'ArrowUp';
  };

  #settle(end: 'closed' | 'half' | 'full'): void {
    if (end === 'closed') this.onClose();
    this.isTall = end === 'full';
  }
}
