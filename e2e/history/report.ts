import type { HistoryResult } from './run.ts';

const shown = 20;

/** Everything that is worth reading before the last line. */
export function details({ faults, warnings, refusals, problems }: HistoryResult): string {
  return [
    `faults: ${list(faults)}`,
    `noted by the stand-in: ${list(warnings) || 'nothing'}`,
    ...refusals.slice(0, shown).map((refusal) => `refused: ${refusal}`),
    ...problems.slice(0, shown).map((problem) => `problem: ${problem}`),
  ].join('\n');
}

/** The seed and the counts. */
export function lastLine(result: HistoryResult, seed: string): string {
  const { turns, requests, calls, cancellations, reconnects, refusals, silentEnds, problems } = result;
  const faults = [...result.faults.values()].reduce((sum, count) => sum + count, 0);
  return (
    `seed ${seed}: turns ${turns}, requests ${requests}, calls ${calls}, faults injected ${faults}, ` +
    `cancellations ${cancellations}, reconnects ${reconnects}, history refusals ${refusals.length}, ` +
    `silent ends ${silentEnds}, other problems ${problems.length - silentEnds}`
  );
}

export function isClean({ refusals, silentEnds, problems }: HistoryResult): boolean {
  return refusals.length + silentEnds + problems.length === 0;
}

function list(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
