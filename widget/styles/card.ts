import { css } from 'lit';
import { cardArguments } from './card-arguments.ts';
import { cardControls } from './card-controls.ts';

/** The question to the person: the one thing in the conversation that stands out. */
export const card = css`
  headless-agent-approval {
    display: block;
    margin-block-start: 8px;
    scroll-margin-block: 12px;
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

  .card.danger {
    border-color: var(--_danger);
  }

  .card > * {
    flex: none;
  }

  .card-top {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    color: var(--_muted);
    font-size: 12px;
  }

  .card-count {
    flex: none;
    font-variant-numeric: tabular-nums;
  }

  .card-title {
    font-size: var(--_font-size);
    font-weight: 600;
    line-height: 1.35;
    text-wrap: balance;
  }

  .card-title:focus {
    outline: none;
  }

  .card-title:focus-visible {
    outline: 2px solid var(--_accent-text);
    outline-offset: 4px;
    border-radius: 4px;
  }

  .card-alarm {
    display: flex;
    align-items: flex-start;
    gap: 8px;
    color: var(--_danger);
  }

  .call .card-alarm .icon {
    color: inherit;
    margin-block-start: 2px;
  }

  .card-together {
    align-self: flex-start;
  }

  .card-facts {
    flex-shrink: 3;
    min-block-size: 64px;
    overflow: auto;
    scrollbar-width: thin;
    color: var(--_muted);
  }

  .card-facts .caption:not(:first-child) {
    margin-block-start: 8px;
  }

  .card-facts p:not(.caption) {
    color: var(--_fg);
  }

  .card-facts .card-said {
    color: var(--_muted);
    font-style: italic;
  }

  .paths {
    display: grid;
    gap: 4px;
    margin-block: 4px;
  }

  .paths > div {
    display: grid;
    grid-template-columns: minmax(88px, auto) minmax(0, 1fr);
    gap: 12px;
  }

  /* Whom the call passes, from one to the next. */
  .path {
    display: flex;
    flex-wrap: wrap;
    gap: 0 20px;
    margin: 0;
    padding: 0;
    list-style: none;
    color: var(--_fg);
  }

  .path li {
    position: relative;
  }

  .path li:not(:first-child)::before {
    content: '';
    position: absolute;
    inset-block-start: 8px;
    inset-inline-start: -12px;
    inline-size: 0.4em;
    block-size: 0.4em;
    border-block-start: 1.5px solid var(--_edge);
    border-inline-end: 1.5px solid var(--_edge);
    rotate: 45deg;
  }

  .path li:dir(rtl):not(:first-child)::before {
    rotate: -45deg;
  }

  .card-line {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    padding-inline-start: 24px;
    color: var(--_warning);
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

  ${cardArguments}
  ${cardControls}
`;
