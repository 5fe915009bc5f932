import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import type { NodeProcess } from './node-process.ts';
import type { ResumeWatch } from './resume-watch.ts';
import type { Visitor } from './visitor.ts';
import type { World } from './world.ts';

/** What goes wrong how often. Spans are least and most, in milliseconds; a missing one never happens. */
export interface Plague {
  /** Each visitor's connection is cut. */
  readonly cutEveryMs?: Span;
  /** Each visitor reloads. */
  readonly reloadEveryMs?: Span;
  /** Of those: how many without a word to the page. */
  readonly crashShare?: number;
  /** Each visitor opens a copy of their tab for a while. */
  readonly duplicateEveryMs?: Span;
  /** One visitor's connection becomes a half-open one. */
  readonly halfOpenEveryMs?: Span;
  /** One node ends. */
  readonly killEveryMs?: Span;
  /** Of those: how many politely. */
  readonly politeShare?: number;
  readonly storeKillEveryMs?: Span;
}

type Span = readonly [least: number, most: number];

export interface ChaosCounts {
  kills: number;
  deploys: number;
  storeKills: number;
}

/** Does harm until it is told to stop. */
export class Chaos {
  readonly counts: ChaosCounts = { kills: 0, deploys: 0, storeKills: 0 };
  readonly #world: World;
  readonly #chance: Chance;
  readonly #watch: ResumeWatch;
  readonly #work: Promise<void>[] = [];
  readonly #stopped = new AbortController();

  constructor(world: World, chance: Chance, watch: ResumeWatch) {
    this.#world = world;
    this.#chance = chance;
    this.#watch = watch;
  }

  begin(plague: Plague): void {
    const { visitors, store } = this.#world;
    setMaxListeners(0, this.#stopped.signal);
    for (const visitor of visitors) {
      this.#every(plague.cutEveryMs, () => this.#cut(visitor));
      this.#every(plague.reloadEveryMs, () => this.#reload(visitor, plague.crashShare ?? 0));
      this.#every(plague.duplicateEveryMs, () => visitor.duplicate(this.#chance.between(200, 3_000)));
    }
    this.#every(plague.halfOpenEveryMs, () => this.#halfOpen());
    this.#every(plague.killEveryMs, () => this.#killOne(plague.politeShare ?? 0));
    if (store.crash) this.#every(plague.storeKillEveryMs, () => this.#killStore(store.crash));
  }

  /** Resolves once everything that was killed is back. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.#work);
  }

  #every(span: Span | undefined, harm: () => unknown): void {
    if (!span) return;
    const { signal } = this.#stopped;
    const go = async (): Promise<void> => {
      for (;;) {
        const isOver = await sleep(this.#chance.between(...span), false, { signal }).catch(() => true);
        if (isOver) return;
        await harm();
      }
    };
    this.#work.push(go());
  }

  /** One that is not connected yet is mostly spared: on a busy machine nobody would ever get through. */
  #cut({ page, snapshot }: Visitor): void {
    if (page.localPort === undefined) return;
    if (snapshot.connection.phase !== 'open' && this.#chance.happens(0.7)) return;
    for (const proxy of this.#world.proxies) proxy.cut(page.localPort);
  }

  #reload(visitor: Visitor, crashShare: number): void {
    visitor.dropYoungCopy();
    visitor.reload(this.#chance.happens(crashShare) ? 'crash' : 'leave');
  }

  #halfOpen(): void {
    const visitor = this.#chance.pick(this.#world.visitors);
    const port = visitor?.page.localPort;
    const way = this.#chance.pick(['up', 'down', 'both'] as const) ?? 'both';
    if (port === undefined) return;
    // A page that says nothing finds out within half a minute; a call that never reached it has had its time by then.
    visitor?.doubt(`half open ${way}`);
    for (const proxy of this.#world.proxies) proxy.halfOpen(way, port);
  }

  async #killOne(politeShare: number): Promise<void> {
    const node = this.#chance.pick(this.#world.nodes);
    if (!node) return;
    if (this.#chance.happens(politeShare)) {
      await node.stop();
      this.counts.deploys += 1;
    } else {
      await node.kill();
      this.counts.kills += 1;
    }
    if (!this.#world.nodes.some(({ isUp }) => isUp)) this.#watch.stop();
    await this.#startAgain(node);
  }

  async #startAgain(node: NodeProcess): Promise<void> {
    await node.start();
    this.#watch.begin();
  }

  async #killStore(crash: (() => Promise<void>) | undefined): Promise<void> {
    await crash?.();
    this.counts.storeKills += 1;
  }
}
