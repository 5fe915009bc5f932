import { html, nothing, type TemplateResult } from 'lit';
import type { Scope } from '../../approvals/ask.ts';
import { words } from '../../strings/words.ts';
import type { Obstacle } from './arming.ts';

/** What the buttons of a card depend on. */
export interface ActionsView {
  /** How many questions they answer. */
  readonly count: number;
  readonly isGesture: boolean;
  readonly scopes: readonly Scope[];
  readonly scope: Scope;
  readonly armed: boolean;
  readonly offline: boolean;
  readonly choose: (scope: Scope) => void;
  readonly press: (event: Event) => void;
  readonly decide: (decision: 'yes' | 'denied', click: MouseEvent) => void;
}

/**
 * Deny, how long a yes lasts, and Allow. An Allow that can't be pressed yet keeps its place in the tab order: the card
 * may move under the very key that leads to it, and is armed anew then.
 */
export function cardActions(view: ActionsView): TemplateResult {
  const { card } = words.approvals;
  const { text, name } = allowWords(view);
  const isOff = !view.armed || view.offline;
  return html`<div class="card-actions" part="approval-actions">
    <button
      type="button"
      class="button"
      part="approval-deny"
      aria-disabled=${view.offline ? 'true' : nothing}
      @click=${(click: MouseEvent) => view.decide('denied', click)}
    >
      ${view.count > 1 ? card.denyAll(view.count) : card.deny}
    </button>
    ${view.scopes.length > 1 ? scopeChoice(view) : nothing}
    <button
      type="button"
      class="button primary"
      part="approval-allow"
      aria-label=${name}
      aria-disabled=${isOff ? 'true' : nothing}
      @pointerdown=${view.press}
      @keydown=${view.press}
      @click=${(click: MouseEvent) => view.decide('yes', click)}
    >
      ${text}
    </button>
  </div>`;
}

function allowWords({ count, isGesture, scope }: ActionsView): { readonly text: string; readonly name: string } {
  const { card } = words.approvals;
  if (isGesture) return { text: card.tap, name: card.allowTap };
  const text = count > 1 ? card.allowAll(count) : card.allow[scope];
  return { text, name: text };
}

function scopeChoice({ scopes, scope, choose }: ActionsView): TemplateResult {
  const { card } = words.approvals;
  const onChange = ({ target }: Event): void => {
    const chosen = target instanceof HTMLSelectElement ? scopes[target.selectedIndex] : undefined;
    if (chosen) choose(chosen);
  };
  return html`<select class="card-scope" part="approval-scope" aria-label=${card.howLong} @change=${onChange}>
    ${scopes.map((one) => html`<option value=${one} ?selected=${one === scope}>${card.scopes[one]}</option>`)}
  </select>`;
}

/** What the line above the buttons may have to say. */
export interface ReasonView {
  readonly offline: boolean;
  /** What is wrong with what the person changed. */
  readonly problem: string | undefined;
  readonly mustRead: boolean;
  readonly obstacle: Obstacle | undefined;
  readonly secondsLeft: number | undefined;
  readonly canExtend: boolean;
  readonly extend: () => void;
}

/** Why the buttons are off, or how long they are on. A screen reader hears the seconds once, not each. */
export function cardReason(view: ReasonView): TemplateResult {
  const { card } = words.approvals;
  const left = view.offline ? undefined : view.secondsLeft;
  return html`${view.problem === undefined ? nothing : refused(card.refused(view.problem))} ${obstacleReason(view)}
    ${left === undefined ? nothing : timeLeft(left, view)}
    <p class="unseen" role="status">${left === undefined ? nothing : card.leftSoon}</p>`;
}

function obstacleReason({ offline, mustRead, obstacle }: ReasonView): TemplateResult | typeof nothing {
  const { card } = words.approvals;
  if (offline) return reason(card.offline);
  if (obstacle === 'covered') return reason(card.covered);
  if (obstacle === 'unfocused') return reason(card.unfocused);
  return mustRead ? reason(card.readAll) : nothing;
}

function refused(text: string): TemplateResult {
  return html`<p class="card-reason" part="approval-reason" role="alert">${text}</p>`;
}

function reason(text: string): TemplateResult {
  return html`<p class="card-reason" part="approval-reason">${text}</p>`;
}

function timeLeft(seconds: number, { canExtend, extend }: ReasonView): TemplateResult {
  const { card } = words.approvals;
  const button = html`<button type="button" class="link" part="approval-extend" @click=${extend}>
    ${card.extend}
  </button>`;
  return html`<div class="card-time">
    <p class="card-reason" part="approval-reason" aria-hidden="true">${card.left(seconds)}</p>
    ${canExtend ? button : nothing}
  </div>`;
}
