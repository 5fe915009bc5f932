import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What is nearer than this to the visible part of the list is made ready to be seen. */
const margin = '800px 0px';
/** So many of the newest turns are near, wherever the list stands: they are what a conversation opens with. */
const newest = ':nth-last-child(-n + 4)';

const observers = new WeakMap<Element, IntersectionObserver>();
const waiting = new WeakMap<Element, Set<() => void>>();

/** Knows whether an element is near the visible part of the list around it, or has been. Draws it when it comes near. */
export class NearView implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  #isNear = false;
  #callOff: (() => void) | undefined;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  /** To be asked while the element is drawn: its neighbours are in their places then. What is in no list is near. */
  get isNear(): boolean {
    if (this.#isNear || this.#callOff) return this.#isNear;
    const turn = this.#host.closest('.turn');
    const list = turn?.closest('.list');
    if (!turn || !list || turn.matches(newest)) return (this.#isNear = true);
    this.#callOff = wait(turn, list, () => {
      this.#isNear = true;
      this.#host.requestUpdate();
    });
    return false;
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }
}

function wait(turn: Element, list: Element, act: () => void): () => void {
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
