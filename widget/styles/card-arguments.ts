import { css } from 'lit';

/** What is about to be used, to the last character. */
export const cardArguments = css`
  .args {
    display: grid;
    gap: 12px;
    flex-shrink: 1;
    min-block-size: 44px;
    overflow: auto;
    scrollbar-width: thin;
    padding: 12px;
    border-radius: var(--_radius-control);
    background: var(--_surface);
  }

  .args-list {
    display: grid;
    gap: 8px;
  }

  .args-list + .args-list {
    padding-block-start: 12px;
    border-block-start: 1px solid var(--_border);
  }

  .arg {
    display: grid;
    grid-template-columns: minmax(72px, auto) minmax(0, 1fr);
    gap: 12px;
  }

  .arg dt {
    max-inline-size: 160px;
    color: var(--_muted);
  }

  .arg dd {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 12px;
    min-inline-size: 0;
  }

  .arg .link {
    margin-block: -4px;
    margin-inline: -8px;
  }

  .value {
    min-inline-size: 0;
    max-inline-size: 100%;
    unicode-bidi: plaintext;
    white-space: pre-wrap;
  }

  .args .json {
    max-block-size: none;
    padding: 0;
    background: none;
  }

  .args .clamped {
    display: block;
    max-block-size: 120px;
    overflow: hidden;
    mask-image: linear-gradient(#000 60%, transparent);
  }

  .arg-input {
    flex: 1 0 100%;
    min-inline-size: 0;
    margin: 0;
    padding: 8px 12px;
    border: 1px solid var(--_edge);
    border-radius: var(--_radius-control);
    background: var(--_bg);
    color: inherit;
    font: inherit;
    resize: vertical;
  }

  .arg-input[aria-invalid='true'] {
    border-color: var(--_danger);
  }

  .url {
    unicode-bidi: isolate;
  }

  .url-host {
    font-weight: 700;
  }

  .overlap {
    border-radius: 4px;
    background: none;
    color: var(--_danger);
    font-weight: 600;
    text-decoration: underline;
    text-decoration-thickness: 2px;
    text-underline-offset: 0.2em;
  }

  @media (forced-colors: active) {
    .args,
    .call-data .json {
      border: 1px solid CanvasText;
    }
  }

  @media (pointer: coarse) {
    .arg-input {
      font-size: max(16px, var(--_font-size));
    }
  }

  @container (inline-size < 360px) {
    .arg {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
  }
`;
