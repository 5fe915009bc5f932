import type { ErrorPayload } from '../../shared/errors.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { HistoryEntry, ModelCall } from '../model/model.ts';
import type { EndReason } from './event.ts';

/** What is looked at here of a call, and of its turn. */
interface EndedCall {
  readonly round: number;
  readonly call: ModelCall;
  readonly result: ToolResult | undefined;
}

interface EndedTurn {
  readonly rounds: number;
  readonly calls: readonly EndedCall[];
  readonly entries: readonly HistoryEntry[];
}

interface End {
  readonly reason: EndReason;
  readonly error?: ErrorPayload;
}

/**
 * What the turns to come are shown of a turn that is over, whichever way it ended: a history that any model accepts.
 *
 * A turn that failed before the model had said anything leaves nothing. One that the model refused to go on with leaves
 * only the names of what was called: its words would be refused again, and with them every message after it.
 */
export function entriesOf(turn: EndedTurn, { reason, error }: End): readonly HistoryEntry[] {
  if (reason !== 'failed') return closed(turn);
  if (error?.code === 'model_refused') return turn.calls.length > 0 ? [summary(turn.calls)] : [];
  return turn.rounds > 0 ? closed(turn) : [];
}

/** Whether what a turn was told of earlier calls has to be told again. */
export function isForgotten(turn: EndedTurn, end: End): boolean {
  return entriesOf(turn, end)[0] !== turn.entries[0];
}

const unfinished: ToolResult = {
  ok: false,
  error: { code: 'unknown_outcome', message: 'The turn ended before this was answered. It may or may not have run.' },
};

/** A call without its result would have every later request refused. */
function closed(turn: EndedTurn): readonly HistoryEntry[] {
  const last = turn.entries.at(-1);
  if (last?.role !== 'model' || last.step.calls.length === 0) return turn.entries;
  const records = turn.calls.filter(({ round }) => round === turn.rounds);
  const results = last.step.calls.map((call, at) => ({ call, result: records[at]?.result ?? unfinished }));
  return [...turn.entries, { role: 'results', results }];
}

function summary(calls: readonly EndedCall[]): HistoryEntry {
  const made = calls.map(({ call, result }) => `${plainName(call.name)} (${outcomeOf(result)})`).join(', ');
  return {
    role: 'user',
    text: `[Note from the program, not from the person: a message and its answer are left out here, because the model refused to go on. Called before that: ${made}.]`,
  };
}

/** A model can invent a name, and this one goes where the person's words are. */
export function plainName(name: string): string {
  return name.replaceAll(/[^\w.:-]/g, '').slice(0, 64);
}

function outcomeOf(result: ToolResult | undefined): string {
  return result?.ok === true ? 'done' : (result?.error.code ?? 'unknown_outcome');
}
