import { Answer } from './answer.ts';
import { Composer } from './composer.ts';
import { Transcript } from './transcript.ts';

const views = {
  // What was said is readable before the rest is loaded, and where that never is.
  'headless-agent-answer': Answer,
  'headless-agent-composer': Composer,
  'headless-agent-transcript': Transcript,
} as const;

/** Defines the element's inner elements, each once a page. The card has a file of its own. */
export function defineViews(): void {
  for (const [tag, view] of Object.entries(views)) {
    if (!customElements.get(tag)) customElements.define(tag, view);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'headless-agent-answer': Answer;
    'headless-agent-composer': Composer;
    'headless-agent-transcript': Transcript;
  }
}
