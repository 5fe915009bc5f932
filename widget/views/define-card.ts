import { enApprovals } from '../strings/en-approvals.ts';
import { enPermissions } from '../strings/en-permissions.ts';
import { enTalk } from '../strings/en-talk.ts';
import { en } from '../strings/en.ts';
import { learn } from '../strings/words.ts';
import { ApprovalCard } from './approval/approval-card.ts';
import { Desk } from './approval/desk.ts';
import { ReceiptLine } from './approval/receipt-line.ts';
import { callChip } from './call-chip.ts';
import { drawCallsWith } from './draw-call.ts';
import { AnswerActions } from './talk/answer-actions.ts';
import { CallSteps } from './talk/call-steps.ts';
import { Newer } from './talk/newer.ts';
import { RunningCall } from './talk/running-call.ts';
import { Writing } from './talk/writing.ts';
import { PermissionsButton } from './permissions/permissions-button.ts';
import { Thought } from './thought.ts';

// What is defined here is drawn in more words than the entry has.
learn({ ...en, approvals: enApprovals, permissions: enPermissions, talk: enTalk });

const views = {
  'headless-agent-actions': AnswerActions,
  'headless-agent-approval': ApprovalCard,
  'headless-agent-desk': Desk,
  'headless-agent-newer': Newer,
  'headless-agent-permissions': PermissionsButton,
  'headless-agent-receipt': ReceiptLine,
  'headless-agent-running': RunningCall,
  'headless-agent-steps': CallSteps,
  'headless-agent-thought': Thought,
  'headless-agent-writing': Writing,
} as const;

/** Defines, once a page, what is needed only when a model has begun to do something. */
export function defineCard(): void {
  drawCallsWith(callChip);
  for (const [tag, view] of Object.entries(views)) {
    if (!customElements.get(tag)) customElements.define(tag, view);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'headless-agent-actions': AnswerActions;
    'headless-agent-newer': Newer;
    'headless-agent-running': RunningCall;
    'headless-agent-steps': CallSteps;
    'headless-agent-writing': Writing;
    'headless-agent-approval': ApprovalCard;
    'headless-agent-desk': Desk;
    'headless-agent-permissions': PermissionsButton;
    'headless-agent-receipt': ReceiptLine;
    'headless-agent-thought': Thought;
  }
}
