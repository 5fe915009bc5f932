import { html, type TemplateResult } from 'lit';

/** Drawn on a grid of 16, with strokes. */
const paths = {
  copy: 'M5.6 5.6h7.6v7.6H5.6zM10.4 5.4V2.8H2.8v7.6h2.6',
  copied: 'M3 8.6l3.2 3.1L13 4.6',
  again: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.4v2.9h-2.9',
  edit: 'M3 13l.7-2.9 7-7a1.2 1.2 0 0 1 1.7 0l.5.5a1.2 1.2 0 0 1 0 1.7l-7 7z',
  down: 'M8 3v9.8M3.6 8.6L8 13l4.4-4.4',
  cancel: 'M4.4 4.4l7.2 7.2M11.6 4.4l-7.2 7.2',
  unfold: 'M6 3.8L10.2 8 6 12.2',
} as const;

/** A small picture that says nothing to a screen reader: words stand beside it. */
export function talkIcon(name: keyof typeof paths): TemplateResult {
  return html`<svg class="icon" part="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d=${paths[name]}></path>
  </svg>`;
}
