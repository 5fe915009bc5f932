import { html, nothing, type TemplateResult } from 'lit';
import type { PanelState } from '../panel.ts';
import { visibleText } from '../visible-text.ts';
import { words } from '../../strings/words.ts';
import { sourceWords } from './sources.ts';

/** What the conversation has read, what that means, and the way out of it. */
export function explainTaint({ taint, titles, intents }: PanelState, close: () => void): TemplateResult {
  const { desk } = words.approvals;
  const read = sourceWords(taint.untrusted, titles);
  const seen = sourceWords(taint.sensitive, titles);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  };
  return html`<section class="hem-text" part="hem-text" aria-label=${desk.title} @keydown=${onKey}>
    <h3>${desk.title}</h3>
    ${read.length > 0 ? html`<p>${visibleText(desk.strangers(read))}</p>` : nothing}
    ${seen.length > 0 ? html`<p>${visibleText(desk.personal(seen))}</p>` : nothing}
    <div class="hem-actions">
      <p class="caption">${desk.cleanMeans}</p>
      <button type="button" class="button" part="hem-close" @click=${close}>${desk.close}</button>
      <button type="button" class="button" part="hem-clean" @click=${() => intents.clear()}>${desk.clean}</button>
    </div>
  </section>`;
}
