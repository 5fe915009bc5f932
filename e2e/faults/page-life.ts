import { WebSocket } from 'ws';
import type { OpenSocket } from '../../widget/connection/socket.ts';
import type { Clock } from '../../widget/tab/clock.ts';

/**
 * What a page lives on: timers, storage and sockets that end with it, all at the same moment, as a browser ends
 * them. Code of a dead page may still hold promises; it can't reach anything any more.
 */
export class PageLife {
  readonly #origin: string;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #sockets = new Set<WebSocket>();
  readonly #pace: number;
  readonly #beganAt = Date.now();
  #jumpedMs = 0;
  #isOver = false;
  #localPort: number | undefined;

  /** @param pace how much faster than others its clock and its timers run. */
  constructor(origin: string, pace = 1) {
    this.#origin = origin;
    this.#pace = pace;
  }

  /** The clock of its machine is set, forward or back. Timers are not moved by that. */
  jump(ms: number): void {
    this.#jumpedMs += ms;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Of the newest socket: what a proxy knows it by. */
  get localPort(): number | undefined {
    return this.#localPort;
  }

  end(): void {
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const socket of this.#sockets) socket.terminate();
  }

  readonly clock: Clock = {
    now: () => this.#beganAt + (Date.now() - this.#beganAt) * this.#pace + this.#jumpedMs,
    after: (ms, task) => {
      if (this.#isOver) return () => {};
      const timer = setTimeout(
        () => {
          this.#timers.delete(timer);
          task();
        },
        Math.min(ms / this.#pace, 2 ** 31 - 1),
      );
      this.#timers.add(timer);
      return () => {
        clearTimeout(timer);
        this.#timers.delete(timer);
      };
    },
  };

  /** Never comes back when the page ends before. */
  readonly sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      this.clock.after(ms, resolve);
    });

  readonly openSocket: OpenSocket = (url, subProtocol, events) => {
    const socket = new WebSocket(url, subProtocol, { origin: this.#origin });
    const ifAlive =
      <Args extends unknown[]>(handle: (...args: Args) => void) =>
      (...args: Args): void => {
        if (!this.#isOver) handle(...args);
      };
    this.#sockets.add(socket);
    socket.on('upgrade', ({ socket: { localPort } }) => (this.#localPort = localPort));
    socket.on('open', ifAlive(events.opened));
    socket.on(
      'message',
      ifAlive((data, isBinary) => events.received(isBinary ? data : String(data))),
    );
    socket.on('error', () => {});
    socket.on('close', (code, reason) => {
      this.#sockets.delete(socket);
      ifAlive(events.closed)(code, String(reason));
    });
    if (this.#isOver) socket.terminate();
    return socket;
  };

  /** A storage as this page sees it: what a dead page writes is not there. */
  readonly storage = (items: StoredItems): Storage => {
    const isOver = (): boolean => this.#isOver;
    return {
      get length() {
        return items.size;
      },
      key: (at) => [...items.keys()][at] ?? null,
      getItem: (name) => items.get(name) ?? null,
      setItem: (name, value) => void (isOver() || items.set(name, value)),
      removeItem: (name) => void (isOver() || items.delete(name)),
      clear: () => void (isOver() || items.clear()),
    };
  };
}

/** What outlives a page: its tab's sessionStorage, or localStorage. */
export type StoredItems = Map<string, string>;
