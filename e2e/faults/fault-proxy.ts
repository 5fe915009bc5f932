import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { resetSocket } from '../../testing/reset-socket.ts';
import type { Chance } from './chance.ts';
import { clearRoad, Link, type Conditions } from './link.ts';

export interface ProxyCounts {
  opened: number;
  /** Connections that were ended from the middle. */
  cut: number;
  /** Connections over which nothing comes any more, with no end in sight for either side. */
  halfOpened: number;
}

export interface FaultProxyOptions {
  /** The port that a new connection leads to; asked for each one. Undefined: it is refused. */
  readonly target: () => number | undefined;
  readonly chance: Chance;
  readonly conditions?: Partial<Conditions>;
}

/** A TCP proxy on 127.0.0.1 that treats connections badly. */
export class FaultProxy {
  readonly counts: ProxyCounts = { opened: 0, cut: 0, halfOpened: 0 };
  readonly #options: FaultProxyOptions;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #conditions: Conditions;

  private constructor(options: FaultProxyOptions) {
    this.#options = options;
    this.#conditions = { ...clearRoad, ...options.conditions };
    this.#server = createServer({ noDelay: true }, (client) => {
      const port = options.target();
      if (port === undefined) return resetSocket(client);
      const { chance } = options;
      const link = new Link({
        client,
        port,
        chance,
        conditions: this.#conditions,
        onEnd: (one) => this.#links.delete(one),
      });
      this.#links.add(link);
      this.counts.opened += 1;
    });
  }

  static async start(options: FaultProxyOptions): Promise<FaultProxy> {
    const proxy = new FaultProxy(options);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const bound = this.#server.address();
    return typeof bound === 'object' && bound !== null ? bound.port : 0;
  }

  /** Connections that lead somewhere. */
  get links(): readonly Link[] {
    return [...this.#links].filter(({ isAlive }) => isAlive);
  }

  /** For connections that begin from here on. */
  setConditions(conditions: Partial<Conditions>): void {
    this.#conditions = { ...clearRoad, ...conditions };
  }

  /** Ends connections: all, or the one of the client with this port. Returns how many. */
  cut(clientPort?: number): number {
    const cut = this.links.filter((link) => clientPort === undefined || link.clientPort === clientPort);
    for (const link of cut) link.cut(this.#options.chance.happens(0.5) ? 'reset' : 'end');
    this.counts.cut += cut.length;
    return cut.length;
  }

  /** Makes connections swallow what is sent, one way or both, and say nothing of it. Returns how many. */
  halfOpen(direction: 'up' | 'down' | 'both', clientPort?: number): number {
    const frozen = this.links.filter((link) => clientPort === undefined || link.clientPort === clientPort);
    for (const link of frozen) link.swallow(direction);
    this.counts.halfOpened += frozen.length;
    return frozen.length;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const link of this.#links) link.cut('reset');
    await closed;
  }
}
