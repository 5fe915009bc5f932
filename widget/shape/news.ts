import type { AgentSnapshot } from './shape-host.ts';

/** What a closed element has to tell. */
export interface News {
  /** Questions that wait for the person. */
  readonly waiting: number;
  /** Answers that came while it was closed. */
  readonly unread: number;
}

export const noNews: News = { waiting: 0, unread: 0 };

/** Counts what comes while nobody looks. */
export class NewsCounter {
  #read = 0;
  #wasRestoring = false;

  /** @param isSeen the panel is open, so that all there is counts as read. */
  count({ items, asks, restoring }: AgentSnapshot, isSeen: boolean): News {
    const answers = countAnswers(items);
    // What an earlier page has shown is no news, and after a new beginning there is less than before.
    const isOld = isSeen || restoring || this.#wasRestoring;
    this.#read = isOld ? answers : Math.min(this.#read, answers);
    this.#wasRestoring = restoring;
    return isSeen ? noNews : { waiting: asks.length, unread: answers - this.#read };
  }
}

/** However many texts a turn has between its calls, it is one answer. */
function countAnswers(items: AgentSnapshot['items']): number {
  return new Set(items.flatMap((item) => (item.kind === 'agent' && !item.streaming ? [item.turn] : []))).size;
}
