import { html, nothing, type TemplateResult } from 'lit';
import type { RecordedCall, RecordList } from '../../approvals/recorded-call.ts';
import { words } from '../../strings/words.ts';
import { nameTool } from '../describe-call.ts';
import { visibleText } from '../visible-text.ts';
import { saveText } from './save-text.ts';

/** Every call that this browser remembers, with a copy to take away and a way to forget them. */
export function callRecord(record: RecordList, titles: ReadonlyMap<string, string>, clear: () => void): TemplateResult {
  const { record: said } = words.permissions;
  const calls = record.list();
  return html`<section class="sheet-part" part="record">
    <h3>${said.title}</h3>
    ${
      calls.length === 0
        ? html`<p class="caption">${said.none}</p>`
        : html`<p class="caption">${said.kept}</p>
            <ol class="record">
              ${calls.map((call) => recordedCall(call, titles))}
            </ol>
            <div class="sheet-actions">
              <button type="button" class="button" part="record-clear" @click=${clear}>${said.clear}</button>
              <button
                type="button"
                class="button"
                part="record-export"
                @click=${() => saveText(said.file, record.toJson())}
              >
                ${said.save}
              </button>
            </div>`
    }
  </section>`;
}

function recordedCall(call: RecordedCall, titles: ReadonlyMap<string, string>): TemplateResult {
  const { record, moment } = words.permissions;
  const facts = [words.phases[call.outcome], record.by[call.by], ...(call.bytes > 0 ? [record.sent(call.bytes)] : [])];
  return html`<li part="recorded-call">
    <p><bdi>${visibleText(nameTool(call.tool, titles.get(call.tool)))}</bdi></p>
    <p class="caption">
      ${moment(call.at)} · ${facts.join(' · ')}${call.code === undefined ? nothing : ` (${call.code})`}
    </p>
  </li>`;
}
