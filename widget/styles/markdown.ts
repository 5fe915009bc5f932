import { css } from 'lit';

/** Answers in markdown. Loaded with what reads them. */
export const markdown = css`
  .markdown {
    display: flex;
    flex-direction: column;
    gap: 12px;
    min-inline-size: 0;
  }

  .markdown :is(p, li, h4, h5, h6, th, td) {
    margin: 0;
    unicode-bidi: plaintext;
    text-align: start;
  }

  .markdown :is(p, h4, h5, h6) {
    white-space: pre-wrap;
    text-wrap: pretty;
  }

  .markdown :is(h4, h5, h6) {
    font-size: var(--_font-size);
    font-weight: 600;
    line-height: 1.35;
  }

  .markdown .heading-1 {
    font-size: 20px;
    letter-spacing: -0.01em;
  }

  .markdown .heading-2 {
    font-size: calc(var(--_font-size) + 2px);
  }

  .markdown * + .heading {
    margin-block-start: 8px;
  }

  .markdown :is(ul, ol) {
    display: flex;
    flex-direction: column;
    gap: 4px;
    margin: 0;
    padding: 0;
    padding-inline-start: 24px;
  }

  /* Beside its mark, on the list's side, whatever direction it runs in. */
  .markdown li {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }

  .markdown li p {
    text-align: inherit;
  }

  .markdown li::marker {
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }

  .markdown .task {
    display: flex;
    gap: 8px;
    margin-inline-start: -24px;
  }

  .markdown .task > div {
    flex: 1;
    min-inline-size: 0;
    margin: 0;
  }

  .markdown blockquote {
    display: flex;
    flex-direction: column;
    gap: 8px;
    margin: 0;
    padding-inline-start: 16px;
    border-inline-start: 2px solid var(--_border);
    color: var(--_muted);
  }

  .markdown hr {
    inline-size: 100%;
    margin: 4px 0;
    border: 0;
    border-block-start: 1px solid var(--_border);
  }

  .markdown li > * + :is(p, ul, ol, blockquote, figure),
  .markdown .task > div > * + :is(p, ul, ol, blockquote, figure) {
    margin-block-start: 4px;
  }

  .markdown a {
    border-radius: 4px;
    color: inherit;
  }

  .markdown a[href] {
    color: var(--_accent-text);
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
  }

  .markdown .host,
  .markdown .image {
    color: var(--_muted);
  }

  .markdown .image:not(:empty) {
    padding-inline: 4px;
    border: 1px solid var(--_border);
    border-radius: 4px;
  }

  .markdown code {
    font-family: var(--_font-mono);
    font-size: 13px;
    unicode-bidi: isolate;
  }

  .markdown :not(pre) > code {
    padding: 0 4px;
    border-radius: 4px;
    background: var(--_surface);
  }

  .markdown .code {
    margin: 0;
    overflow: hidden;
    border-radius: var(--_radius-control);
    background: var(--_surface);
  }

  .markdown .code-bar {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    padding-block: 4px 0;
    padding-inline: 12px 4px;
    font-size: 12px;
  }

  .markdown .copy {
    min-block-size: 32px;
    padding: 4px 8px;
    border-radius: var(--_radius-control);
    color: var(--_muted);
    font-size: 12px;
  }

  .markdown .copy:hover {
    color: var(--_fg);
  }

  .markdown .copy:not([data-copied]) .copy-done,
  .markdown .copy[data-copied] .copy-ready {
    display: none;
  }

  .markdown pre {
    overflow: auto;
    padding: 4px 12px 12px;
    line-height: 20px;
    overflow-wrap: normal;
    scrollbar-width: thin;
    white-space: pre;
  }

  .markdown pre:focus-visible,
  .markdown .table-frame:focus-visible {
    outline-offset: -2px;
  }

  .markdown .table-frame {
    overflow: auto;
    max-inline-size: 100%;
    scrollbar-width: thin;
  }

  .markdown table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
    overflow-wrap: normal;
  }

  .markdown :is(th, td) {
    padding: 8px 12px;
    border-block-end: 1px solid var(--_border);
    vertical-align: top;
  }

  .markdown th {
    font-weight: 600;
  }

  .markdown :is(th, td):first-child {
    padding-inline-start: 0;
  }

  .markdown [data-align='center'] {
    text-align: center;
  }

  .markdown [data-align='right'] {
    text-align: end;
  }

  @media (pointer: coarse) {
    .markdown .copy {
      min-block-size: 44px;
    }
  }

  @media (forced-colors: active) {
    .markdown .code,
    .markdown :not(pre) > code {
      border: 1px solid CanvasText;
    }
  }
`;
