import type { ToolChoice, ToolResult, Usage } from '../../shared/protocol.ts';
import type { HistoryEntry, ModelCall, ModelStep } from '../model/model.ts';
import type { Stored } from '../store/session-store.ts';
import type { Offer, SessionEvent } from './event.ts';

export interface CallRecord {
  /** `<turn>.<round>.<index>` */
  readonly id: string;
  readonly round: number;
  readonly call: ModelCall;
  readonly dispatched: boolean;
  readonly result?: ToolResult;
}

export interface TurnState {
  readonly turn: number;
  readonly message: string;
  readonly toolChoice: ToolChoice;
  /** Pinned when the turn began: what the page changes meanwhile counts from the next turn on. */
  readonly offer: Offer;
  /** Complete answers of the model so far. */
  readonly rounds: number;
  readonly calls: readonly CallRecord[];
  readonly lastFinish: ModelStep['finish'] | undefined;
  /** What the turn has added to the history so far. */
  readonly entries: readonly HistoryEntry[];
  readonly usage: Usage;
}

export interface SessionState {
  /** The last event that was applied. */
  readonly lastId: string | undefined;
  readonly tokenHash: string | undefined;
  readonly page: string | undefined;
  readonly offer: Offer;
  /** How many offers there were, over all pages and owners. */
  readonly offers: number;
  /** The history of the turns before this one. Kept apart, so that an event costs the same in a long conversation. */
  readonly past: readonly HistoryEntry[];
  /** How many turns have begun. */
  readonly turns: number;
  readonly turn: TurnState | undefined;
  /** Calls of the turn before, for outcomes that come late. */
  readonly settledCalls: readonly CallRecord[];
  readonly late: readonly { readonly call: ModelCall; readonly result: ToolResult }[];
}

export const emptyState: SessionState = {
  lastId: undefined,
  tokenHash: undefined,
  page: undefined,
  offer: { builtins: [], pageTools: [] },
  offers: 0,
  past: [],
  turns: 0,
  turn: undefined,
  settledCalls: [],
  late: [],
};

/** The whole session is this function applied to its log. No clock, no socket, no chance. */
export function reduce(state: SessionState, { id, event }: Stored<SessionEvent>): SessionState {
  return { ...state, ...change(state, event), lastId: id };
}

/** What the model is shown. */
export function historyOf({ past, turn }: SessionState): readonly HistoryEntry[] {
  return turn ? [...past, ...turn.entries] : past;
}

function change(state: SessionState, event: SessionEvent): Partial<SessionState> {
  switch (event.type) {
    case 'attached':
      return { tokenHash: event.tokenHash, page: event.page };
    case 'offered':
      return { offer: event.offer, offers: state.offers + 1 };
    case 'user':
      return beginTurn(state, event);
    case 'model':
      return inTurn(state, (turn) => addStep(turn, event.round, event.step));
    case 'dispatch':
      return inTurn(state, (turn) => updateCall(turn, event.call, { dispatched: true }));
    case 'approval':
      return {};
    case 'result':
      return inTurn(state, (turn) => addResult(turn, event.call, event.result));
    case 'late':
      return addLate(state, event.call, event.result);
    case 'end':
      return { past: historyOf(state), turn: undefined, settledCalls: state.turn?.calls ?? [] };
  }
}

function beginTurn(state: SessionState, event: Extract<SessionEvent, { type: 'user' }>): Partial<SessionState> {
  return {
    turns: event.turn,
    late: [],
    turn: {
      turn: event.turn,
      message: event.message,
      toolChoice: event.toolChoice,
      offer: state.offer,
      rounds: 0,
      calls: [],
      lastFinish: undefined,
      entries: [{ role: 'user', text: [...state.late.map(describeLate), event.text].join('\n\n') }],
      usage: { inputTokens: 0, outputTokens: 0 },
    },
  };
}

function describeLate({ call, result }: { call: ModelCall; result: ToolResult }): string {
  const outcome = result.ok ? { output: result.value } : { error: result.error };
  return `[Note from the program, not from the person: ${call.name}, given up earlier, did finish. Data: ${JSON.stringify(outcome)}]`;
}

function addStep(turn: TurnState, round: number, step: ModelStep): TurnState {
  const calls = step.calls.map((call, index) => ({
    id: `${turn.turn}.${round}.${index}`,
    round,
    call,
    dispatched: false,
  }));
  return {
    ...turn,
    rounds: round,
    lastFinish: step.finish,
    calls: [...turn.calls, ...calls],
    entries: [...turn.entries, { role: 'model', step }],
    usage: {
      inputTokens: turn.usage.inputTokens + (step.usage?.inputTokens ?? 0),
      outputTokens: turn.usage.outputTokens + (step.usage?.outputTokens ?? 0),
    },
  };
}

function addResult(turn: TurnState, call: string, result: ToolResult): TurnState {
  const next = updateCall(turn, call, { result });
  const round = next.calls.filter((record) => record.round === next.rounds);
  const results = round.flatMap((record) => (record.result ? [{ call: record.call, result: record.result }] : []));
  if (results.length < round.length || !round.some(({ id }) => id === call)) return next;
  // The model expects answers in the order it asked, however they finished.
  return { ...next, entries: [...next.entries, { role: 'results', results }] };
}

function addLate(state: SessionState, id: string, result: ToolResult): Partial<SessionState> {
  const record = [...state.settledCalls, ...(state.turn?.calls ?? [])].find((call) => call.id === id);
  return record ? { late: [...state.late, { call: record.call, result }] } : {};
}

function updateCall(turn: TurnState, id: string, update: Partial<CallRecord>): TurnState {
  return { ...turn, calls: turn.calls.map((record) => (record.id === id ? { ...record, ...update } : record)) };
}

function inTurn({ turn }: SessionState, update: (turn: TurnState) => TurnState): Partial<SessionState> {
  return turn ? { turn: update(turn) } : {};
}
