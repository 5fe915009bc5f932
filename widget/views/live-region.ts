import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Line, Urgency } from '../a11y/announcer.ts';

/** The voice of the element: hidden from sight, heard by a screen reader once a line. */
export function liveRegions(lines: Readonly<Record<Urgency, readonly Line[]>>): TemplateResult {
  return html`
    <div class="unseen" part="announcer" role="status" aria-live="polite" aria-atomic="false">
      ${said(lines.polite)}
    </div>
    <div class="unseen" part="announcer" role="alert" aria-atomic="false">${said(lines.assertive)}</div>
  `;
}

function said(lines: readonly Line[]): unknown {
  return repeat(
    lines,
    ({ id }) => id,
    ({ text }) => html`<p>${text}</p>`,
  );
}
