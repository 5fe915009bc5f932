import type { ErrorPayload } from '../../shared/errors.ts';
import type { JsonValue } from '../../shared/json.ts';
import type { MessageOf, ServerMessage, ToolResult } from '../../shared/protocol.ts';
import type { SessionEvent } from '../loop/event.ts';
import { offeredTools } from '../loop/offered-tools.ts';
import type { SessionState } from '../loop/state.ts';
import type { Stored } from '../store/session-store.ts';

/**
 * What a page is told of an event, live and when it catches up. The two differ in one thing: live
 * text went out in pieces before the event, a page that catches up gets it whole.
 *
 * @param state the session after the event.
 */
export function project(
  stored: Stored<SessionEvent>,
  state: SessionState,
  attempt: number,
  live: boolean,
): ServerMessage[] {
  const { id: at, event } = stored;
  switch (event.type) {
    case 'user':
      return [{ type: 'turn.started', at, turn: event.turn, message: event.message }];
    case 'model':
      return live || !event.step.text ? [] : [wholeText(at, event, attempt)];
    case 'dispatch':
      return callMessage(at, event.call, state);
    case 'result':
      return live ? [] : cancelMessage(event.call, event.result);
    case 'end':
      return [endMessage(at, event)];
    case 'attached':
    case 'offered':
    case 'approval':
    case 'late':
      return [];
  }
}

function wholeText(
  at: string,
  event: Extract<SessionEvent, { type: 'model' }>,
  attempt: number,
): MessageOf<ServerMessage, 'turn.text'> {
  const { turn, round, step } = event;
  return { type: 'turn.text', at, turn, round, attempt, text: step.text, whole: true };
}

/** Nothing for a call that has its result: it must not run again. */
function callMessage(at: string, call: string, { turn }: SessionState): ServerMessage[] {
  const record = turn?.calls.find(({ id }) => id === call);
  if (!turn || !record || record.result) return [];
  const { name } = record.call;
  const args = isGiven(record.call.args) ? record.call.args : {};
  const definition = offeredTools(turn.offer).get(name)?.definition;
  return definition === undefined
    ? [{ type: 'tool.call', at, turn: turn.turn, call, name, args }]
    : [{ type: 'tool.call', at, turn: turn.turn, call, name, args, definition }];
}

/** An adapter's arguments came out of JSON.parse; a model that gives none means an empty object. */
function isGiven(args: unknown): args is JsonValue {
  return args !== undefined && args !== null;
}

const cancelReasons = {
  cancelled: 'stopped',
  timeout: 'timeout',
  unknown_outcome: 'timeout',
  disconnected: 'disconnected',
} as const;

/** A page that was away may still wait for a call that the server has settled. */
function cancelMessage(call: string, result: ToolResult): ServerMessage[] {
  const code = result.ok ? '' : result.error.code;
  return isCancelCode(code) ? [{ type: 'tool.cancel', call, reason: cancelReasons[code] }] : [];
}

function isCancelCode(code: string): code is keyof typeof cancelReasons {
  return Object.hasOwn(cancelReasons, code);
}

const unexplained: ErrorPayload = { code: 'model_unavailable', message: 'The turn failed.' };

function endMessage(at: string, event: Extract<SessionEvent, { type: 'end' }>): ServerMessage {
  const { turn, reason, usage, error } = event;
  if (reason === 'failed') return { type: 'turn.failed', at, turn, error: error ?? unexplained };
  // A model that does not count says nothing of it.
  const isCounted = usage.inputTokens + usage.outputTokens > 0;
  return isCounted ? { type: 'turn.ended', at, turn, reason, usage } : { type: 'turn.ended', at, turn, reason };
}
