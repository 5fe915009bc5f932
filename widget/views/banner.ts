import { html, nothing, type TemplateResult } from 'lit';
import type { ConnectionState } from '../connection/state.ts';
import { words } from '../strings/words.ts';
import { icon } from './icon.ts';
import type { Intents } from './intents.ts';

/** What stands above the conversation: a cut, a refusal, or that no AI is connected. */
export function banner(
  connection: ConnectionState,
  secondsLeft: number | undefined,
  intents: Intents,
): TemplateResult | typeof nothing {
  if (connection.phase === 'lost') return offline(words.nextTry(secondsLeft ?? 0), intents);
  if (connection.phase === 'connecting' && connection.attempt > 0) return offline(words.tryingNow);
  if (connection.phase === 'refused') return line('banner-refused', 'failed', html`${connection.reason}`);
  if (connection.phase !== 'open' || !connection.welcome.model.rehearsal) return nothing;
  return line('banner-rehearsal', 'info', html`${words.rehearsal}`);
}

function offline(next: string, intents?: Intents): TemplateResult {
  const button = html`<button type="button" class="link" part="retry" @click=${() => intents?.retryNow()}>
    ${words.tryNow}
  </button>`;
  return line('banner-offline', 'offline', html`${words.lost} ${next}`, intents && button);
}

function line(
  name: string,
  picture: 'failed' | 'info' | 'offline',
  text: TemplateResult,
  button?: TemplateResult,
): TemplateResult {
  return html`<div class="banner ${name}" part="banner ${name}">
    ${icon(picture)}
    <p dir="auto">${text}</p>
    ${button ?? nothing}
  </div>`;
}
