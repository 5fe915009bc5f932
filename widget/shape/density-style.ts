import { css } from './css-text.ts';

/** The same, with less room around it. What is pressed keeps its size. */
export const densityStyle = css`
  :host([density='compact']) .base {
    --_font-size: var(--ha-font-size, 14px);
    line-height: 1.4;
  }

  :host([density='compact']) .header {
    padding: 8px 12px;
  }

  :host([density='compact']) :is(.banner, .hem-button) {
    padding-inline: 12px;
  }

  :host([density='compact']) .list {
    padding: 8px 12px;
  }

  :host([density='compact']) .turn {
    gap: 8px;
    padding-block-end: 16px;
  }

  :host([density='compact']) .bubble {
    padding: 4px 12px;
  }

  :host([density='compact']) headless-agent-composer {
    padding: 4px 8px 8px;
  }
`;
