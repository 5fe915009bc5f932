import { html, nothing, type TemplateResult } from 'lit';
import { spaced } from '../describe-call.ts';
import { visibleText } from '../visible-text.ts';
import { words } from '../../strings/words.ts';

interface Editing {
  readonly write: (name: string, text: string) => void;
  readonly undo: (name: string) => void;
  readonly isWrong: boolean;
}

const maxRows = 8;

/** A text area for one argument. What can't be seen in it is shown below it. */
export function argumentEditor(view: Editing, name: string, draft: string): TemplateResult {
  const { card } = words.approvals;
  const shown = visibleText(draft);
  return html`<textarea
      class="arg-input"
      part="approval-input"
      dir="auto"
      rows=${Math.min(maxRows, draft.split('\n').length + 1)}
      aria-label=${card.editArg(spaced(name))}
      aria-invalid=${view.isWrong ? 'true' : 'false'}
      .value=${draft}
      @input=${({ target }: Event) => target instanceof HTMLTextAreaElement && view.write(name, target.value)}
      @keydown=${keepTyping}
    ></textarea>
    ${shown.length > 1 ? html`<p class="caption">${card.hiddenInEdit} ${shown}</p>` : nothing}
    <button
      type="button"
      class="link"
      part="approval-undo"
      aria-label=${card.undoArg(spaced(name))}
      @click=${() => view.undo(name)}
    >
      ${card.undo}
    </button>`;
}

/** What is typed here is no shortcut of the page around. */
function keepTyping(event: KeyboardEvent): void {
  if (event.key !== 'Tab' && event.key !== 'Escape') event.stopPropagation();
}
