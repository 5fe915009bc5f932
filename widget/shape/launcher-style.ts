import { css } from './css-text.ts';

/**
 * The button in the corner. It stands alone before the element is loaded, so it brings the few tokens that it needs.
 * Drawn alike by the launcher's script and by the element: where one takes over from the other, nothing moves.
 */
export const launcherStyle = css`
  /* Whatever room the page has given to the element: there is nothing in it. */
  :host([mode]:not([mode='inline'], [hidden])) {
    display: contents !important;
  }

  :host(:is([mode='none'], [hidden])) {
    display: none !important;
  }

  :host([mode]:not([mode='inline'])) > :not([data-shape]) {
    display: none;
  }

  .launcher {
    --_accent: var(--ha-accent, #17695c);
    --_fill: var(--_accent);
    --_on-fill: var(--ha-on-accent, #fff);
    all: initial;
    box-sizing: border-box;
    color-scheme: inherit;
    position: fixed;
    z-index: var(--ha-z-index, 1000);
    inset: auto;
    inset-block-end: calc(var(--ha-offset-block, 20px) + env(safe-area-inset-bottom, 0px));
    inset-inline-end: var(--ha-offset-inline, 20px);
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-inline-size: 56px;
    block-size: 56px;
    margin: 0;
    padding: 0 12px;
    border: 0;
    border-radius: 28px;
    overflow: visible;
    background: var(--_fill);
    color: var(--_on-fill);
    box-shadow: var(--ha-shadow, 0 1px 2px rgb(0 0 0 / 12%), 0 8px 24px -8px rgb(0 0 0 / 32%));
    font-family: var(--ha-font, inherit);
    font-size: 15px;
    font-weight: 600;
    line-height: 24px;
    white-space: nowrap;
    cursor: pointer;
    user-select: none;
    -webkit-user-select: none;
    -webkit-tap-highlight-color: transparent;
    touch-action: manipulation;
  }

  :host([placement*='start']) .launcher {
    inset-inline: var(--ha-offset-inline, 20px) auto;
  }

  :host([placement^='top']) .launcher {
    inset-block: calc(var(--ha-offset-block, 20px) + env(safe-area-inset-top, 0px)) auto;
  }

  .launcher[hidden] {
    display: none;
  }

  :host([theme='light']) .launcher {
    color-scheme: light;
  }

  :host([theme='dark']) .launcher {
    color-scheme: dark;
  }

  .launcher:focus-visible {
    outline: 2px solid var(--_fill);
    outline-offset: 2px;
  }

  .launcher svg {
    flex: none;
    inline-size: 28px;
    block-size: 28px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .launcher[aria-busy='true'] svg {
    opacity: 0.5;
  }

  .launcher-badge {
    position: absolute;
    inset-block-start: -4px;
    inset-inline-end: -4px;
    min-inline-size: 20px;
    padding-inline: 4px;
    border: 2px solid Canvas;
    border-radius: 12px;
    background: var(--_fill);
    color: var(--_on-fill);
    font-size: 12px;
    line-height: 20px;
    text-align: center;
    box-sizing: content-box;
  }

  .launcher-badge.asks {
    background: var(--ha-warning, #7d4e00);
    color: #fff;
  }

  @supports (color: light-dark(oklch(from red l c h), red)) {
    .launcher {
      --_fill: light-dark(var(--_accent), oklch(from var(--_accent) max(l, 0.72) c h));
      --_on-fill: var(--ha-on-accent, oklch(from var(--_fill) clamp(0, (0.57 - l) * 1000, 1) 0 0));
    }

    .launcher-badge.asks {
      background: var(--ha-warning, light-dark(#7d4e00, #f0c27a));
      color: light-dark(#fff, #1c1f1e);
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    .launcher {
      transition: scale var(--ha-duration, 180ms);
    }

    .launcher:hover {
      scale: 1.04;
    }

    .launcher:active {
      scale: 0.98;
    }
  }

  @media (forced-colors: active) {
    .launcher,
    .launcher-badge {
      border: 1px solid ButtonText;
    }
  }
`;

/** Two lines of talk. Drawn on a grid of 24. */
export const launcherPath =
  'M20 11.5a7.5 7 0 0 1-7.5 7H8.6L4 21v-9.5a7.5 7 0 0 1 7.5-7h1a7.5 7 0 0 1 7.5 7zM8.5 10.2h7M8.5 13.4h4';
