import { ApprovalCard } from './approval-card.ts';

const tag = 'headless-agent-approval';

/** Defines the approval card, once a page. Needed with the first call. */
export function defineCard(): void {
  if (!customElements.get(tag)) customElements.define(tag, ApprovalCard);
}

declare global {
  interface HTMLElementTagNameMap {
    'headless-agent-approval': ApprovalCard;
  }
}
