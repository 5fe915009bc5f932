import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A fraction of a pixel is no text. */
const tolerancePx = 2;

interface Read {
  readonly box: () => Element | null;
  readonly onRead: () => void;
}

/** Whether a box that scrolls has been seen to its end. */
export class ReadThrough implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #read: Read;
  #box: Element | null = null;
  #state: 'unknown' | 'unread' | 'read' = 'unknown';

  constructor(host: ReactiveControllerHost, read: Read) {
    this.#host = host;
    this.#read = read;
    host.addController(this);
  }

  get isDone(): boolean {
    return this.#state === 'read';
  }

  /** There is more to see. */
  get isUnread(): boolean {
    return this.#state === 'unread';
  }

  /** What the box shows has become something else. */
  restart(): void {
    this.#state = 'unknown';
  }

  hostUpdated(): void {
    const box = this.#read.box();
    if (box !== this.#box) this.#listen(box);
    this.#look();
  }

  hostDisconnected(): void {
    this.#listen(null);
    this.restart();
  }

  #listen(box: Element | null): void {
    this.#box?.removeEventListener('scroll', this.#look);
    this.#box = box;
    box?.addEventListener('scroll', this.#look, { passive: true });
  }

  readonly #look = (): void => {
    const box = this.#box;
    const isAtEnd = !box || box.scrollTop + box.clientHeight >= box.scrollHeight - tolerancePx;
    const state = isAtEnd ? 'read' : 'unread';
    if (this.isDone || state === this.#state) return;
    this.#state = state;
    if (this.isDone) this.#read.onRead();
    this.#host.requestUpdate();
  };
}
