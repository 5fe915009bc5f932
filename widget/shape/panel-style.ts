import { css } from './css-text.ts';

/**
 * The panel of an element that opens and closes. A closed one keeps its layout, and so its place in the conversation;
 * it can be neither seen, reached nor read. Sides are physical: the page says where start is, the words may not.
 */
export const panelStyle = css`
  :host([mode]:not([mode='inline'])) > .base {
    --_edge-block: var(--ha-offset-block, 20px);
    --_edge-inline: var(--ha-offset-inline, 20px);
    display: flex;
    position: fixed;
    z-index: var(--ha-z-index, 1000);
    inset: auto;
    margin: 0;
    padding: 0;
    max-inline-size: none;
    max-block-size: none;
    color-scheme: inherit;
    overscroll-behavior: contain;
    box-shadow: var(--ha-shadow, 0 1px 2px rgb(0 0 0 / 8%), 0 16px 48px -12px rgb(0 0 0 / 32%));
    visibility: hidden;
    opacity: 0;
    translate: 0 8px;
    pointer-events: none;
    transition:
      opacity var(--_motion),
      translate var(--_motion),
      visibility 0s var(--_motion);
  }

  :host([theme='light']) > .base.base {
    color-scheme: light;
  }

  :host([theme='dark']) > .base.base {
    color-scheme: dark;
  }

  :host([mode][open]:not([hidden])) > .base.base {
    visibility: visible;
    opacity: 1;
    translate: none;
    pointer-events: auto;
    transition:
      opacity var(--_motion),
      translate var(--_motion);
  }

  :host([mode='bubble']) > .base.base {
    inline-size: min(var(--ha-width, 400px), 100vw - 2 * var(--_edge-inline));
    block-size: min(var(--ha-height, 640px), 100vh - 2 * var(--_edge-block));
    block-size: min(var(--ha-height, 640px), 100dvh - 2 * var(--_edge-block));
  }

  :host([mode='bubble']) > .base[data-edge='bottom'] {
    bottom: var(--_edge-block);
  }

  :host([mode='bubble']) > .base[data-edge='top'] {
    top: var(--_edge-block);
    translate: 0 -8px;
  }

  :host([mode='bubble']) > .base[data-side='right'] {
    right: var(--_edge-inline);
  }

  :host([mode='bubble']) > .base[data-side='left'] {
    left: var(--_edge-inline);
  }

  :host([mode='dock']) > .base.base {
    inset-block: 0;
    inline-size: min(var(--ha-dock-width, 400px), 100vw);
    block-size: 100vh;
    block-size: 100dvh;
    border-width: 0;
    border-radius: 0;
  }

  :host([mode='dock']) > .base[data-side='right'] {
    right: 0;
    border-left-width: 1px;
    translate: 24px 0;
  }

  :host([mode='dock']) > .base[data-side='left'] {
    left: 0;
    border-right-width: 1px;
    translate: -24px 0;
  }

  :host([mode='fullscreen']) > .base.base {
    inset: 0;
    inline-size: 100vw;
    block-size: 100vh;
    block-size: 100dvh;
    padding: env(safe-area-inset-top, 0px) env(safe-area-inset-right, 0px) env(safe-area-inset-bottom, 0px)
      env(safe-area-inset-left, 0px);
    border: 0;
    border-radius: 0;
    box-shadow: none;
  }

  /* A line of text wider than this tires the eye. */
  :host([mode='fullscreen']) > .base > * {
    inline-size: 100%;
    max-inline-size: var(--ha-max-width, 760px);
    margin-inline: auto;
  }

  .handle {
    display: none;
  }

  @media (max-width: 480px) {
    :host([mode]:is([mode='bubble'], [mode='dock'])) > .base.base.base {
      --_full: calc(var(--_view, 100dvh) - 12px - env(safe-area-inset-top, 0px));
      inset: auto 0 var(--_keyboard, 0px);
      inline-size: 100%;
      block-size: var(--_dragged, min(var(--_full), max(52dvh, 360px)));
      min-block-size: 0;
      padding-block-end: env(safe-area-inset-bottom, 0px);
      border-width: 1px 0 0;
      border-radius: var(--_radius) var(--_radius) 0 0;
      translate: 0 24px;
      transition:
        opacity var(--_motion),
        translate var(--_motion),
        block-size var(--_motion),
        visibility 0s var(--_motion);
    }

    :host([mode][open]:is([mode='bubble'], [mode='dock']):not([hidden])) > .base.base.base {
      translate: none;
      transition:
        opacity var(--_motion),
        translate var(--_motion),
        block-size var(--_motion);
    }

    :host([mode]) > .base.base.base[data-tall] {
      block-size: var(--_dragged, var(--_full));
    }

    /* While a keyboard is there, half of the room is too little. */
    :host([mode]) > .base.base.base[data-keyboard] {
      block-size: var(--_full);
      padding-block-end: 0;
    }

    :host([mode]) > .base.base.base[data-dragged] {
      transition: none;
    }

    :host(:is([mode='bubble'], [mode='dock'])) > .base .header {
      padding-block-start: 0;
    }

    :host([mode]) > .base .card-actions .button,
    :host([mode]) > .base .card-scope {
      min-block-size: 48px;
    }

    :host(:is([mode='bubble'], [mode='dock'])) .handle {
      display: block;
      flex: none;
      align-self: center;
      inline-size: 100%;
      block-size: 24px;
      touch-action: none;
      cursor: grab;
    }

    .handle::before {
      content: '';
      display: block;
      inline-size: 40px;
      block-size: 4px;
      margin-inline: auto;
      border-radius: 4px;
      background: var(--_edge);
    }

    .handle:focus-visible {
      outline-offset: -4px;
      border-radius: var(--_radius-control);
    }
  }
`;
