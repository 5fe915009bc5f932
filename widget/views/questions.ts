import type { Item } from '../conversation/items.ts';

/** A question of the person's with everything that followed it. */
export interface Question {
  /** The first item's id: it stays while the rest arrives, so no node moves. */
  readonly id: string;
  readonly asked: boolean;
  readonly items: readonly Item[];
}

/** Divides the transcript at the person's messages. */
export function divideByQuestion(items: readonly Item[]): readonly Question[] {
  const starts = items.flatMap((item, at) => (at === 0 || item.kind === 'user' ? [at] : []));
  return starts.flatMap((start, at) => {
    const first = items[start];
    if (!first) return [];
    return [{ id: first.id, asked: first.kind === 'user', items: items.slice(start, starts[at + 1]) }];
  });
}
