import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ApprovalCard } from './approval-card.ts';

interface Watched {
  readonly cards: () => readonly ApprovalCard[];
  /** Resolves once the cards are drawn. */
  readonly drawn: () => Promise<unknown>;
}

/** A card of which so little is in sight is away. */
const seenShare = 0.4;

/** Knows which of the open cards are out of the person's sight: scrolled away, or folded to a line. */
export class CardWatch implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #watched: Watched;
  readonly #away = new Set<ApprovalCard>();
  #cards: readonly ApprovalCard[] = [];
  #observer: IntersectionObserver | undefined;
  #root: Node | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, watched: Watched) {
    this.#host = host;
    this.#watched = watched;
    host.addController(this);
  }

  /** Oldest first. None while another one is in sight: that comes first, and nothing may cover it. */
  get away(): readonly ApprovalCard[] {
    const open = this.#cards.filter((card) => card.isConnected && !card.isCovered);
    const away = open.filter((card) => card.isFolded || this.#away.has(card));
    return away.length === open.length ? away : [];
  }

  hostConnected(): void {
    this.#root = this.#host.getRootNode();
    this.#root.addEventListener('headless-agent-fold', this.#onFold);
  }

  hostUpdated(): void {
    void this.#observe();
  }

  hostDisconnected(): void {
    this.#root?.removeEventListener('headless-agent-fold', this.#onFold);
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#cards = [];
    this.#away.clear();
  }

  async #observe(): Promise<void> {
    await this.#watched.drawn();
    const cards = this.#watched.cards();
    if (!this.#host.isConnected || isSame(cards, this.#cards)) return;
    this.#cards = cards;
    this.#away.clear();
    this.#observer?.disconnect();
    this.#observer = new IntersectionObserver((entries) => this.#see(entries), { threshold: [0, seenShare] });
    for (const card of cards) this.#observer.observe(card);
    this.#host.requestUpdate();
  }

  #see(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, intersectionRatio } of entries) {
      const card = this.#cards.find((one) => one === target);
      if (!card) continue;
      if (isIntersecting && intersectionRatio >= seenShare) this.#away.delete(card);
      else this.#away.add(card);
    }
    this.#host.requestUpdate();
  }

  readonly #onFold = (): void => this.#host.requestUpdate();
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}
