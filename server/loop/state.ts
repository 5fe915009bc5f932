import type { ToolChoice, ToolResult, Usage } from '../../shared/protocol.ts';
import type { HistoryEntry, ModelCall, ModelStep } from '../model/model.ts';
import type { Stored } from '../store/session-store.ts';
import type { Offer, Place, SessionEvent } from './event.ts';
import { addUsage } from './estimate-usage.ts';
import { entriesOf, isForgotten, plainName } from './past.ts';
import { trimPast } from './trim-past.ts';

export interface CallRecord {
  /** `<turn>.<round>.<index>` */
  readonly id: string;
  readonly round: number;
  readonly call: ModelCall;
  /** The page that it was sent to last; undefined before that. */
  readonly sentTo: Place | undefined;
  /** How often it was to be sent. */
  readonly dispatches: number;
  /** Until when the person may decide, if they are asked; milliseconds since 1970. */
  readonly askedUntil: number | undefined;
  readonly result: ToolResult | undefined;
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
  /** Late outcomes that its first entry tells of. */
  readonly told: SessionState['late'];
}

export interface SessionState {
  /** The last event that was applied. */
  readonly lastId: string | undefined;
  /** Of the tokens that prove a page to be the owner. */
  readonly tokenHashes: readonly string[];
  /** Who was attached last. */
  readonly place: Place | undefined;
  readonly offer: Offer;
  /** How many offers there were, over all pages and owners. */
  readonly offers: number;
  /** The history of the turns before this one. Kept apart, so that an event costs the same in a long conversation. */
  readonly past: readonly HistoryEntry[];
  /** How many turns have begun. */
  readonly turns: number;
  /** Ids of the latest messages, by which one that comes again is known. */
  readonly messages: readonly string[];
  readonly turn: TurnState | undefined;
  /** Calls of the turn before, for outcomes that come late. */
  readonly settledCalls: readonly CallRecord[];
  readonly late: readonly { readonly call: ModelCall; readonly result: ToolResult }[];
}

/** Older ones can't be on their way any more. */
const keptMessages = 20;

/** Given out one after the other, while none of their welcomes seems to have arrived. */
const keptTokens = 8;

export const emptyState: SessionState = {
  lastId: undefined,
  tokenHashes: [],
  place: undefined,
  offer: { builtins: [], pageTools: [] },
  offers: 0,
  past: [],
  turns: 0,
  messages: [],
  turn: undefined,
  settledCalls: [],
  late: [],
};

/** The whole session is this function applied to its log. No clock, no socket, no chance. */
export function reduce(state: SessionState, { id, event }: Stored<SessionEvent>): SessionState {
  switch (event.type) {
    case 'attached':
      return { ...state, tokenHashes: tokenHashesOf(state, event), place: placeOf(event), lastId: id };
    case 'offered':
      return { ...state, offer: event.offer, offers: state.offers + 1, lastId: id };
    case 'user':
      return {
        ...state,
        turns: event.turn,
        messages: [...state.messages, event.message].slice(-keptMessages),
        late: [],
        turn: beginTurn(state, event),
        lastId: id,
      };
    case 'model':
      return inTurn(state, addStep(state.turn, event.round, event.step), id);
    case 'dispatch':
      return inTurn(state, markSent(state, event), id);
    case 'asking':
      return inTurn(state, markAsked(state.turn, event.call, event.until), id);
    case 'approval':
      return inTurn(state, markAsked(state.turn, event.call, undefined), id);
    case 'result':
      return inTurn(state, addResult(state.turn, event.call, event.result), id);
    case 'late':
      return { ...state, late: addLate(state, event.call, event.result), lastId: id };
    case 'end':
      return endTurn(state, event, id);
  }
}

function endTurn(state: SessionState, end: Extract<SessionEvent, { type: 'end' }>, lastId: string): SessionState {
  const { turn, past, late } = state;
  if (!turn) return { ...state, lastId };
  return {
    ...state,
    past: past.concat(entriesOf(turn, end)),
    late: isForgotten(turn, end) ? [...turn.told, ...late] : late,
    turn: undefined,
    settledCalls: turn.calls,
    lastId,
  };
}

// The four below are written out for the events of a call: a spread takes V8 several times as long.

function inTurn(state: SessionState, turn: TurnState | undefined, lastId: string): SessionState {
  const { tokenHashes, place, offer, offers, past, turns, messages, settledCalls, late } = state;
  return { lastId, tokenHashes, place, offer, offers, past, turns, messages, turn, settledCalls, late };
}

function withCalls(
  { turn, message, toolChoice, offer, rounds, lastFinish, usage, told }: TurnState,
  calls: readonly CallRecord[],
  entries: readonly HistoryEntry[],
): TurnState {
  return { turn, message, toolChoice, offer, rounds, calls, lastFinish, entries, usage, told };
}

function sentRecord({ id, round, call, askedUntil, dispatches, result }: CallRecord, sentTo?: Place): CallRecord {
  return { id, round, call, sentTo, dispatches: dispatches + 1, askedUntil, result };
}

function settledRecord(
  { id, round, call, sentTo, dispatches, askedUntil }: CallRecord,
  result: ToolResult,
): CallRecord {
  return { id, round, call, sentTo, dispatches, askedUntil, result };
}

function placeOf({ page, tab, ledger }: Place): Place {
  return { page, tab, ledger };
}

/** The new one, and all that were given out since the one that the page came with: any of their welcomes may have arrived. */
function tokenHashesOf(
  { tokenHashes }: SessionState,
  { tokenHash, formerHash }: Extract<SessionEvent, { type: 'attached' }>,
): readonly string[] {
  if (formerHash === undefined) return [tokenHash];
  const at = tokenHashes.indexOf(formerHash);
  // A hello that was long on its way comes with one that has had its day. The page may be further than that.
  const since = at < 0 ? tokenHashes : tokenHashes.slice(0, at);
  return [tokenHash, ...since.slice(0, keptTokens), formerHash];
}

/**
 * What the model is shown.
 *
 * @param maxTokens about how much of the turns that are over; all of it unless given.
 */
export function historyOf({ past, turn }: SessionState, maxTokens = Infinity): readonly HistoryEntry[] {
  const shown = trimPast(past, maxTokens);
  return turn ? shown.concat(turn.entries) : shown;
}

function beginTurn(state: SessionState, event: Extract<SessionEvent, { type: 'user' }>): TurnState {
  return {
    turn: event.turn,
    message: event.message,
    toolChoice: event.toolChoice,
    offer: state.offer,
    rounds: 0,
    calls: [],
    lastFinish: undefined,
    entries: [{ role: 'user', text: [...state.late.map(describeLate), event.text].join('\n\n') }],
    usage: { inputTokens: 0, outputTokens: 0 },
    told: state.late,
  };
}

function describeLate({ call, result }: { call: ModelCall; result: ToolResult }): string {
  const outcome = result.ok ? { output: result.value } : { error: result.error };
  return `[Note from the program, not from the person: ${plainName(call.name)}, given up earlier, did finish. Data: ${JSON.stringify(outcome)}]`;
}

function addStep(turn: TurnState | undefined, round: number, step: ModelStep): TurnState | undefined {
  if (!turn) return undefined;
  const calls = step.calls.map((call, index) => ({
    id: `${turn.turn}.${round}.${index}`,
    round,
    call,
    sentTo: undefined,
    dispatches: 0,
    askedUntil: undefined,
    result: undefined,
  }));
  return {
    turn: turn.turn,
    message: turn.message,
    toolChoice: turn.toolChoice,
    offer: turn.offer,
    rounds: round,
    calls: turn.calls.concat(calls),
    lastFinish: step.finish,
    entries: [...turn.entries, { role: 'model', step }],
    usage: step.usage ? addUsage(turn.usage, step.usage) : turn.usage,
    told: turn.told,
  };
}

function markSent({ turn, place }: SessionState, sent: { readonly call: string } & Place): TurnState | undefined {
  const at = indexOfCall(turn, sent.call);
  const record = turn?.calls[at];
  if (!turn || !record) return turn;
  // A page that came first stands in the way: whoever it was meant for was not told.
  const isTold = place === undefined || place.page === sent.page;
  return withCalls(turn, turn.calls.with(at, sentRecord(record, isTold ? placeOf(sent) : record.sentTo)), turn.entries);
}

function markAsked(turn: TurnState | undefined, call: string, askedUntil: number | undefined): TurnState | undefined {
  const at = indexOfCall(turn, call);
  const record = turn?.calls[at];
  return turn && record ? withCalls(turn, turn.calls.with(at, { ...record, askedUntil }), turn.entries) : turn;
}

function addResult(turn: TurnState | undefined, call: string, result: ToolResult): TurnState | undefined {
  const at = indexOfCall(turn, call);
  const record = turn?.calls[at];
  if (!turn || !record) return turn;
  const calls = turn.calls.with(at, settledRecord(record, result));
  const results = record.round === turn.rounds ? resultsOfRound(calls, turn.rounds) : undefined;
  return withCalls(turn, calls, results ? [...turn.entries, { role: 'results', results }] : turn.entries);
}

function indexOfCall(turn: TurnState | undefined, call: string): number {
  return turn ? turn.calls.findIndex(({ id }) => id === call) : -1;
}

type RoundResults = Extract<HistoryEntry, { role: 'results' }>['results'];

/** In the order in which the model asked, however they finished. Undefined while one is missing. */
function resultsOfRound(calls: readonly CallRecord[], round: number): RoundResults | undefined {
  const results = [];
  for (const record of calls) {
    if (record.round !== round) continue;
    if (!record.result) return undefined;
    results.push({ call: record.call, result: record.result });
  }
  return results;
}

function addLate(state: SessionState, id: string, result: ToolResult): SessionState['late'] {
  const record = [...state.settledCalls, ...(state.turn?.calls ?? [])].find((call) => call.id === id);
  return record ? [...state.late, { call: record.call, result }] : state.late;
}
