import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { words } from '../strings/words.ts';
import { LightElement } from '../views/light-element.ts';

/** Closes the panel. Stands at the end of its header. */
export class CloseButton extends LightElement {
  static override properties: PropertyDeclarations = { onPress: { attribute: false } };

  declare onPress: () => void;

  constructor() {
    super();
    this.onPress = () => {};
  }

  protected override render(): TemplateResult {
    return html`<button
      type="button"
      class="clear"
      part="close-button"
      aria-label=${words.shape.close}
      title=${words.shape.close}
      @click=${() => this.onPress()}
    >
      <svg class="icon" part="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3.5 3.5l9 9M12.5 3.5l-9 9"></path>
      </svg>
    </button>`;
  }
}
