import { html, nothing, type TemplateResult } from 'lit';
import type { Line, Urgency } from '../a11y/announcer.ts';
import { closeCode } from '../../shared/protocol.ts';
import type { Taint } from '../../shared/taint.ts';
import type { Ask } from '../approvals/ask.ts';
import type { ConnectionState } from '../connection/state.ts';
import type { Item } from '../conversation/items.ts';
import { fixedLimits } from '../../shared/limits.ts';
import { words } from '../strings/words.ts';
import { banner } from './banner.ts';
import { icon } from './icon.ts';
import type { Intents } from './intents.ts';
import { liveRegions } from './live-region.ts';

/** Everything there is to see. */
export interface PanelState {
  readonly label: string;
  readonly placeholder: string;
  readonly connection: ConnectionState;
  readonly items: readonly Item[];
  readonly asks: readonly Ask[];
  readonly working: boolean;
  /** A conversation of an earlier page is expected. */
  readonly restoring: boolean;
  /** What the conversation has read. */
  readonly taint: Taint;
  readonly titles: ReadonlyMap<string, string>;
  /** Until the next try, while the connection is lost. */
  readonly secondsLeft: number | undefined;
  readonly lines: Readonly<Record<Urgency, readonly Line[]>>;
  readonly intents: Intents;
}

/** The whole element from its state. */
export function panel(state: PanelState): TemplateResult {
  const { connection, intents } = state;
  return html`<section
    class="base"
    part="base"
    lang=${words.lang}
    dir=${words.dir === 'rtl' ? 'rtl' : 'ltr'}
    aria-label=${state.label}
  >
    ${header(state)} ${banner(connection, state.secondsLeft, intents)}
    <headless-agent-transcript
      .items=${state.items}
      .asks=${state.asks}
      .titles=${state.titles}
      .connection=${connection}
      .working=${state.working}
      .restoring=${state.restoring}
      .label=${state.label}
      .intents=${intents}
    ></headless-agent-transcript>
    <headless-agent-desk .state=${state}></headless-agent-desk>
    <headless-agent-composer
      .placeholder=${state.placeholder}
      .working=${state.working}
      .busyHint=${connection.phase === 'open' ? words.busyHint : words.oneWaits}
      .disabled=${connection.phase === 'refused' && connection.code === closeCode.takenOver}
      .maxChars=${connection.phase === 'open' ? connection.welcome.limits.maxMessageChars : fixedLimits.maxMessageChars}
      .intents=${intents}
    ></headless-agent-composer>
    <slot name="privacy" class="caption"></slot>
    ${liveRegions(state.lines)}
  </section>`;
}

function header(state: PanelState): TemplateResult {
  const { label, connection, items, intents } = state;
  return html`<header class="header" part="header">
    <h2 class="title" part="title">${label}</h2>
    <p class="status" part="status" data-phase=${connection.phase}>${words.status[connection.phase]}</p>
    <headless-agent-permissions .state=${state}></headless-agent-permissions>
    ${
      items.length === 0
        ? nothing
        : html`<button
            type="button"
            class="clear"
            part="clear-button"
            aria-label=${words.clear}
            title=${words.clear}
            @click=${() => intents.clear()}
          >
            ${icon('clear')}
          </button>`
    }
  </header>`;
}
