/** What is nearer than this to the visible part of the list is made ready to be seen. */
const margin = '800px 0px';
/** So many of the newest turns are near, wherever the list stands: they are what a conversation opens with. */
const newest = ':nth-last-child(-n + 4)';

const observers = new WeakMap<Element, IntersectionObserver>();
const waiting = new WeakMap<Element, Set<() => void>>();

/** Whether the turn around an element is far from being seen. What is in no list is near. */
export function isFar(element: Element): boolean {
  const turn = element.closest('.turn');
  return turn !== null && turn.closest('.list') !== null && !turn.matches(newest);
}

/**
 * Acts once, when the turn around an element comes near the visible part of its list.
 *
 * @returns what calls it off.
 */
export function whenNear(element: Element, act: () => void): () => void {
  const turn = element.closest('.turn');
  const list = turn?.closest('.list');
  if (!turn || !list) {
    act();
    return () => {};
  }
  const acts = waiting.get(turn) ?? new Set();
  waiting.set(turn, acts.add(act));
  observerOf(list).observe(turn);
  return () => void acts.delete(act);
}

function observerOf(list: Element): IntersectionObserver {
  const observer = observers.get(list) ?? new IntersectionObserver(onSeen, { root: list, rootMargin: margin });
  observers.set(list, observer);
  return observer;
}

function onSeen(entries: readonly IntersectionObserverEntry[], observer: IntersectionObserver): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    const acts = waiting.get(target);
    waiting.delete(target);
    for (const act of acts ?? []) act();
  }
}
