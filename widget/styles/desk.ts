import { css } from 'lit';

/** What stands between the conversation and the composer: a question out of sight, and what was read. */
export const desk = css`
  headless-agent-desk {
    position: relative;
    display: block;
    flex: none;
    font-size: 13px;
    line-height: 20px;
  }

  /* It floats: the list below it must not move because of it. */
  .bar {
    position: absolute;
    inset-block-end: 100%;
    inset-inline: 12px;
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 12px 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-control);
    background: var(--_raised);
    box-shadow: var(--_shadow);
    text-align: start;
  }

  .bar.danger {
    border-color: var(--_danger);
  }

  .bar .icon {
    color: var(--_accent-text);
  }

  .bar.danger .icon {
    color: var(--_danger);
  }

  .bar-text {
    flex: 1;
    min-inline-size: 0;
  }

  .bar-show {
    flex: none;
    color: var(--_accent-text);
    font-weight: 600;
  }

  .hem {
    margin-block-start: 8px;
    border-block-start: 2px solid var(--_warning);
    border-block-start-color: color-mix(in srgb, var(--_warning) 45%, transparent);
  }

  .hem-button {
    display: flex;
    align-items: center;
    gap: 8px;
    max-inline-size: 100%;
    padding: 4px 20px;
    color: var(--_warning);
    font-size: 12px;
  }

  .hem-button span {
    text-decoration: underline;
    text-decoration-style: dotted;
    text-underline-offset: 0.2em;
  }

  .hem-text {
    display: flex;
    flex-direction: column;
    gap: 8px;
    max-block-size: max(300px, 50vh);
    overflow: auto;
    margin: 8px 12px 0;
    padding: 16px;
    border-radius: var(--_radius-control);
    background: var(--_surface);
  }

  .hem-text h3 {
    font-weight: 600;
  }

  .hem-actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: flex-end;
    gap: 8px;
  }

  .hem-actions .caption {
    flex: 1;
    min-inline-size: 160px;
  }

  /* A card that is just being scrolled into sight needs no bar. */
  @media (prefers-reduced-motion: no-preference) {
    .bar {
      animation: rise var(--_motion) 400ms ease-out backwards;
    }

    @keyframes rise {
      from {
        opacity: 0;
        translate: 0 8px;
      }
    }
  }

  @media (forced-colors: active) {
    .hem {
      border-color: CanvasText;
    }
  }
`;
