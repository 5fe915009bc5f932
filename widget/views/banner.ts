import { html, nothing, type TemplateResult } from 'lit';
import { closeCode } from '../../shared/protocol.ts';
import type { ConnectionState } from '../connection/state.ts';
import { told, words } from '../strings/words.ts';
import { icon } from './icon.ts';
import type { Intents } from './intents.ts';

type RefusedState = Extract<ConnectionState, { phase: 'refused' }>;

/** What stands above the conversation: a cut, a refusal, or that no AI is connected. */
export function banner(
  connection: ConnectionState,
  secondsLeft: number | undefined,
  intents: Intents,
): TemplateResult | typeof nothing {
  if (connection.phase === 'lost') {
    const next = html`${words.lost} ${words.nextTry(secondsLeft ?? 0)}`;
    return line('banner-offline', 'offline', next, tryNow(words.tryNow, intents));
  }
  if (connection.phase === 'connecting' && connection.attempt > 0) {
    return line('banner-offline', 'offline', html`${words.lost} ${words.tryingNow}`);
  }
  if (connection.phase === 'refused') return refused(connection, intents);
  if (connection.phase !== 'open' || !connection.welcome.model.rehearsal) return nothing;
  return line('banner-rehearsal', 'info', html`${words.rehearsal}`);
}

function refused({ code, reason }: RefusedState, intents: Intents): TemplateResult {
  // Without a code there is no server to try: the page has to name another.
  const button = code && tryNow(code === closeCode.takenOver ? words.continueHere : words.tryNow, intents);
  return line('banner-refused', 'failed', html`${told(reason)}`, button || nothing);
}

function tryNow(text: string, intents: Intents): TemplateResult {
  return html`<button type="button" class="link" part="retry" @click=${() => intents.retryNow()}>${text}</button>`;
}

function line(
  name: string,
  picture: 'failed' | 'info' | 'offline',
  text: TemplateResult,
  button: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`<div class="banner ${name}" part="banner ${name}">
    ${icon(picture)}
    <p dir="auto">${text}</p>
    ${button}
  </div>`;
}
