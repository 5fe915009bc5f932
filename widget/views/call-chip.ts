import { html, nothing, type TemplateResult } from 'lit';
import type { CallItem, CallState } from '../conversation/items.ts';
import { words } from '../strings/words.ts';
import { describeCall } from './describe-call.ts';
import { icon } from './icon.ts';
import type { Intents } from './intents.ts';
import { jsonBlock } from './json-block.ts';
import { summariseArgs } from './summarise-args.ts';
import { visibleText } from './visible-text.ts';

/** One call as a quiet line, with everything that was sent behind it. A card may stand below the line. */
export function callChip(
  item: CallItem,
  title: string | undefined,
  card: TemplateResult | typeof nothing,
  intents: Intents,
): TemplateResult {
  const { label, state, tellsState } = describeCall(item, title);
  const summary = summariseArgs(item.args);
  return html`<div class="call" part="call" data-call-id=${item.id} data-state=${item.state.phase}>
    <details class="call-details" part="call-details">
      <summary class="call-line" part="call-line">
        ${icon(item.state.phase)}
        <span class="call-words">
          <span>
            <span class="call-label" part="call-label"><bdi>${visibleText(label)}</bdi></span>
            <span class=${tellsState ? 'call-state unseen' : 'call-state'} part="call-state"
              ><bdi>${visibleText(state)}</bdi></span
            >
          </span>
          ${
            summary && card === nothing
              ? html`<span class="call-args" part="call-args"><bdi>${visibleText(summary)}</bdi></span>`
              : nothing
          }
        </span>
      </summary>
      <div class="call-data" part="call-data">${callData(item)}</div>
    </details>
    ${
      item.state.phase === 'running'
        ? html`<headless-agent-running
            .call=${item.id}
            .since=${item.state.since}
            .label=${label}
            .intents=${intents}
          ></headless-agent-running>`
        : nothing
    }
    ${card}${item.receipt && html`<headless-agent-receipt .receipt=${item.receipt}></headless-agent-receipt>`}
  </div>`;
}

function callData(item: CallItem): TemplateResult {
  const { details } = words;
  return html`
    <p class="call-name"><code>${item.tool}</code>${duration(item.state)}</p>
    <p class="caption">${details.args}</p>
    ${jsonBlock(item.args, details.args)} ${outcome(item.state)}
  `;
}

function duration(state: CallState): string | typeof nothing {
  return state.phase === 'done' && state.ms !== undefined ? ` · ${words.details.duration(state.ms)}` : nothing;
}

function outcome(state: CallState): TemplateResult | typeof nothing {
  const { details } = words;
  if (state.phase === 'done') {
    return html`<p class="caption">${details.result}</p>
      ${jsonBlock(state.value, details.result)}`;
  }
  if (state.phase !== 'failed') return nothing;
  return html`<p class="caption">${details.error}</p>
    ${jsonBlock({ code: state.error.code, message: state.error.message }, details.error)}`;
}
