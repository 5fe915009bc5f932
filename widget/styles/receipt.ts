import { css } from 'lit';

/** The line that a card folds into. It begins where the words of its chip do. */
export const receipt = css`
  .receipt {
    padding-inline-start: 24px;
    color: var(--_muted);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
  }

  @media (prefers-reduced-motion: no-preference) {
    .receipt {
      animation: settle var(--_motion) ease-out;
    }

    @keyframes settle {
      from {
        opacity: 0;
        translate: 0 -8px;
      }
    }
  }
`;
