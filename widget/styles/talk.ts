import { css } from 'lit';

/** What can be done with an answer, calls that are many, the way down, and what helps with writing. */
export const talk = css`
  headless-agent-actions,
  headless-agent-steps {
    display: contents;
  }

  /*
   * What is out of sight is neither laid out nor painted. Not so the newest turns: one that is just above the view has
   * to have its height when a question goes to the top. The padding is for outlines, which would be cut off.
   */
  .turn {
    contain-intrinsic-size: auto 240px;
    padding-inline: 8px;
    margin-inline: -8px;
  }

  .turn:nth-last-child(n + 4) {
    content-visibility: auto;
  }

  /* Its room is there before it shows, and within the room between two turns. */
  .actions {
    display: flex;
    flex-wrap: wrap;
    min-block-size: 28px;
    margin-block: -4px -20px;
    margin-inline-start: -8px;
    opacity: 0;
    transition: opacity var(--_motion);
  }

  .turn:hover .actions,
  .actions:focus-within,
  .latest .actions {
    opacity: 1;
  }

  .latest .actions {
    margin-block-end: 0;
  }

  .list[data-working] .actions {
    visibility: hidden;
  }

  .action,
  .cancel,
  .steps {
    display: flex;
    align-items: center;
    border-radius: var(--_radius-control);
    color: var(--_muted);
  }

  .action {
    gap: 4px;
    min-block-size: 28px;
    padding-inline: 8px;
    font-size: 12px;
  }

  .action .icon,
  .cancel .icon,
  .steps .icon {
    inline-size: 16px;
    block-size: 16px;
  }

  .action:hover,
  .cancel:hover,
  .steps:hover {
    background: var(--_surface);
    color: var(--_fg);
  }

  .call:has(> headless-agent-running) {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    column-gap: 4px;
  }

  .call:has(> headless-agent-running) > .call-details {
    min-inline-size: 0;
    max-inline-size: calc(100% - 80px);
  }

  .call:has(> headless-agent-running) > .call-details[open] {
    flex: 1;
  }

  headless-agent-running {
    display: flex;
    align-items: center;
    gap: 4px;
    min-block-size: 24px;
  }

  .elapsed {
    color: var(--_muted);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
  }

  .cancel {
    justify-content: center;
    inline-size: 24px;
    block-size: 24px;
  }

  .steps {
    align-self: flex-start;
    gap: 8px;
    min-block-size: 24px;
    padding-block: 2px;
    padding-inline: 4px 8px;
    margin-inline-start: -4px;
    font-size: 13px;
    line-height: 20px;
  }

  .steps .icon {
    transition: rotate var(--_motion);
  }

  .steps:dir(rtl) .icon {
    rotate: 180deg;
  }

  .steps[aria-expanded='true'] .icon {
    rotate: 90deg;
  }

  headless-agent-steps:not(:empty) + .call {
    margin-block-start: -8px;
  }

  .call[data-folded] {
    display: none;
  }

  headless-agent-newer {
    position: absolute;
    inset-block-end: 100%;
    inset-inline: 12px;
    display: flex;
    justify-content: center;
    pointer-events: none;
  }

  /* The bar of a question that waits leads down as well. */
  .bar ~ headless-agent-newer {
    display: none;
  }

  .newer {
    display: flex;
    align-items: center;
    gap: 4px;
    min-inline-size: 36px;
    min-block-size: 36px;
    padding-inline: 8px;
    margin-block-end: 4px;
    border: 1px solid var(--_border);
    border-radius: 24px;
    background: var(--_raised);
    box-shadow: var(--_shadow);
    color: var(--_accent-text);
    font-size: 13px;
    font-weight: 600;
    pointer-events: auto;
  }

  .newer:hover {
    background: var(--_surface);
  }

  headless-agent-writing {
    display: block;
  }

  .counter {
    padding: 4px 28px 0;
    color: var(--_muted);
    font-size: 12px;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }

  .counter[data-full] {
    color: var(--_danger);
  }

  /* Where nothing hovers, nothing hides; and a thumb needs room. */
  @media (hover: none), (pointer: coarse) {
    .actions {
      opacity: 1;
    }

    .action {
      min-block-size: 44px;
    }

    .cancel {
      inline-size: 44px;
      block-size: 44px;
      margin-block: -12px;
    }

    .newer {
      min-inline-size: 44px;
      min-block-size: 44px;
    }
  }
`;
