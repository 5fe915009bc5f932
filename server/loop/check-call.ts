import type { ErrorCode } from '../../shared/errors.ts';
import { byteLength, hasProtoKey, isNestedDeeper, isSameJson } from '../../shared/json.ts';
import type { Limits } from '../../shared/limits.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { ModelCall } from '../model/model.ts';
import type { OfferedTools } from './offered-tools.ts';
import type { CallRecord, TurnState } from './state.ts';

/** Why a call never leaves the server, as its result; undefined when it may. */
export function refusal(
  record: CallRecord,
  turn: TurnState,
  tools: OfferedTools,
  limits: Limits,
): ToolResult | undefined {
  const { name, args, unreadable } = record.call;
  if (turn.calls.indexOf(record) >= limits.maxCalls) {
    return failed(
      'rate_limited',
      `Only ${limits.maxCalls} tool calls are possible in one turn. Answer with what you have.`,
    );
  }

  if (unreadable !== undefined) return failed('invalid_args', `The call could not be read. ${unreadable}`);

  const tool = tools.get(name);
  if (!tool) return failed('unknown_tool', `There is no tool named "${name.slice(0, 64)}". ${listNames(tools)}`);

  // First of all, because what comes next walks all the way down.
  if (isNestedDeeper(args, limits.maxArgsDepth)) {
    return failed('invalid_args', `The arguments are nested deeper than ${limits.maxArgsDepth} levels.`);
  }
  if (byteLength(JSON.stringify(args ?? {})) > limits.maxArgsBytes) {
    return failed('too_large', `The arguments are larger than ${limits.maxArgsBytes} bytes.`);
  }
  if (hasProtoKey(args)) {
    return failed('invalid_args', 'The keys "__proto__", "constructor" and "prototype" are not allowed in arguments.');
  }

  const issues = tool.check(args ?? {});
  if (issues) {
    return failed('invalid_args', `The arguments do not fit the tool's schema. ${issues}`.slice(0, 2_000));
  }

  return isRepetition(record, turn, tools)
    ? failed(
        'conflict',
        'This exact call was already made in this turn and nothing has changed since. Use its result, or change the arguments.',
      )
    : undefined;
}

/**
 * A call that ran in an earlier round with the same arguments, with no effect since that could
 * change its answer. A failure that may pass is tried twice; equal calls within one round are meant.
 */
function isRepetition(record: CallRecord, turn: TurnState, tools: OfferedTools): boolean {
  const earlier = turn.calls.filter(({ round, sentTo }) => sentTo && round < record.round);
  const same = earlier.filter(({ call }) => isSameCall(call, record.call));
  const last = same.at(-1);
  if (!last) return false;

  const isRead = tools.get(record.call.name)?.readOnly === true;
  if (isFinal(last.result, isRead)) return true;

  // A read may have come before the effect beside it; an effect is not made new by its neighbours.
  const from = isRead ? last.round : last.round + 1;
  const isStale = earlier.some(
    ({ call, result, round }) => round >= from && mayHaveActed(result) && tools.get(call.name)?.readOnly === false,
  );
  if (isStale) return false;

  return last.result?.ok === true || same.length > 1;
}

/** Only the person could change it, and they don't speak before the turn is over. */
function isFinal(result: ToolResult | undefined, isRead: boolean): boolean {
  if (result?.ok !== false) return false;
  const { code } = result.error;
  return code === 'user_declined' || code === 'policy_denied' || (mayHaveActed(result) && !isRead);
}

/** Failures that a tool can have after it has done something, or done all of it. */
const afterTheFact: ReadonlySet<ErrorCode> = new Set([
  'unknown_outcome',
  'internal',
  'too_large',
  'timeout',
  'aborted',
  'cancelled',
  'disconnected',
  'navigated',
]);

function mayHaveActed(result: ToolResult | undefined): boolean {
  return result !== undefined && (result.ok || afterTheFact.has(result.error.code));
}

function isSameCall(one: ModelCall, other: ModelCall): boolean {
  return one.name === other.name && isSameJson(one.args ?? {}, other.args ?? {});
}

function listNames(tools: OfferedTools): string {
  return tools.size > 0 ? `The tools are: ${[...tools.keys()].join(', ')}.` : 'No tools are available.';
}

function failed(code: ErrorCode, message: string): ToolResult {
  return { ok: false, error: { code, message } };
}
