import { html, nothing, type TemplateResult } from 'lit';
import type { JsonValue } from '../../../shared/json.ts';
import { words } from '../../strings/words.ts';
import { spaced } from '../describe-call.ts';
import { visibleText } from '../visible-text.ts';
import { argumentEditor } from './argument-editor.ts';
import { markedText } from './marked-text.ts';

/** The arguments of one call, and what the person does with them. */
export interface ArgumentsView {
  readonly call: string;
  readonly args: JsonValue;
  /** Pieces to be marked. */
  readonly overlaps: readonly string[];
  /** Nothing is shortened. */
  readonly whole: boolean;
  readonly editable: readonly string[];
  /** The text that an argument is being changed to. */
  readonly draftOf: (name: string) => string | undefined;
  readonly isExpanded: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  readonly edit: (name: string, value: JsonValue) => void;
  readonly write: (name: string, text: string) => void;
  readonly undo: (name: string) => void;
  /** The changed arguments were refused. */
  readonly isWrong: boolean;
}

const longChars = 280;
const longLines = 6;

/** Every argument with its value, drawn from the frozen values that will run. */
export function argumentList(view: ArgumentsView): TemplateResult | typeof nothing {
  const { args } = view;
  const entries = Object.entries(typeof args === 'object' && args !== null ? args : { value: args });
  if (entries.length === 0) return nothing;
  return html`<dl class="args-list">
    ${entries.map(
      ([name, value]) =>
        html`<div class="arg" part="approval-arg">
          <dt>${visibleText(spaced(name))}</dt>
          <dd>${argument(view, name, value)}</dd>
        </div>`,
    )}
  </dl>`;
}

function argument(view: ArgumentsView, name: string, value: JsonValue): TemplateResult {
  const draft = view.draftOf(name);
  if (draft !== undefined) return argumentEditor(view, name, draft);
  return html`${argumentValue(view, name, value)}${view.editable.includes(name) ? editButton(view, name, value) : nothing}`;
}

function argumentValue(view: ArgumentsView, name: string, value: JsonValue): TemplateResult {
  if (value === '') return html`<em>${words.empty}</em>`;
  if (typeof value === 'boolean') return html`${value ? words.yes : words.no}`;
  if (typeof value === 'string') return longText(view, name, value, 'value');
  if (typeof value === 'object' && value !== null) {
    return longText(view, name, JSON.stringify(value, null, 2), 'value json');
  }
  return html`${String(value)}`;
}

function longText(view: ArgumentsView, name: string, text: string, kind: string): TemplateResult {
  const shown = markedText(text, view.overlaps);
  const direction = kind === 'value' ? 'auto' : 'ltr';
  if (view.whole || !isLong(text)) {
    return html`<span class=${kind} part="approval-value" dir=${direction}>${shown}</span>`;
  }
  const key = `${view.call} ${name}`;
  const isExpanded = view.isExpanded(key);
  const { card } = words.approvals;
  return html`<span class="${kind} ${isExpanded ? '' : 'clamped'}" part="approval-value" dir=${direction}
      >${shown}</span
    >
    <button
      type="button"
      class="link"
      part="approval-more"
      aria-expanded=${isExpanded ? 'true' : 'false'}
      @click=${() => view.toggle(key)}
    >
      ${isExpanded ? card.less : card.more([...text].length)}
    </button>`;
}

function isLong(text: string): boolean {
  return text.length > longChars || text.split('\n', longLines + 1).length > longLines;
}

function editButton(view: ArgumentsView, name: string, value: JsonValue): TemplateResult {
  const { card } = words.approvals;
  return html`<button
    type="button"
    class="link"
    part="approval-edit"
    aria-label=${card.editArg(spaced(name))}
    @click=${() => view.edit(name, value)}
  >
    ${card.edit}
  </button>`;
}
