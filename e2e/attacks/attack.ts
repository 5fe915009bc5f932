/** How much of an attack is run. */
export interface Size {
  readonly seed: number;
  /** False for the part that fits a test. */
  readonly isLong: boolean;
  /** For what is watched over time. */
  readonly minutes: number;
}

/** Something that was measured, and how much it may be. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly most: number;
  /** Depends on the machine: printed and held to by the command, not by a test. */
  readonly isTimed?: boolean;
}

export interface Outcome {
  readonly counts: Readonly<Record<string, number | string>>;
  readonly figures: readonly Figure[];
  /** For whoever looks into a missed figure. */
  readonly notes?: readonly string[];
}

export interface Attack {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  run(size: Size): Promise<Outcome>;
}

export function missed(figures: readonly Figure[]): readonly Figure[] {
  return figures.filter(({ value, most }) => !(value <= most));
}

export function show({ name, value, most }: Figure): string {
  return `${name} ${short(value)} (≤ ${short(most)})`;
}

function short(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 0);
}

/** So that a server that never answers ends a wait, and not the other way round. */
export async function within<T>(ms: number, wait: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  return Promise.race([wait, late]).finally(() => clearTimeout(timer));
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Runs a job for each number from 0 up to `count`, so many at a time. */
export async function inParallel(count: number, width: number, job: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const line = async (): Promise<void> => {
    while (next < count) await job(next++);
  };
  await Promise.all(Array.from({ length: width }, line));
}

export const mib = 1_048_576;
