import { deferred } from '../../shared/deferred.ts';
import { Chance } from './chance.ts';
import { Chaos, type Plague } from './chaos.ts';
import type { Verdict } from './judge.ts';
import { ResumeWatch } from './resume-watch.ts';
import { openStore, type StoreKind } from './store.ts';
import type { Visitor } from './visitor.ts';
import { World } from './world.ts';

export interface SoakOptions {
  readonly store: StoreKind;
  readonly nodes: number;
  readonly visitors: number;
  readonly seed: string;
  /** It goes on until there were so many of each. */
  readonly calls: number;
  readonly cuts: number;
  readonly kills: number;
  readonly plague: Plague;
  /** Where it stops in any case, from the first fault on. */
  readonly maxMs: number;
  readonly onProgress?: (line: string) => void;
}

export interface SoakResult extends Verdict {
  readonly store: StoreKind;
  readonly nodes: number;
  readonly executions: number;
  readonly cuts: number;
  readonly reloads: number;
  readonly duplicates: number;
  readonly halfOpened: number;
  readonly kills: number;
  readonly deploys: number;
  readonly storeKills: number;
  readonly resumeP95: number | undefined;
  readonly seconds: number;
  readonly complaints: readonly string[];
}

/** A mistake of the program's own; that a store is away, or a session was taken over, is none. */
const isFault = /TypeError|RangeError|ReferenceError|ERR_ASSERTION|uncaught/i;

/** Visitors talk, and everything around them fails, until there was enough of it. Then all comes to rest and is judged. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const chance = new Chance(options.seed);
  const world = await World.start({ chance, store: await openStore(options.store), nodes: options.nodes });
  try {
    const watch = new ResumeWatch(() => world.visitors.filter(({ snapshot }) => snapshot.connection.phase !== 'open'));
    const calm = deferred<undefined>();
    await settle(world, options, { chance, watch, calm: calm.promise });
    const began = performance.now();
    const chaos = new Chaos(world, chance.branch('chaos'), watch);
    const isEnough = (): boolean => {
      const isLate = performance.now() - began > options.maxMs;
      const { judge } = world;
      const hasEnough =
        judge.calls >= options.calls && cutsOf(world) >= options.cuts && chaos.counts.kills >= options.kills;
      return isLate || hasEnough;
    };
    const progress = setInterval(() => options.onProgress?.(progressOf(world, chaos)), 5_000);
    chaos.begin(options.plague);
    const talks = world.visitors.map((visitor) => talk(world, visitor, isEnough));
    await until(isEnough);
    await chaos.stop();
    clearInterval(progress);
    calm.resolve(undefined);
    await Promise.all(talks);
    return {
      ...world.judge.verdict(options.store === 'memory'),
      ...chaos.counts,
      ...{ store: options.store, nodes: options.nodes, executions: world.recorder.size, cuts: cutsOf(world) },
      reloads: world.visitors.reduce((sum, { reloads }) => sum + reloads, 0),
      duplicates: world.visitors.reduce((sum, { duplicates }) => sum + duplicates, 0),
      halfOpened: world.proxies.reduce((sum, { counts }) => sum + counts.halfOpened, 0),
      resumeP95: watch.p95,
      seconds: Math.round((performance.now() - began) / 1_000),
      complaints: world.complaints.filter((text) => isFault.test(text)),
    };
  } finally {
    await world.close();
  }
}

interface Setting {
  readonly chance: Chance;
  readonly watch: ResumeWatch;
  /** Resolves once nothing fails any more. */
  readonly calm: Promise<unknown>;
}

/** Most visitors have a good link, some a slow one, some a bad one. */
async function settle(world: World, options: SoakOptions, { chance, watch, calm }: Setting): Promise<void> {
  const good = await world.road();
  const slow = await world.road({ delayMs: 40, jitterMs: 40, bytesPerSecond: 100_000 });
  const bad = await world.road({
    delayMs: 100,
    jitterMs: 150,
    bytesPerSecond: 20_000,
    stallShare: 0.01,
    stallMs: 1_000,
  });
  const roads = [good, good, good, good, good, good, slow, slow, bad];
  const network = chance.branch('network');
  for (let one = 0; one < options.visitors; one += 1) {
    world.visitor(roads[one % roads.length] ?? good, {
      ...{ patienceMs: 60_000, calm },
      networkBackMs: () => network.between(10, 300),
      onOpen: watch.back,
    });
  }
}

/** One more message once all is quiet: its history shows what became of the one before. */
async function talk(world: World, visitor: Visitor, isEnough: () => boolean): Promise<void> {
  let isLast = false;
  while (!isLast) {
    isLast = isEnough();
    const { label, fate } = await visitor.sayNext();
    world.judge.see(label, fate, visitor.trail);
    if (fate.kind === 'missing' || fate.kind === 'silent') return;
  }
}

function cutsOf({ proxies }: World): number {
  return proxies.reduce((sum, { counts }) => sum + counts.cut, 0);
}

function progressOf(world: World, { counts }: Chaos): string {
  const { calls } = world.judge;
  return `${calls} calls, ${world.recorder.size} executions, ${cutsOf(world)} cuts, ${counts.kills} kills`;
}

/** Looks now and then. */
function until(isTrue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!isTrue()) return;
      clearInterval(timer);
      resolve();
    }, 50);
  });
}
