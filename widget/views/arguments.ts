import { html, nothing, type TemplateResult } from 'lit';
import type { JsonValue } from '../../shared/json.ts';
import { words } from '../strings/words.ts';
import { spaced } from './describe-call.ts';
import { visibleText } from './visible-text.ts';

/** Every argument with its value, drawn from the frozen values that will run. */
export function argumentList(args: JsonValue): TemplateResult | typeof nothing {
  const entries = Object.entries(typeof args === 'object' && args !== null ? args : { value: args });
  if (entries.length === 0) return nothing;
  return html`<dl class="args" part="approval-args">
    ${entries.map(
      ([key, value]) =>
        html`<div part="approval-arg">
          <dt>${visibleText(spaced(key))}</dt>
          <dd>${argumentValue(value)}</dd>
        </div>`,
    )}
  </dl>`;
}

function argumentValue(value: JsonValue): TemplateResult {
  if (value === '') return html`<em>${words.empty}</em>`;
  if (typeof value === 'boolean') return html`${value ? words.yes : words.no}`;
  if (typeof value === 'string') {
    return html`<span class="value" part="approval-value" dir="auto">${visibleText(value)}</span>`;
  }
  if (typeof value === 'object' && value !== null) return jsonBlock(value, words.details.args);
  return html`${String(value)}`;
}

/** A value as it is sent, with its hidden characters in sight. */
export function jsonBlock(value: JsonValue, label: string): TemplateResult {
  const text = visibleText(JSON.stringify(value, null, 2));
  return html`<pre class="json" tabindex="0" role="group" aria-label=${label} dir="ltr"><span>${text}</span></pre>`;
}
