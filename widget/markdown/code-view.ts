import { html, type TemplateResult } from 'lit';
import { words } from '../strings/words.ts';
import type { Code } from './block.ts';
import { growingText } from './growing.ts';

/** A block of code with a button that copies it. */
export function codeView({ language, text }: Code): TemplateResult {
  return html`<figure class="code" part="code-block" dir="ltr">
    <figcaption class="code-bar" part="code-bar">
      <span class="caption">${language}</span>
      <button type="button" class="copy" part="copy-button" @click=${copy} @blur=${settle} @pointerleave=${settle}>
        <span class="copy-ready">${words.copy}</span><span class="copy-done">${words.copied}</span>
      </button>
    </figcaption>
    <pre tabindex="0"><code part="code">${growingText(text)}</code></pre>
  </figure>`;
}

/** Where the browser does not let it copy, it marks the code, so that a key or a menu can. */
async function copy({ currentTarget: button }: Event): Promise<void> {
  const code = button instanceof Element ? button.closest('figure')?.querySelector('code') : undefined;
  if (!code || !(button instanceof HTMLElement)) return;
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.dataset['copied'] = '';
  } catch {
    getSelection()?.selectAllChildren(code);
  }
}

/** The word that it is copied stays until the person turns elsewhere. */
function settle({ currentTarget: button }: Event): void {
  if (button instanceof HTMLElement) delete button.dataset['copied'];
}
