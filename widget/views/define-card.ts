import { enApprovals } from '../strings/en-approvals.ts';
import { enPermissions } from '../strings/en-permissions.ts';
import { en } from '../strings/en.ts';
import { learn } from '../strings/words.ts';
import { ApprovalCard } from './approval/approval-card.ts';
import { Desk } from './approval/desk.ts';
import { ReceiptLine } from './approval/receipt-line.ts';
import { PermissionsButton } from './permissions/permissions-button.ts';
import { Thought } from './thought.ts';

// What is defined here is drawn in more words than the entry has.
learn({ ...en, approvals: enApprovals, permissions: enPermissions });

const views = {
  'headless-agent-approval': ApprovalCard,
  'headless-agent-desk': Desk,
  'headless-agent-permissions': PermissionsButton,
  'headless-agent-receipt': ReceiptLine,
  'headless-agent-thought': Thought,
} as const;

/** Defines, once a page, what is needed only when a model has begun to do something. */
export function defineCard(): void {
  for (const [tag, view] of Object.entries(views)) {
    if (!customElements.get(tag)) customElements.define(tag, view);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'headless-agent-approval': ApprovalCard;
    'headless-agent-desk': Desk;
    'headless-agent-permissions': PermissionsButton;
    'headless-agent-receipt': ReceiptLine;
    'headless-agent-thought': Thought;
  }
}
