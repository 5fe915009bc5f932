import { css } from 'lit';

/** What decides: Deny, how long a yes lasts, Allow, and what is said above them. */
export const cardControls = css`
  .card-actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: flex-end;
    gap: 8px;
    margin-block-start: 8px;
  }

  .card-reason {
    color: var(--_warning);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
  }

  .card-time {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    font-size: 12px;
  }

  .card-scope {
    min-inline-size: 0;
    min-block-size: 40px;
    margin: 0;
    padding-block: 4px;
    padding-inline: 8px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-control);
    background: var(--_raised);
    color: inherit;
    font: inherit;
  }

  .danger .primary,
  .danger .primary:hover:not([aria-disabled='true']) {
    border-color: var(--_danger);
    background: none;
    color: var(--_danger);
  }

  @media (pointer: coarse) {
    .card-actions .button,
    .card-scope {
      flex: 1 0 auto;
      min-block-size: 48px;
    }
  }

  @container (inline-size < 400px) {
    .card-actions .button,
    .card-scope {
      flex: 1 0 auto;
    }

    .card-scope {
      order: -1;
      flex-basis: 100%;
    }
  }
`;
