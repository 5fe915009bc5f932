import { css } from 'lit';

/** The conversation: questions, answers, notes, and the welcome in an empty one. */
export const transcript = css`
  headless-agent-transcript {
    display: flex;
    flex: 1;
    min-block-size: 0;
  }

  .list {
    flex: 1;
    min-inline-size: 0;
    container-type: size;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: var(--_border) transparent;
    padding: 12px 20px;
  }

  .list:focus-visible {
    outline-offset: -2px;
    border-radius: var(--_radius-control);
  }

  .turn {
    display: flex;
    flex-direction: column;
    gap: 12px;
    padding-block-end: 24px;
  }

  /* As high as the list: the question can stand at its top while the answer fills the room below. */
  .latest {
    min-block-size: 100cqb;
    padding-block-end: 0;
  }

  .user {
    display: flex;
    flex-direction: column;
    align-items: flex-end;
    gap: 4px;
  }

  .bubble {
    max-inline-size: 85%;
    padding: 8px 16px;
    border-radius: var(--_radius);
    border-end-end-radius: 4px;
    background: var(--_user-bg);
  }

  .bubble,
  .content {
    white-space: pre-wrap;
    text-wrap: pretty;
    unicode-bidi: plaintext;
    text-align: start;
  }

  .meta {
    color: var(--_muted);
    font-size: 12px;
  }

  .thinking {
    align-self: flex-start;
  }

  .note {
    display: flex;
    align-items: flex-start;
    gap: 8px;
    color: var(--_muted);
    font-size: 13px;
  }

  .note p {
    flex: 1;
  }

  .note .icon {
    margin-block-start: 2px;
  }

  .note[data-tone='error'] {
    padding: 12px 16px;
    border-radius: var(--_radius-control);
    background: var(--_surface);
    color: var(--_danger);
  }

  .welcome {
    display: flex;
    flex-direction: column;
    justify-content: center;
    gap: 8px;
    min-block-size: 100cqb;
    padding-block: 12px;
  }

  .welcome-title {
    font-size: 20px;
    font-weight: 600;
    line-height: 1.3;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }

  .welcome-more {
    max-inline-size: 44ch;
    color: var(--_muted);
    text-wrap: pretty;
  }

  .starters {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 12px;
  }

  .starter {
    min-block-size: 36px;
    padding: 4px 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    color: var(--_accent-text);
    transition: background var(--_motion);
  }

  .starter:hover {
    background: var(--_surface);
  }

  @media (prefers-reduced-motion: no-preference) {
    .thinking {
      animation: breathe 1.8s ease-in-out infinite;
    }

    @keyframes breathe {
      50% {
        opacity: 0.7;
      }
    }
  }

  @media (forced-colors: active) {
    .bubble,
    .note[data-tone='error'] {
      border: 1px solid CanvasText;
    }
  }
`;
