import { css } from 'lit';

/** One call: a quiet line, and the drawer behind it. */
export const call = css`
  .call {
    font-size: 13px;
    line-height: 20px;
  }

  .call + .call {
    margin-block-start: -8px;
  }

  .call-line .icon {
    margin-block-start: 2px;
  }

  .call-line {
    display: flex;
    align-items: flex-start;
    gap: 8px;
    inline-size: fit-content;
    max-inline-size: 100%;
    padding-block: 2px;
    padding-inline: 4px 8px;
    margin-inline-start: -4px;
    border-radius: var(--_radius-control);
    color: var(--_muted);
    list-style: none;
    cursor: pointer;
  }

  .call-line::-webkit-details-marker {
    display: none;
  }

  .call-line:hover,
  .call-details[open] > .call-line {
    background: var(--_surface);
  }

  /* What finds no room on the line goes below it. */
  .call-words {
    display: flex;
    flex-wrap: wrap;
    column-gap: 8px;
    min-inline-size: 0;
  }

  .call-label {
    color: var(--_fg);
  }

  .call-args {
    overflow: hidden;
    max-inline-size: 100%;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .call-state:not(.unseen)::before {
    content: '· ';
  }

  .call[data-state='done'] .icon,
  .call[data-state='running'] .icon,
  .call[data-state='asking'] :is(.icon, .call-state) {
    color: var(--_accent-text);
  }

  .call:is([data-state='failed'], [data-state='timed-out']) :is(.icon, .call-state) {
    color: var(--_danger);
  }

  .call[data-state='unknown'] :is(.icon, .call-state) {
    color: var(--_warning);
  }

  .call-data {
    display: flex;
    flex-direction: column;
    gap: 4px;
    margin-block: 8px 4px;
    margin-inline-start: 8px;
    padding-inline-start: 16px;
    border-inline-start: 1px solid var(--_border);
  }

  .call-name {
    color: var(--_muted);
  }

  .call-data code,
  .json {
    font-family: var(--_font-mono);
    font-size: 12px;
  }

  .json {
    overflow: auto;
    max-block-size: 240px;
    padding: 8px 12px;
    border-radius: var(--_radius-control);
    background: var(--_surface);
    font-family: var(--_font-mono);
    font-size: 12px;
    white-space: pre-wrap;
  }

  .hidden-char {
    padding-inline: 4px;
    border: 1px solid currentColor;
    border-radius: 4px;
    color: var(--_danger);
    font-family: var(--_font-mono);
    font-size: 12px;
    unicode-bidi: isolate;
  }

  @media (prefers-reduced-motion: no-preference) {
    .icon-running {
      animation: turn 1s linear infinite;
    }

    @keyframes turn {
      to {
        rotate: 1turn;
      }
    }
  }
`;
