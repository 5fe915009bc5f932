import { css } from 'lit';

/** The capsule in which the person writes. */
export const composer = css`
  headless-agent-composer {
    display: block;
    flex: none;
    padding: 8px 12px 12px;
  }

  .composer {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: end;
    gap: 4px;
    padding: 4px;
    border: 1px solid var(--_edge);
    border-radius: 24px;
    background: var(--_raised);
    transition: border-color var(--_motion);
  }

  .composer:focus-within {
    border-color: var(--_accent-text);
    outline: 1px solid var(--_accent-text);
  }

  /* The mirror lies in the same cell as the field and gives it its height. */
  .grow {
    display: grid;
    max-block-size: 160px;
    overflow: hidden auto;
    scrollbar-width: thin;
  }

  .grow::after {
    content: attr(data-text) ' ';
    visibility: hidden;
    pointer-events: none;
  }

  .grow::after,
  .input {
    grid-area: 1 / 1;
    min-inline-size: 0;
    padding-inline: 12px 4px;
    padding-block: 8px;
    font: inherit;
    line-height: 24px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .input {
    margin: 0;
    border: 0;
    outline: none;
    background: none;
    color: inherit;
    resize: none;
    overflow: hidden;
  }

  .input::placeholder {
    overflow: hidden;
    color: var(--_muted);
    opacity: 1;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .send {
    display: grid;
    place-items: center;
    inline-size: 40px;
    block-size: 40px;
    border-radius: 50%;
    background: var(--_fill);
    color: var(--_on-fill);
    transition:
      background var(--_motion),
      color var(--_motion);
  }

  .send[aria-disabled='true'] {
    background: var(--_surface);
    color: var(--_muted);
  }

  .send .icon-stop {
    fill: currentColor;
  }

  .hint {
    grid-column: 1 / -1;
    padding: 0 12px 8px;
    color: var(--_muted);
    font-size: 12px;
  }

  ::slotted([slot='privacy']) {
    display: block;
    padding: 0 24px 12px;
    text-align: center;
  }

  /* Below 16 px a phone zooms into the field. */
  @media (pointer: coarse) {
    .input,
    .grow::after {
      font-size: max(16px, var(--_font-size));
    }
  }

  @media (forced-colors: active) {
    .send {
      border: 1px solid ButtonText;
    }
  }
`;
