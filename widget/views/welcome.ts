import { html, nothing, type TemplateResult } from 'lit';
import { words } from '../strings/words.ts';
import type { Intents } from './intents.ts';

const maxStarters = 3;

/** What stands in an empty conversation: what can be done here, and first messages that lead there. */
export function welcome(granted: readonly string[], intents: Intents): TemplateResult {
  const table: Readonly<Record<string, string>> = words.starters;
  const starters = granted
    .flatMap((tool) => (Object.hasOwn(table, tool) ? (table[tool] ?? []) : []))
    .slice(0, maxStarters);
  return html`<div class="welcome" part="welcome">
    <slot name="empty">
      <p class="welcome-title" part="welcome-title">${words.welcome}</p>
      <p class="welcome-more">${words.welcomeMore}</p>
    </slot>
    ${starters.length === 0 ? nothing : html`<div class="starters" part="starters">${starters.map(starter)}</div>`}
  </div>`;

  function starter(text: string): TemplateResult {
    return html`<button type="button" class="starter" part="starter" @click=${() => intents.send(text)}>
      ${text}
    </button>`;
  }
}
