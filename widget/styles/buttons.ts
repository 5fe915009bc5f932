import { css } from 'lit';

/** What can be pressed in a card, an explanation or a sheet. */
export const buttons = css`
  .button {
    flex: none;
    min-block-size: 40px;
    padding: 8px 20px;
    border: 1px solid var(--_edge);
    border-radius: var(--_radius-control);
    font-size: 13px;
    font-weight: 600;
    text-align: center;
    white-space: nowrap;
    transition:
      background var(--_motion),
      opacity var(--_motion);
  }

  .button:hover:not(:disabled, [aria-disabled='true']) {
    background: var(--_surface);
  }

  .primary,
  .primary:hover:not(:disabled, [aria-disabled='true']) {
    border-color: transparent;
    background: var(--_fill);
    color: var(--_on-fill);
  }

  .button:is(:disabled, [aria-disabled='true']) {
    opacity: 0.5;
  }

  @media (forced-colors: active) {
    .primary {
      border-color: ButtonText;
    }
  }
`;
