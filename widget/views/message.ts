import { html, nothing, type TemplateResult } from 'lit';
import type { AgentItem, NoteItem, UserItem } from '../conversation/items.ts';
import { told, words } from '../strings/words.ts';
import { growingText } from './growing-text.ts';
import { icon } from './icon.ts';
import type { Intents } from './intents.ts';

/** What the person said. */
export function userMessage(item: UserItem, intents: Intents): TemplateResult {
  return html`<div class="message user" part="message message-user" data-state=${item.state}>
    <h3 class="unseen">${words.you}</h3>
    <div class="bubble" part="bubble" dir="auto" ${growingText(item.text)}></div>
    ${delivery(item, intents)}
  </div>`;
}

function delivery(item: UserItem, intents: Intents): TemplateResult | typeof nothing {
  if (item.state === 'sent') return nothing;
  if (item.state === 'waiting') return html`<p class="meta" part="meta">${words.waiting}</p>`;
  return html`<p class="meta" part="meta">${words.notSent} · ${retryButton(item.id, intents)}</p>`;
}

/** What the agent said. */
export function agentMessage(item: AgentItem, label: string): TemplateResult {
  return html`<div class="message agent" part="message message-agent" data-streaming=${item.streaming}>
    <h3 class="unseen">${label}</h3>
    <headless-agent-answer .text=${item.text} .streaming=${item.streaming}></headless-agent-answer>
  </div>`;
}

/** What nobody said but the person should know. */
export function note(item: NoteItem, intents: Intents): TemplateResult {
  return html`<div class="note" part="note" data-tone=${item.tone}>
    ${icon(item.tone === 'error' ? 'failed' : 'info')}
    <p dir="auto">${told(item.text, item.code)}</p>
    ${item.retry === undefined ? nothing : retryButton(item.retry, intents)}
  </div>`;
}

function retryButton(message: string, intents: Intents): TemplateResult {
  return html`<button type="button" class="link" part="retry" @click=${() => intents.retry(message)}>
    ${words.retry}
  </button>`;
}
