import { html, type TemplateResult } from 'lit';
import type { JsonValue } from '../../shared/json.ts';
import { visibleText } from './visible-text.ts';

/** A value as it is sent, with its hidden characters in sight. */
export function jsonBlock(value: JsonValue, label: string): TemplateResult {
  const text = visibleText(JSON.stringify(value, null, 2));
  return html`<pre class="json" tabindex="0" role="group" aria-label=${label} dir="ltr"><span>${text}</span></pre>`;
}
