import { isDeepStrictEqual } from 'node:util';
import type { HistoryEntry, ModelCall } from '../../server/model/model.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import { labelOf, planOf } from './plan.ts';

/** What the model was told of one call. */
export interface Told {
  readonly id: string;
  /** `ok`, or the code of its error. */
  readonly outcome: string;
}

/** One message and all that followed until the next. */
export interface TurnReport {
  readonly label: string;
  /** Answers of the model so far. */
  readonly steps: number;
  readonly told: readonly Told[];
  /** The message brought notes of what earlier calls came to after all. */
  readonly late: number;
}

export interface HistoryReport {
  readonly turns: readonly TurnReport[];
  /** Sentences; none when the model can be shown this history. */
  readonly problems: readonly string[];
}

type ModelEntry = Extract<HistoryEntry, { role: 'model' }>;
type ResultsEntry = Extract<HistoryEntry, { role: 'results' }>;

/** Whether a history is one that could have happened: each message once, each call answered once and in order. */
export function checkHistory(history: readonly HistoryEntry[]): HistoryReport {
  const problems: string[] = [];
  const turns = splitTurns(history).map((entries) => checkTurn(entries, problems));
  const labels = turns.map(({ label }) => label);
  if (new Set(labels).size !== labels.length) problems.push(`a message is there twice: ${labels.join(' ')}`);
  return { turns, problems };
}

function splitTurns(history: readonly HistoryEntry[]): HistoryEntry[][] {
  const turns: HistoryEntry[][] = [];
  for (const entry of history) {
    if (entry.role === 'user') turns.push([entry]);
    else turns.at(-1)?.push(entry);
  }
  return turns;
}

function checkTurn([first, ...rest]: readonly HistoryEntry[], problems: string[]): TurnReport {
  const text = first?.role === 'user' ? first.text : '';
  const label = labelOf(text) ?? '';
  if (label === '') problems.push(`a message that nobody wrote: ${text.slice(0, 80)}`);
  const { rounds } = planOf(label);
  const told: Told[] = [];
  let steps = 0;
  let open: readonly ModelCall[] = [];
  for (const entry of rest) {
    if (entry.role === 'results') {
      told.push(...checkResults(entry, open, problems));
      open = [];
      continue;
    }
    if (open.length > 0) problems.push(`${label}: calls of round ${steps} have no results`);
    if (entry.role === 'model') open = checkStep(entry, rounds[steps] ?? [], problems);
    steps += 1;
  }
  return { label, steps, told, late: text.split('[Note from the program').length - 1 };
}

function checkStep({ step }: ModelEntry, planned: readonly { id: string }[], problems: string[]): readonly ModelCall[] {
  const ids = step.calls.map(({ args }) => idOf(args));
  const wanted = planned.map(({ id }) => id);
  if (!isDeepStrictEqual(ids, wanted)) problems.push(`a step has the calls ${ids.join(' ')}, not ${wanted.join(' ')}`);
  return step.calls;
}

function checkResults({ results }: ResultsEntry, open: readonly ModelCall[], problems: string[]): Told[] {
  const ids = results.map(({ call }) => idOf(call.args));
  const wanted = open.map(({ args }) => idOf(args));
  if (!isDeepStrictEqual(ids, wanted)) problems.push(`results for ${ids.join(' ')}, not for ${wanted.join(' ')}`);
  return results.map(({ call, result }) => {
    const id = idOf(call.args);
    if (result.ok && idOf(result.value) !== id) problems.push(`${id} has the result of ${idOf(result.value)}`);
    return { id, outcome: outcomeOf(result) };
  });
}

function outcomeOf(result: ToolResult): string {
  return result.ok ? 'ok' : result.error.code;
}

function idOf(value: unknown): string {
  const id: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'id') : undefined;
  return typeof id === 'string' ? id : '?';
}
