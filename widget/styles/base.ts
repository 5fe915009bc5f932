import { css } from 'lit';

/** The host, the frame, and what every part of it starts from. */
export const base = css`
  :host {
    display: block;
    block-size: var(--ha-height, 560px);
    min-block-size: 360px;
    max-block-size: 100vh;
    max-block-size: 100dvh;
  }

  /* Until what gives it another shape is loaded. */
  :host([mode]:not([mode='inline'])) {
    display: none !important;
  }

  :host([hidden]) {
    display: none !important;
  }

  :host([theme='light']) .base {
    color-scheme: light;
  }

  :host([theme='dark']) .base {
    color-scheme: dark;
  }

  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  /* Whatever the page lets its elements inherit ends here, but for its font and its color-scheme. */
  .base {
    all: initial;
    box-sizing: border-box;
    color-scheme: inherit;
    display: flex;
    flex-direction: column;
    block-size: 100%;
    overflow: hidden;
    container-type: inline-size;
    background: var(--_bg);
    color: var(--_fg);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    font-family: var(--ha-font, inherit);
    font-size: var(--_font-size);
    line-height: 1.5;
    overflow-wrap: anywhere;
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    -webkit-font-smoothing: antialiased;
  }

  :where(.base) :is(p, h2, h3, dl, dd, pre) {
    margin: 0;
    font: inherit;
  }

  button {
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: inherit;
    cursor: pointer;
    -webkit-tap-highlight-color: transparent;
    touch-action: manipulation;
  }

  button:is(:disabled, [aria-disabled='true']) {
    cursor: default;
  }

  :focus-visible {
    outline: 2px solid var(--_accent-text);
    outline-offset: 2px;
  }

  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .icon {
    flex: none;
    inline-size: 16px;
    block-size: 16px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .caption {
    color: var(--_muted);
    font-size: 12px;
  }

  .header {
    display: flex;
    flex: none;
    align-items: center;
    gap: 12px;
    padding: 12px 20px;
  }

  .title {
    flex: 1;
    font-weight: 600;
  }

  /* Comes and goes without moving anything: it reaches into the room around it. */
  .clear {
    display: grid;
    place-items: center;
    inline-size: 40px;
    block-size: 40px;
    margin: -12px -12px -12px -8px;
    border-radius: var(--_radius-control);
    color: var(--_muted);
  }

  .clear:hover {
    background: var(--_surface);
    color: var(--_fg);
  }

  .status {
    display: flex;
    flex: none;
    align-items: center;
    gap: 8px;
    color: var(--_muted);
    font-size: 12px;
  }

  .status::before {
    content: '';
    inline-size: 8px;
    block-size: 8px;
    border: 2px solid var(--_edge);
    border-radius: 50%;
  }

  .status[data-phase='open']::before {
    border-color: var(--_fill);
    background: var(--_fill);
  }

  .status[data-phase='refused']::before {
    border-color: var(--_danger);
    background: var(--_danger);
  }

  .banner {
    display: flex;
    flex: none;
    align-items: flex-start;
    gap: 8px;
    padding: 8px 20px;
    background: var(--_surface);
    color: var(--_muted);
    font-size: 13px;
  }

  .banner .icon {
    margin-block-start: 2px;
  }

  .banner p {
    flex: 1;
    font-variant-numeric: tabular-nums;
  }

  .banner-offline {
    color: var(--_warning);
  }

  .banner-refused {
    color: var(--_danger);
  }

  .link {
    flex: none;
    padding: 4px 8px;
    margin: -4px -8px;
    border-radius: var(--_radius-control);
    color: var(--_accent-text);
    font-weight: 600;
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
  }

  @media (forced-colors: active) {
    .status::before {
      forced-color-adjust: none;
      border-color: CanvasText;
    }
  }
`;
