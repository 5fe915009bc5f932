import { connect, type Socket } from 'node:net';
import { resetSocket } from '../../testing/reset-socket.ts';
import type { Chance } from './chance.ts';

/** How a link behaves. Each way for itself. */
export interface Conditions {
  readonly delayMs: number;
  /** Up to this much is added to the delay, by chance. Order is kept, as in TCP. */
  readonly jitterMs: number;
  readonly bytesPerSecond: number;
  /** Of the pieces of data: how many make the link stand still for `stallMs`. */
  readonly stallShare: number;
  readonly stallMs: number;
}

export const clearRoad: Conditions = { delayMs: 0, jitterMs: 0, bytesPerSecond: Infinity, stallShare: 0, stallMs: 0 };

export interface LinkOptions {
  readonly client: Socket;
  /** Where it leads to. */
  readonly port: number;
  readonly chance: Chance;
  readonly conditions: Conditions;
  readonly onEnd: (link: Link) => void;
}

/** One connection through the proxy. */
export class Link {
  readonly clientPort: number | undefined;
  readonly #options: LinkOptions;
  readonly #upstream: Socket;
  readonly #swallowed = { up: false, down: false };
  #isOver = false;

  constructor(options: LinkOptions) {
    const { client, port } = options;
    this.#options = options;
    this.clientPort = client.remotePort;
    this.#upstream = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#forward('up', client, this.#upstream);
    this.#forward('down', this.#upstream, client);
  }

  /** False once it was cut, or swallows something. */
  get isAlive(): boolean {
    return !this.#isOver && !this.#swallowed.up && !this.#swallowed.down;
  }

  /** `reset`: at once and without a goodbye; `end`: as if the other side had finished. */
  cut(how: 'reset' | 'end'): void {
    const { client } = this.#options;
    for (const socket of [client, this.#upstream]) {
      if (how === 'reset') resetSocket(socket);
      else socket.destroySoon();
    }
    this.#end();
  }

  /** What is sent from here on is lost; neither side hears of an end. */
  swallow(direction: 'up' | 'down' | 'both'): void {
    if (direction !== 'down') this.#swallowed.up = true;
    if (direction !== 'up') this.#swallowed.down = true;
  }

  #forward(direction: 'up' | 'down', from: Socket, to: Socket): void {
    const pass = this.#delayed();
    from.on('data', (piece) => {
      if (this.#swallowed[direction]) return;
      pass(piece.length, () => {
        if (!this.#swallowed[direction] && to.writable) to.write(piece);
      });
    });
    // A side that goes away is not missed by the other while the link swallows.
    from.on('close', () => {
      if (this.isAlive) pass(0, () => this.#finish(to));
      else if (from.destroyed && to.destroyed) this.#end();
    });
    from.on('error', () => {});
  }

  #finish(to: Socket): void {
    if (this.isAlive) to.destroySoon();
    this.#end();
  }

  /** Runs things in order, each when the link has carried it. */
  #delayed(): (bytes: number, run: () => void) => void {
    const { chance, conditions } = this.#options;
    if (isClear(conditions)) return (_bytes, run) => run();
    const { delayMs, jitterMs, bytesPerSecond, stallShare, stallMs } = conditions;
    const waiting: (() => void)[] = [];
    let last = 0;
    return (bytes, run) => {
      const now = performance.now();
      const stall = chance.happens(stallShare) ? stallMs : 0;
      last = Math.max(last, now + delayMs + jitterMs * chance.next() + stall) + (bytes / bytesPerSecond) * 1_000;
      // Timers that are due at about the same time may change places; what is first in the queue does not.
      waiting.push(run);
      setTimeout(() => waiting.shift()?.(), last - now);
    };
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.onEnd(this);
  }
}

function isClear({ delayMs, jitterMs, bytesPerSecond, stallShare }: Conditions): boolean {
  return delayMs === 0 && jitterMs === 0 && bytesPerSecond === Infinity && stallShare === 0;
}
