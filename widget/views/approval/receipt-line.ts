import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Receipt } from '../../conversation/items.ts';
import { receipt as receiptStyles } from '../../styles/receipt.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { LightElement } from '../light-element.ts';
import { words } from '../../strings/words.ts';

/** What is left of a card once it is decided: how, and when. */
export class ReceiptLine extends LightElement {
  static override properties: PropertyDeclarations = { receipt: { attribute: false } };

  declare receipt: Receipt;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, receiptStyles);
  }

  protected override render(): TemplateResult {
    const { receipt } = words.approvals;
    const { decision, at } = this.receipt;
    return html`<p class="receipt" part="receipt" data-decision=${decision}>
      ${receipt[decision]} · ${receipt.at(at)}
    </p>`;
  }
}
