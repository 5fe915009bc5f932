import type { Item } from '../conversation/items.ts';

/** A question of the person's with everything that followed it. */
export interface Question {
  /** The first item's id: it stays while the rest arrives, so no node moves. */
  readonly id: string;
  readonly asked: boolean;
  readonly items: readonly Item[];
}

/** Goes before calls that follow each other. */
export interface Steps {
  readonly kind: 'steps';
  readonly id: string;
  /** The first of the calls, and everything behind it. */
  readonly items: readonly Item[];
}

/** The rows of a question. */
export function rowsOf(items: readonly Item[]): readonly (Item | Steps)[] {
  return items.flatMap((item, at): readonly (Item | Steps)[] =>
    item.kind === 'call' && items[at - 1]?.kind !== 'call'
      ? [{ kind: 'steps', id: item.id, items: items.slice(at) }, item]
      : [item],
  );
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
