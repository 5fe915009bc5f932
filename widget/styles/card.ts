import { css } from 'lit';

/** The question to the person: the one thing in the conversation that stands out. */
export const card = css`
  headless-agent-approval {
    display: block;
    margin-block-start: 8px;
  }

  .card {
    display: flex;
    flex-direction: column;
    gap: 8px;
    /* The list's height: what is asked, with which arguments, and the buttons are in sight together. */
    max-block-size: max(100cqb, 256px);
    padding: 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_raised);
    box-shadow: var(--_shadow);
  }

  .card-who {
    color: var(--_muted);
    font-size: 12px;
  }

  .card-title {
    font-size: var(--_font-size);
    font-weight: 600;
    line-height: 1.35;
  }

  .card > * {
    flex: none;
  }

  .card-note,
  .card-facts {
    flex-shrink: 1;
    min-block-size: 20px;
    overflow: auto;
    color: var(--_muted);
  }

  .card-facts .caption:not(:first-child) {
    margin-block-start: 8px;
  }

  .card-facts p:not(.caption) {
    color: var(--_fg);
  }

  .args {
    display: grid;
    gap: 8px;
    flex-shrink: 999;
    min-block-size: 44px;
    overflow: auto;
    padding: 12px;
    border-radius: var(--_radius-control);
    background: var(--_surface);
  }

  .args > div {
    display: grid;
    grid-template-columns: minmax(72px, auto) minmax(0, 1fr);
    gap: 12px;
  }

  .args dt {
    max-inline-size: 160px;
    color: var(--_muted);
  }

  .value {
    display: block;
    unicode-bidi: plaintext;
    white-space: pre-wrap;
  }

  .args .json {
    max-block-size: none;
    padding: 0;
  }

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

  .button:hover:enabled {
    background: var(--_surface);
  }

  .primary,
  .primary:hover:enabled {
    border-color: transparent;
    background: var(--_fill);
    color: var(--_on-fill);
  }

  .button:is(:disabled, [aria-disabled='true']) {
    opacity: 0.5;
  }

  @media (pointer: coarse) {
    .button {
      flex: 1 0 auto;
      min-block-size: 48px;
    }
  }

  @container (inline-size < 320px) {
    .button {
      flex: 1 0 auto;
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    .card {
      animation: appear var(--_motion) ease-out;
    }

    @keyframes appear {
      from {
        translate: 0 -4px;
      }
    }
  }

  @media (forced-colors: active) {
    .primary {
      border-color: ButtonText;
    }
  }
`;
