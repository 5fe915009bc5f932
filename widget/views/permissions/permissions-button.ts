import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { LightElement } from '../light-element.ts';
import type { PanelState } from '../panel.ts';
import { words } from '../../strings/words.ts';

type DrawSheet = (state: PanelState, onClose: () => void) => TemplateResult;

/** Opens the sheet that says what the assistant may do. The sheet is loaded when it is first wanted. */
export class PermissionsButton extends LightElement {
  static override properties: PropertyDeclarations = { state: { attribute: false }, sheet: { state: true } };

  declare state: PanelState;
  /** Undefined while the sheet is closed. */
  declare private sheet: DrawSheet | undefined;

  protected override render(): TemplateResult {
    const { permissions } = words.approvals;
    return html`<button
        type="button"
        class="clear"
        part="permissions-button"
        aria-label=${permissions}
        aria-haspopup="dialog"
        title=${permissions}
        @click=${() => void this.#open()}
      >
        <svg class="icon" part="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 1.8l5 1.9v4.1c0 3-2.1 5.3-5 6.4-2.9-1.1-5-3.4-5-6.4V3.7zM5.8 8l1.6 1.6 2.9-3"></path>
        </svg>
      </button>
      ${this.sheet?.(this.state, () => (this.sheet = undefined)) ?? nothing}`;
  }

  async #open(): Promise<void> {
    const { permissionsSheet } = await import('./permissions-sheet.ts');
    this.sheet = permissionsSheet;
  }
}
