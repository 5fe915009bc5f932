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
  #isDone = false;

  constructor(host: ReactiveControllerHost, read: Read) {
    this.#host = host;
    this.#read = read;
    host.addController(this);
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** What the box shows has become something else. */
  restart(): void {
    this.#isDone = false;
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
    if (this.#isDone || (box && box.scrollTop + box.clientHeight < box.scrollHeight - tolerancePx)) return;
    this.#isDone = true;
    this.#read.onRead();
    this.#host.requestUpdate();
  };
}
