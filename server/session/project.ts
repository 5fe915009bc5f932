import type { ErrorPayload } from '../../shared/errors.ts';
import type { MessageOf, ServerMessage, ToolResult } from '../../shared/protocol.ts';
import { cleanTaint } from '../../shared/taint.ts';
import { argsOf } from '../loop/call-args.ts';
import type { SessionEvent } from '../loop/event.ts';
import { offeredTools } from '../loop/offered-tools.ts';
import { sourceOf, taintOfResult } from '../loop/sources.ts';
import type { CallRecord, SessionState } from '../loop/state.ts';
import type { Stored } from '../store/session-store.ts';

type EventOf<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>;

/**
 * What the attached page is told of an event as it happens. A model's words went out in pieces before.
 *
 * @param state the session after the event.
 * @param now milliseconds since 1970.
 */
export function project({ id: at, event }: Stored<SessionEvent>, state: SessionState, now: number): ServerMessage[] {
  switch (event.type) {
    case 'user':
      return [startMessage(at, event)];
    case 'dispatch':
      return callMessage(at, event, state, now);
    case 'result':
      return settledUnseen(at, event, state);
    case 'end':
      return [endMessage(at, event)];
    case 'attached':
    case 'offered':
    case 'model':
    case 'asking':
    case 'approval':
    case 'executing':
    case 'late':
      return [];
  }
}

export function startMessage(at: string, { turn, message }: EventOf<'user'>): MessageOf<ServerMessage, 'turn.started'> {
  return { type: 'turn.started', at, turn, message };
}

/** Nothing for a call that has its result, and nothing for one that was sent to a page that is gone. */
export function callMessage(
  at: string,
  event: EventOf<'dispatch'>,
  { turn, place }: SessionState,
  now: number,
): ServerMessage[] {
  const record = turn?.calls.find(({ id }) => id === event.call);
  if (!turn || !record || record.result || record.sentTo?.page !== place?.page || event.page !== place?.page) return [];
  const { name, repaired } = record.call;
  const args = argsOf(record.call);
  const definition = offeredTools(turn.offer).get(name)?.definition;
  const { askedUntil } = record;
  if (askedUntil !== undefined || repaired) {
    const asked = askedUntil === undefined ? {} : { remainingMs: Math.max(0, askedUntil - now) };
    const rest = { ...asked, ...(definition === undefined ? {} : { definition }), ...(repaired && { repaired }) };
    return [{ type: 'tool.call', at, turn: turn.turn, call: event.call, name, args, ...rest }];
  }
  // Written out: a spread takes V8 several times as long, and nearly every call comes this way.
  return definition === undefined
    ? [{ type: 'tool.call', at, turn: turn.turn, call: event.call, name, args }]
    : [{ type: 'tool.call', at, turn: turn.turn, call: event.call, name, args, definition }];
}

/** Of a call that the page was not given itself: one that never left the server, or that went to a page before it. */
function settledUnseen(at: string, event: EventOf<'result'>, state: SessionState): ServerMessage[] {
  const { call, result } = event;
  const record = state.turn?.calls.find(({ id }) => id === call);
  if (!state.turn || !record || wasGivenTo(record, state)) return [];
  // The page did not see what came in with it.
  const taint = taintOfResult(sourceOf(state.turn.offer, record.call.name), result, event.taint);
  const message = settledMessage(at, state.turn.turn, record, result);
  return [taint === cleanTaint ? message : { ...message, taint }];
}

function wasGivenTo({ sentTo }: CallRecord, { place }: SessionState): boolean {
  return sentTo !== undefined && sentTo.page === place?.page;
}

export function settledMessage(
  at: string,
  turn: number,
  { id, call }: Pick<CallRecord, 'id' | 'call'>,
  result: ToolResult,
): MessageOf<ServerMessage, 'tool.settled'> {
  return { type: 'tool.settled', at, turn, call: id, name: call.name.slice(0, 64), args: argsOf(call), result };
}

const unexplained: ErrorPayload = { code: 'model_unavailable', message: 'The turn failed.' };

export function endMessage(at: string, event: EventOf<'end'>): ServerMessage {
  const { turn, reason, usage, error } = event;
  if (reason === 'failed') return { type: 'turn.failed', at, turn, error: error ?? unexplained };
  // A model that does not count says nothing of it.
  const isCounted = usage.inputTokens + usage.outputTokens > 0;
  return isCounted ? { type: 'turn.ended', at, turn, reason, usage } : { type: 'turn.ended', at, turn, reason };
}
