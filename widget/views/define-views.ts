import { ApprovalCard } from './approval-card.ts';
import { Composer } from './composer.ts';
import { Transcript } from './transcript.ts';

const views = {
  'headless-agent-approval': ApprovalCard,
  'headless-agent-composer': Composer,
  'headless-agent-transcript': Transcript,
} as const;

/** Defines the element's inner elements, each once a page. */
export function defineViews(): void {
  for (const [tag, view] of Object.entries(views)) {
    if (!customElements.get(tag)) customElements.define(tag, view);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'headless-agent-approval': ApprovalCard;
    'headless-agent-composer': Composer;
    'headless-agent-transcript': Transcript;
  }
}
