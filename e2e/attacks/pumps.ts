import type { Attack } from './attack.ts';
import { parsers } from './pump-parsers.ts';
import { pumps } from './pump-texts.ts';

/** Characters. The short form only shows that everything can be read. */
const sizesOf = (isLong: boolean): readonly number[] => (isLong ? [12_500, 25_000, 50_000, 100_000] : [400, 800]);
const rounds = 5;
/** Below this nobody waits for anybody, and a clock shows little but noise. */
const noticedMs = 4;
/** 1 is linear, 2 quadratic. */
const mostExponent = 1.5;

interface Fit {
  readonly name: string;
  /** The best time for each size. */
  readonly ms: readonly number[];
  readonly exponent: number;
}

export const pumpedTexts: Attack = {
  name: 'pumps',
  about: 'All that reads text, on patterns of up to 100 KB that make a careless reader quadratic.',
  run: async ({ isLong }) => {
    const sizes = sizesOf(isLong);
    const fits = Object.entries(parsers).flatMap(([parser, read]) =>
      Object.entries(pumps).map(([pump, unit]) => fit(`${parser} of ${pump}`, (text) => read(text), unit, sizes)),
    );
    const byTime = fits.toSorted((one, other) => lastOf(other) - lastOf(one));
    const bent = fits.filter((found) => lastOf(found) > noticedMs && found.exponent > mostExponent);
    return {
      counts: {
        readers: Object.keys(parsers).length,
        patterns: Object.keys(pumps).length,
        slowest: byTime[0]?.name ?? '',
      },
      figures: [
        { name: 'ms for the slowest text', value: byTime[0] ? lastOf(byTime[0]) : Infinity, most: 50, isTimed: true },
        { name: 'worse than linear', value: bent.length, most: 0, isTimed: true },
      ],
      notes: isLong ? [...byTime.slice(0, 10), ...bent].map(inWords) : [],
    };
  },
};

function fit(name: string, read: (text: string) => void, unit: string, sizes: readonly number[]): Fit {
  const texts = sizes.map((size) => unit.repeat(Math.ceil(size / unit.length)));
  let ms = texts.map((text) => timeOf(() => read(text)));
  // Only what looks slow is measured again: its best time is its own, the others are the machine's.
  for (let round = 1; round < rounds && looksSlow(ms, sizes); round += 1) {
    const again = texts.map((text) => timeOf(() => read(text)));
    ms = ms.map((before, at) => Math.min(before, again[at] ?? before));
  }
  return { name, ms, exponent: exponentOf(ms, sizes) };
}

function looksSlow(ms: readonly number[], sizes: readonly number[]): boolean {
  const last = ms.at(-1) ?? 0;
  return last > noticedMs && (last > 25 || exponentOf(ms, sizes) > 1.2);
}

/** Of the processor, in milliseconds. */
function timeOf(work: () => void): number {
  const from = process.cpuUsage();
  try {
    work();
  } catch {
    // A refusal is as good an answer as any.
  }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e3;
}

/** The slope of time over size, both as logarithms: least squares. */
function exponentOf(ms: readonly number[], sizes: readonly number[]): number {
  const points = ms.map((time, at) => ({ x: Math.log(sizes[at] ?? 1), y: Math.log(Math.max(time, 1e-3)) }));
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map((point) => point.x));
  const y = mean(points.map((point) => point.y));
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
}

function lastOf({ ms }: Fit): number {
  return ms.at(-1) ?? 0;
}

function inWords({ name, ms, exponent }: Fit): string {
  return `${name}: ${ms.map((time) => time.toFixed(2)).join(', ')} ms, size to the power of ${exponent.toFixed(2)}`;
}
