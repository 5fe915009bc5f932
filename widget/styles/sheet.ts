import { css } from 'lit';

/** The sheet that says what the assistant may do: in the middle of a page, at the foot of a phone. */
export const sheet = css`
  .sheet {
    inline-size: min(480px, 100vw - 32px);
    max-inline-size: none;
    max-block-size: min(720px, 100dvh - 64px);
    padding: 0;
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_bg);
    color: var(--_fg);
    box-shadow: var(--_shadow);
  }

  .sheet[open] {
    display: flex;
    flex-direction: column;
  }

  .sheet::backdrop {
    background: rgb(0 0 0 / 40%);
  }

  .sheet-top {
    display: flex;
    flex: none;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding: 12px 20px;
    border-block-end: 1px solid var(--_border);
  }

  .sheet .title:focus {
    outline: none;
  }

  .sheet-body {
    display: flex;
    flex-direction: column;
    gap: 24px;
    padding: 20px;
    overflow: auto;
    scrollbar-width: thin;
  }

  .sheet-part h3 {
    margin-block-end: 8px;
    font-weight: 600;
  }

  .sheet-part :is(ul, ol) {
    display: grid;
    gap: 12px;
    margin: 0;
    padding: 0;
    list-style: none;
    font-size: 13px;
    line-height: 20px;
  }

  .permission[data-rule='deny'] > p:first-child {
    color: var(--_muted);
  }

  .granted {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 12px;
  }

  .granted .caption {
    color: var(--_accent-text);
  }

  .blocked {
    color: var(--_warning);
  }

  .record {
    padding-block: 8px;
  }

  .sheet-actions {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: 8px;
    margin-block-start: 12px;
  }

  @media (width < 480px) {
    .sheet {
      inline-size: 100vw;
      margin-block-end: 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }
  }
`;
