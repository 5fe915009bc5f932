import { html, nothing, type TemplateResult } from 'lit';
import type { Ask } from '../../approvals/ask.ts';
import { nameTool } from '../describe-call.ts';
import { icon } from '../icon.ts';
import { visibleText } from '../visible-text.ts';
import { words } from '../../strings/words.ts';
import { sourceWords } from './sources.ts';

/** What stands above the arguments of a card. */
export interface HeadView {
  readonly ask: Ask;
  /** Who asks: the label of the element. */
  readonly asker: string;
  readonly titles: ReadonlyMap<string, string>;
  /** The open questions, and those that this card answers. */
  readonly asks: readonly Ask[];
  readonly shown: readonly Ask[];
  /** How many this card could answer. */
  readonly alike: number;
  readonly toggleTogether: () => void;
  /** Somebody came to the question. */
  readonly onFocus: () => void;
}

/** Who asks, which of how many questions this is, and the question itself. */
export function cardHead(view: HeadView): TemplateResult {
  const { card } = words.approvals;
  const { ask, asks, shown } = view;
  const what = nameTool(ask.tool, ask.title);
  const question = shown.length > 1 ? card.questions(what, shown.length) : card.question(what);
  return html`<div class="card-top">
      <p class="card-who" part="approval-who">
        <bdi>${card.asks(view.asker, location.host || location.protocol)}</bdi>
      </p>
      ${
        asks.length > 1 && shown.length === 1
          ? html`<p class="card-count" part="approval-count">${card.count(asks.indexOf(ask) + 1, asks.length)}</p>`
          : nothing
      }
    </div>
    <p class="card-title" part="approval-title" id="ask-${ask.call}" tabindex="-1" @focus=${view.onFocus}>
      <bdi>${visibleText(question)}</bdi>
    </p>
    ${ask.danger ? alarm(view) : nothing} ${together(view)}`;
}

function alarm({ ask, titles }: HeadView): TemplateResult {
  const { card } = words.approvals;
  return html`<div class="card-alarm" part="approval-alarm">
    ${icon('failed')}
    <p>
      ${visibleText(card.danger(sourceWords(ask.taint.untrusted, titles)))}
      ${ask.overlaps.length > 0 ? card.overlaps : nothing}
    </p>
  </div>`;
}

function together({ shown, alike, toggleTogether }: HeadView): TemplateResult | typeof nothing {
  if (alike < 2) return nothing;
  const { card } = words.approvals;
  return html`<button type="button" class="link card-together" part="approval-together" @click=${toggleTogether}>
    ${shown.length > 1 ? card.apart : card.together(alike)}
  </button>`;
}
