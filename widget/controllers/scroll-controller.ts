import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AgentSnapshot } from '../agent/snapshot.ts';

interface Scrolled {
  readonly snapshot: () => AgentSnapshot;
  /** Resolves to the scrolling element once what was asked for is drawn. */
  readonly drawn: () => Promise<HTMLElement | null>;
}

/** So near to the end the person counts as being there. */
const nearPx = 48;
/** Kept free above a question and below a card. */
const marginPx = 12;
const personScrolls = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Moves only the list, and only twice: a question goes to the top, so that its answer fills the room
 * below it, and a card comes into sight, unless the person is reading elsewhere.
 */
export class ScrollController implements ReactiveController {
  readonly #scrolled: Scrolled;
  #list: HTMLElement | null = null;
  #last: AgentSnapshot | undefined;
  #byPerson = false;
  #isAway = false;
  /** Where a scroll of ours is going. */
  #end: number | undefined;

  constructor(host: ReactiveControllerHost, scrolled: Scrolled) {
    this.#scrolled = scrolled;
    host.addController(this);
  }

  hostUpdated(): void {
    const snapshot = this.#scrolled.snapshot();
    const before = this.#last;
    if (snapshot === before) return;
    this.#last = snapshot;
    const isNewQuestion = lastQuestion(snapshot) !== (before && lastQuestion(before));
    // While a card is open, nothing may move under the pointer.
    const card = before?.asks.length ? undefined : snapshot.asks[0];
    void this.#follow(isNewQuestion, card?.call, before?.restoring === true);
  }

  hostDisconnected(): void {
    this.#listen(null);
  }

  async #follow(isNewQuestion: boolean, card: string | undefined, isRestored: boolean): Promise<void> {
    const list = await this.#scrolled.drawn();
    if (!list?.isConnected) return;
    this.#listen(list);
    // A conversation that is back stands at its end at once.
    if (isRestored) list.scrollTop = list.scrollHeight;
    else if (isNewQuestion) this.#showQuestion(list);
    if (card !== undefined && !this.#isAway) this.#showCard(list, card);
  }

  #showQuestion(list: HTMLElement): void {
    const turn = list.querySelector('.latest');
    if (!turn) return;
    this.#isAway = false;
    this.#scrollTo(list, list.scrollTop + topIn(list, turn) - marginPx);
  }

  #showCard(list: HTMLElement, call: string): void {
    const card = [...list.querySelectorAll('headless-agent-approval')].find(({ ask }) => ask.call === call);
    if (!card) return;
    const end = this.#end ?? list.scrollTop;
    const top = topIn(list, card) + list.scrollTop - marginPx;
    const bottom = top + card.offsetHeight + 2 * marginPx;
    if (bottom <= end + list.clientHeight) return;
    // A card that is higher than the list shows its beginning: what it asks comes before its buttons.
    this.#scrollTo(list, Math.min(bottom - list.clientHeight, top));
  }

  #scrollTo(list: HTMLElement, top: number): void {
    this.#byPerson = false;
    this.#end = Math.min(Math.max(0, top), list.scrollHeight - list.clientHeight);
    list.scrollTo({ top: this.#end, behavior: mayMove(list) ? 'smooth' : 'instant' });
  }

  #listen(list: HTMLElement | null): void {
    if (list === this.#list) return;
    for (const type of personScrolls) this.#list?.removeEventListener(type, this.#onPerson);
    this.#list?.removeEventListener('scroll', this.#onScroll);
    this.#list = list;
    for (const type of personScrolls) list?.addEventListener(type, this.#onPerson, { passive: true });
    list?.addEventListener('scroll', this.#onScroll, { passive: true });
  }

  readonly #onPerson = (): void => {
    this.#byPerson = true;
    this.#end = undefined;
  };

  readonly #onScroll = (): void => {
    const list = this.#list;
    if (!list) return;
    if (this.#end !== undefined && Math.abs(list.scrollTop - this.#end) < 1) this.#end = undefined;
    if (this.#byPerson) this.#isAway = list.scrollHeight - list.scrollTop - list.clientHeight > nearPx;
  };
}

/** Firefox does not finish a smooth scroll of what is out of sight, and nobody would see it. */
function mayMove(list: HTMLElement): boolean {
  const { top, bottom } = list.getBoundingClientRect();
  return bottom > 0 && top < innerHeight && matchMedia('(prefers-reduced-motion: no-preference)').matches;
}

function topIn(list: HTMLElement, child: Element): number {
  return child.getBoundingClientRect().top - list.getBoundingClientRect().top;
}

function lastQuestion(snapshot: AgentSnapshot): string | undefined {
  return snapshot.items.findLast(({ kind }) => kind === 'user')?.id;
}
