import { pause, type Figure } from './attack.ts';
import { startVictim, type Victim, type VictimOptions, type Vitals } from './victim-process.ts';
import { startWitness, type Report } from './witness-process.ts';

export interface Scene {
  readonly victim: Victim;
  /** Before the attack, once the server was warm. */
  readonly before: Vitals;
  /** Of the healthy pages, before the attack. */
  readonly calm: Report;
  /** Of the healthy pages since the attack began or since it was asked the last time. */
  readonly report: () => Promise<Report>;
}

export interface SceneOptions extends VictimOptions {
  /** How long the healthy pages talk before the attack, in milliseconds. */
  readonly calmMs?: number;
  readonly flags?: readonly string[];
}

/** A server and healthy pages, alive for as long as an attack on them takes. */
export async function underAttack<T>(
  { calmMs = 500, flags, ...options }: SceneOptions,
  attack: (scene: Scene) => Promise<T>,
): Promise<T> {
  const victim = await startVictim(options, flags);
  const witness = await startWitness(victim);
  try {
    // What a process compiles and allocates once is no cost of the attack.
    await pause(calmMs);
    await witness.report();
    await pause(calmMs);
    const calm = await witness.report();
    const before = await victim.vitals();
    await witness.report();
    return await attack({ victim, before, calm, report: witness.report });
  } finally {
    await witness.stop();
    await victim.stop();
  }
}

/** What holds after every attack. */
export function unharmed(victim: Victim, { wrong, lost }: Report): readonly Figure[] {
  const { crashes, errors } = victim.faults();
  return [
    { name: 'crashes', value: crashes, most: 0 },
    { name: 'logged errors', value: errors, most: 0 },
    { name: 'healthy turns wrong or lost', value: wrong + lost, most: 0 },
  ];
}

/** Healthy pages wait at most twice as long as without the attack. Below a few milliseconds it is the machine that is measured. */
export function stillQuick(calm: Report, stormy: Report): readonly Figure[] {
  const floorMs = 5;
  const times = (one: number, other: number): number => Math.max(one, floorMs) / Math.max(other, floorMs);
  return [
    { name: 'p50 × that without the attack', value: times(stormy.p50, calm.p50), most: 2, isTimed: true },
    { name: 'p99 × that without the attack', value: times(stormy.p99, calm.p99), most: 2, isTimed: true },
  ];
}

export function milliseconds({ p50, p99 }: Report): string {
  return `${p50.toFixed(1)}/${p99.toFixed(1)}`;
}

/** Bytes that are really held: what could be collected is not counted. */
export function memoryOf({ heap, outside }: Vitals): number {
  return heap + outside;
}

/** Looks again and again, until it is stopped; then says the most that was seen. */
export function watchMemory(victim: Victim): { readonly stop: () => Promise<number> } {
  const over = new AbortController();
  const watch = async (): Promise<number> => {
    let most = 0;
    while (!over.signal.aborted) {
      most = Math.max(most, memoryOf(await victim.vitals()));
      await pause(100);
    }
    return most;
  };
  const seen = watch();
  return {
    stop: () => {
      over.abort();
      return seen;
    },
  };
}
