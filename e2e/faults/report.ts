import type { SoakResult } from './soak-run.ts';

/** The rows of the table, in order. */
const rows: readonly (readonly [name: string, value: (result: SoakResult) => string | number])[] = [
  ['store, nodes', ({ store, nodes }) => `${store}, ${nodes}`],
  ['seconds', ({ seconds }) => seconds],
  ['calls', ({ calls }) => calls],
  ['executions', ({ executions }) => executions],
  ['cuts', ({ cuts }) => cuts],
  ['half-open links', ({ halfOpened }) => halfOpened],
  ['reloads', ({ reloads }) => reloads],
  ['duplicated tabs', ({ duplicates }) => duplicates],
  ['node kills', ({ kills }) => kills],
  ['deploys', ({ deploys }) => deploys],
  ['store kills', ({ storeKills }) => storeKills],
  ['turns answered', ({ answered }) => answered],
  ['turns announced as lost', ({ announced }) => announced],
  ['turns not finished', ({ unfinished }) => unfinished.length],
  ['outcome unknown', ({ outcomes }) => outcomes.get('unknown_outcome') ?? 0],
  ['… although it could be known', ({ needless }) => needless.length],
  ['lost', ({ lost }) => lost.length],
  ['twice', ({ twice }) => twice.length],
  ['wrong transcripts', ({ wrong }) => wrong.length],
  ['resume p95 (ms)', ({ resumeP95 }) => (resumeP95 === undefined ? '–' : Math.round(resumeP95))],
];

/** One column for each run, and below it what went wrong. */
export function table(results: readonly SoakResult[]): string {
  const cells = rows.map(([name, value]) => [name, ...results.map((result) => String(value(result)))]);
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = cells.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return [...lines, ...results.flatMap(findings)].join('\n');
}

/** The first few cases of each kind, each a sentence. */
function findings({
  store,
  nodes,
  lost,
  twice,
  wrong,
  unfinished,
  needless,
  complaints,
  outcomes,
}: SoakResult): string[] {
  const kinds = { lost, twice, wrong, unfinished, needless, complaints };
  const found = Object.entries(kinds).flatMap(([kind, cases]) =>
    cases.slice(0, 10).map((text) => `  ${kind}: ${text}`),
  );
  const told = [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ');
  return ['', `${store}, ${nodes}: told ${told}`, ...found];
}

/** All runs in one line. */
export function headline(results: readonly SoakResult[], seed: string): string {
  const sum = (value: (result: SoakResult) => number): number => results.reduce((total, one) => total + value(one), 0);
  const slowest = Math.max(...results.map(({ resumeP95 }) => resumeP95 ?? 0));
  return [
    `seed ${seed}: ${sum(({ calls }) => calls)} calls`,
    `${sum(({ executions }) => executions)} executions`,
    `${sum(({ cuts }) => cuts)} cuts`,
    `${sum(({ reloads }) => reloads)} reloads`,
    `${sum(({ kills }) => kills)} node kills`,
    `${sum(({ storeKills }) => storeKills)} store kills`,
    `${sum(({ lost }) => lost.length)} lost`,
    `${sum(({ twice }) => twice.length)} twice`,
    `${sum(({ wrong }) => wrong.length)} wrong transcripts`,
    `${sum(({ unfinished }) => unfinished.length)} turns not finished`,
    `${sum(({ outcomes }) => outcomes.get('unknown_outcome') ?? 0)} unknown`,
    `${sum(({ needless }) => needless.length)} of them needlessly`,
    `resume p95 ${Math.round(slowest)} ms`,
  ].join(', ');
}

/**
 * What can't happen did not. A turn that was not finished counts, for a turn ends with an answer or is announced as
 * lost; so does an outcome that is unknown although the tab's page could leave, or is still there.
 */
export function isClean({ lost, twice, wrong, unfinished, needless }: SoakResult): boolean {
  return [lost, twice, wrong, unfinished, needless].every((cases) => cases.length === 0);
}
