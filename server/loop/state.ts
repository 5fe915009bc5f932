import type { ToolChoice, Usage } from '../../shared/protocol.ts';
import { cleanTaint, joinTaint, type Taint } from '../../shared/taint.ts';
import type { HistoryEntry, ModelCall, ModelResult, ModelStep } from '../model/model.ts';
import type { Stored } from '../store/session-store.ts';
import { argsOf } from './call-args.ts';
import { newRecord, onServer, sentRecord, settledRecord, type CallRecord } from './call-record.ts';
import type { Offer, Place, SessionEvent } from './event.ts';
import { addUsage } from './estimate-usage.ts';
import { entriesOf, isForgotten, plainName } from './past.ts';
import { sourceOf, taintOfMessage, taintOfResult, type Source } from './sources.ts';
import { toldResult } from './told-result.ts';
import { trimPast } from './trim-past.ts';

export type { CallRecord } from './call-record.ts';

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
  readonly late: readonly { readonly call: ModelCall; readonly result: ModelResult }[];
  /** All that the conversation has read, whatever of it is still shown. It only grows. */
  readonly taint: Taint;
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
  taint: cleanTaint,
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
        taint: joinTaint(state.taint, taintOfMessage(event, state.offer)),
        lastId: id,
      };
    case 'model':
      return inTurn(state, addStep(state.turn, event.round, event.step), id);
    case 'dispatch':
      return inTurn(state, markSent(state, event), id);
    case 'asking':
      return inTurn(state, markAsked(state.turn, event), id);
    case 'approval':
      return inTurn(state, markDecided(state.turn, event), id);
    case 'executing':
      return inTurn(state, markBegun(state.turn, event.call), id);
    case 'result':
      return takeResult(state, event, id);
    case 'late':
      return addLate(state, event, id);
    case 'end':
      return endTurn(state, event, id);
  }
}

type EventOf<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>;

function endTurn(state: SessionState, end: EventOf<'end'>, lastId: string): SessionState {
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

// The two below are written out for the events of a call: a spread takes V8 several times as long.

function inTurn(
  { tokenHashes, place, offer, offers, past, turns, messages, settledCalls, late, taint }: SessionState,
  turn: TurnState | undefined,
  lastId: string,
  nowRead = taint,
): SessionState {
  return { lastId, tokenHashes, place, offer, offers, past, turns, messages, turn, settledCalls, late, taint: nowRead };
}

function withCalls(
  { turn, message, toolChoice, offer, rounds, lastFinish, usage, told }: TurnState,
  calls: readonly CallRecord[],
  entries: readonly HistoryEntry[],
): TurnState {
  return { turn, message, toolChoice, offer, rounds, calls, lastFinish, entries, usage, told };
}

function placeOf({ page, tab, ledger }: Place): Place {
  return { page, tab, ledger };
}

/** The new one, and all that were given out since the one that the page came with: any of their welcomes may have arrived. */
function tokenHashesOf(
  { tokenHashes }: SessionState,
  { tokenHash, formerHash }: EventOf<'attached'>,
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

function beginTurn(state: SessionState, event: EventOf<'user'>): TurnState {
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

function describeLate({ call, result }: { call: ModelCall; result: ModelResult }): string {
  const { note } = result;
  const outcome = { ...(result.ok ? { output: result.value } : { error: result.error }), ...(note && { note }) };
  return `[Note from the program, not from the person: ${plainName(call.name)}, given up earlier, did finish. Data: ${JSON.stringify(outcome)}]`;
}

function addStep(turn: TurnState | undefined, round: number, step: ModelStep): TurnState | undefined {
  if (!turn) return undefined;
  const calls = step.calls.map((call, index) => newRecord(`${turn.turn}.${round}.${index}`, round, call));
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

function markAsked(turn: TurnState | undefined, { call, until, asked }: EventOf<'asking'>): TurnState | undefined {
  return changeCall(turn, call, (record) => ({
    ...record,
    askedUntil: until,
    // Asked for longer, it is the same question.
    approval: asked ? { nonce: asked.nonce, hash: asked.hash } : record.approval,
  }));
}

function markDecided(turn: TurnState | undefined, { call, decision }: EventOf<'approval'>): TurnState | undefined {
  return changeCall(turn, call, (record) => ({
    ...record,
    askedUntil: undefined,
    approval: { ...record.approval, decision },
  }));
}

function markBegun(turn: TurnState | undefined, call: string): TurnState | undefined {
  return changeCall(turn, call, (record) => sentRecord(record, onServer));
}

function changeCall(
  turn: TurnState | undefined,
  call: string,
  change: (record: CallRecord) => CallRecord,
): TurnState | undefined {
  const at = indexOfCall(turn, call);
  const record = turn?.calls[at];
  return turn && record ? withCalls(turn, turn.calls.with(at, change(record)), turn.entries) : turn;
}

function takeResult(state: SessionState, event: EventOf<'result'>, id: string): SessionState {
  const { turn, taint } = state;
  const at = indexOfCall(turn, event.call);
  const record = turn?.calls[at];
  if (!turn || !record) return inTurn(state, turn, id);
  const source = sourceOf(turn.offer, record.call.name);
  const calls = turn.calls.with(at, settledRecord(record, asTold(record.call, event, source)));
  const results = record.round === turn.rounds ? resultsOfRound(calls, turn.rounds) : undefined;
  const entries: readonly HistoryEntry[] = results ? [...turn.entries, { role: 'results', results }] : turn.entries;
  const brought = taintOfResult(source, event.result, event.taint);
  return inTurn(state, withCalls(turn, calls, entries), id, brought === cleanTaint ? taint : joinTaint(taint, brought));
}

function asTold(call: ModelCall, { result, ran }: EventOf<'result' | 'late'>, { isSilent }: Source): ModelResult {
  return toldResult(result, isSilent, ran && { asked: argsOf(call), ran });
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

function addLate(state: SessionState, event: EventOf<'late'>, lastId: string): SessionState {
  const { settledCalls, turn, late, taint, offer } = state;
  const record = [...settledCalls, ...(turn?.calls ?? [])].find(({ id }) => id === event.call);
  if (!record) return { ...state, lastId };
  const { call } = record;
  const source = sourceOf(turn?.offer ?? offer, call.name);
  const read = joinTaint(taint, taintOfResult(source, event.result, event.taint));
  return { ...state, late: [...late, { call, result: asTold(call, event, source) }], taint: read, lastId };
}
