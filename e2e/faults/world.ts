import { ownMachineLimits } from '../../server/policy/unbounded.ts';
import type { Chance } from './chance.ts';
import { FaultProxy } from './fault-proxy.ts';
import { Judge } from './judge.ts';
import type { Conditions } from './link.ts';
import { NodeProcess, type NodeOptions } from './node-process.ts';
import { Recorder } from './recorder.ts';
import type { Store } from './store.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

export interface WorldOptions {
  readonly chance: Chance;
  readonly store: Store;
  readonly nodes: number;
  /** How long an answer of the model takes at most. */
  readonly modelMs?: number;
  readonly limits?: NodeOptions['limits'];
}

const origin = 'http://shop.test';
/** One address plays all visitors, so what bounds an address must not bound a run. */
const roomy = { ...ownMachineLimits, framesPerSecond: 2_000, frameBurst: 4_000 };

/** Nodes on one store, a network in front of them that can fail, and whoever counts. */
export class World {
  readonly recorder = new Recorder();
  readonly judge = new Judge(this.recorder);
  readonly complaints: string[] = [];
  readonly nodes: NodeProcess[] = [];
  readonly store: Store;
  readonly #options: WorldOptions;
  readonly #proxies: FaultProxy[] = [];
  readonly #visitors: Visitor[] = [];
  #pages = 0;

  private constructor(options: WorldOptions) {
    this.#options = options;
    this.store = options.store;
  }

  static async start(options: WorldOptions): Promise<World> {
    const world = new World(options);
    for (let node = 0; node < options.nodes; node += 1) world.nodes.push(await world.#startNode(node));
    return world;
  }

  get proxies(): readonly FaultProxy[] {
    return this.#proxies;
  }

  get visitors(): readonly Visitor[] {
    return this.#visitors;
  }

  /** A way to the nodes: each connection leads to any of those that are up. */
  async road(conditions: Partial<Conditions> = {}, only?: () => NodeProcess): Promise<FaultProxy> {
    const { chance } = this.#options;
    const target = (): number | undefined => chance.pick(only ? [only()] : this.nodes.filter(({ isUp }) => isUp))?.port;
    const proxy = await FaultProxy.start({ target, chance, conditions });
    this.#proxies.push(proxy);
    return proxy;
  }

  visitor(
    road: FaultProxy,
    options: Partial<Omit<VisitorOptions, 'recorder' | 'origin' | 'port' | 'nextPage'>> = {},
  ): Visitor {
    const name = options.name ?? `v${this.#visitors.length}`;
    const visitor = new Visitor({
      ...{ name, port: road.port, origin, recorder: this.recorder, patienceMs: 30_000, onOpen: () => {} },
      onDoubt: this.judge.excuse,
      ...{ chance: this.#options.chance.branch(name), nextPage: () => (this.#pages += 1) },
      ...options,
    });
    this.#visitors.push(visitor);
    return visitor;
  }

  async close(): Promise<void> {
    for (const visitor of this.#visitors) visitor.leave();
    await Promise.all(this.nodes.map((node) => node.kill()));
    await Promise.all(this.#proxies.map((proxy) => proxy.close()));
    await this.store.close();
  }

  #startNode(node: number): Promise<NodeProcess> {
    const { store, modelMs = 60, limits, chance } = this.#options;
    return NodeProcess.start({
      ...{
        origin,
        store: store.url,
        modelMs,
        limits: { ...roomy, ...limits },
        seed: chance.branch(`node${node}`).seed,
      },
      onReport: this.judge.hear,
      onComplaint: (text) => void this.complaints.push(text),
    });
  }
}
