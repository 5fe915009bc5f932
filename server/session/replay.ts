import type { MessageOf, ServerMessage, ToolResult } from '../../shared/protocol.ts';
import type { SessionEvent } from '../loop/event.ts';
import type { SessionState } from '../loop/state.ts';
import type { ModelCall } from '../model/model.ts';
import type { Stored } from '../store/session-store.ts';
import { callMessage, endMessage, settledMessage, startMessage } from './project.ts';

export interface Replay {
  readonly state: SessionState;
  readonly attempt: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** For a page that saw nothing of the conversation: with the person's own words. */
  readonly fromStart: boolean;
}

/** A call as the log tells it, whichever turn it was in. */
interface LoggedCall {
  readonly turn: number;
  readonly made: ModelCall;
  /** The page that was given it last. */
  page: string | undefined;
}

/**
 * What a page is told of events that it missed: a model's words whole, calls that are settled with
 * their outcome, and a call that is open only if the page is the one that has to answer it.
 *
 * @param events all of the log.
 * @param from the first of them that the page has not seen.
 */
export function replay(events: readonly Stored<SessionEvent>[], from: number, about: Replay): ServerMessage[] {
  const calls = callsOf(events);
  return events.slice(from).flatMap((stored) => tell(stored, calls, about));
}

function tell(
  { id: at, event }: Stored<SessionEvent>,
  calls: ReadonlyMap<string, LoggedCall>,
  { state, attempt, now, fromStart }: Replay,
): ServerMessage[] {
  switch (event.type) {
    case 'user':
      return [fromStart ? { ...startMessage(at, event), text: event.text } : startMessage(at, event)];
    case 'model':
      return event.step.text ? [wholeText(at, event, attempt)] : [];
    case 'dispatch':
      return callMessage(at, event, state, now);
    case 'result':
      return outcomeMessages(at, event, calls.get(event.call), { state, fromStart });
    case 'end':
      return [endMessage(at, event)];
    case 'attached':
    case 'offered':
    case 'asking':
    case 'approval':
    case 'executing':
    case 'late':
      return [];
  }
}

function callsOf(events: readonly Stored<SessionEvent>[]): ReadonlyMap<string, LoggedCall> {
  const calls = new Map<string, LoggedCall>();
  let attached: string | undefined;
  for (const { event } of events) {
    if (event.type === 'model') {
      for (const [index, made] of event.step.calls.entries()) {
        calls.set(`${event.turn}.${event.round}.${index}`, { turn: event.turn, made, page: undefined });
      }
    } else if (event.type === 'dispatch') {
      const call = calls.get(event.call);
      if (call && (attached === undefined || attached === event.page)) call.page = event.page;
    } else if (event.type === 'attached') {
      attached = event.page;
    }
  }
  return calls;
}

function wholeText(
  at: string,
  { turn, round, step }: Extract<SessionEvent, { type: 'model' }>,
  attempt: number,
): MessageOf<ServerMessage, 'turn.text'> {
  return { type: 'turn.text', at, turn, round, attempt, text: step.text, whole: true };
}

const cancelReasons = {
  cancelled: 'stopped',
  timeout: 'timeout',
  unknown_outcome: 'timeout',
  disconnected: 'disconnected',
} as const;

/** The page that was given the call knows its outcome, unless the server gave it up: then it may still wait for it. */
function outcomeMessages(
  at: string,
  { call, result }: { readonly call: string; readonly result: ToolResult },
  logged: LoggedCall | undefined,
  { state, fromStart }: Pick<Replay, 'state' | 'fromStart'>,
): ServerMessage[] {
  if (!logged) return [];
  const wasGiven = logged.page !== undefined && logged.page === state.place?.page;
  const settled =
    wasGiven && !fromStart ? [] : [settledMessage(at, logged.turn, { id: call, call: logged.made }, result)];
  const code = result.ok ? '' : result.error.code;
  if (!wasGiven || !isCancelCode(code)) return settled;
  return [...settled, { type: 'tool.cancel', call, reason: cancelReasons[code] }];
}

function isCancelCode(code: string): code is keyof typeof cancelReasons {
  return Object.hasOwn(cancelReasons, code);
}
