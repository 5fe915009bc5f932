import { html, type TemplateResult } from 'lit';
import type { CallPhase } from '../conversation/items.ts';

const circle = 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0';

/** Drawn on a grid of 16, with strokes. */
const paths = {
  requested: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  asking: `${circle}M6.2 6.3a1.9 1.9 0 1 1 2.7 2c-.6.3-.9.6-.9 1.2M8 11.4h.01`,
  running: 'M14 8a6 6 0 1 1-6-6',
  done: 'M3 8.6l3.2 3.1L13 4.6',
  denied: `${circle}M3.8 3.8l8.4 8.4`,
  failed: `${circle}M8 4.8v3.8M8 11.2h.01`,
  'timed-out': `${circle}M8 4.6V8l2.3 1.6`,
  cancelled: 'M4.5 4.5h7v7h-7z',
  unknown: 'M2.5 8.6c1.4-2.6 3.4-2.6 5.2-.6s4 2 5.8-.6',
  send: 'M8 13V3.2M3.6 7.4L8 3l4.4 4.4',
  stop: 'M4.8 4.8h6.4v6.4H4.8z',
  info: `${circle}M8 7.6v3.6M8 4.8h.01`,
  offline:
    'M2 2l12 12M4.2 8.6a5.6 5.6 0 0 1 2.2-1.3M9.6 7.4a5.6 5.6 0 0 1 2.2 1.2M2 6a9 9 0 0 1 2.2-1.5M7.4 3.6A9 9 0 0 1 14 6M8 12h.01',
  clear: 'M7.4 3.2H3.2v9.6h9.6V8.6M12 2.4L13.6 4 8.5 9.1l-2.1.5.5-2.1z',
} as const satisfies Record<CallPhase, string> & Record<string, string>;

/** A small picture that says nothing to a screen reader: words stand beside it. */
export function icon(name: keyof typeof paths): TemplateResult {
  return html`<svg class="icon icon-${name}" part="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d=${paths[name]}></path>
  </svg>`;
}
