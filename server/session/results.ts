import { byteLength } from '../../shared/json.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { CallRecord, SessionState } from '../loop/state.ts';
import { isPlain, visibleJson } from '../loop/visible-text.ts';

/**
 * A result that the model can be given. The page bounds it too, but a page is not to be trusted.
 *
 * @param isTrusted whether no stranger can have written any of it; asked only when something in it can not be seen
 */
export function boundResult(result: ToolResult, maxBytes: number, isTrusted = (): boolean => false): ToolResult {
  if (!result.ok) return result;
  const json = JSON.stringify(result.value);
  if (byteLength(json) > maxBytes) {
    return { ok: false, error: { code: 'too_large', message: `The result is larger than ${maxBytes} bytes.` } };
  }
  return isPlain(json) || isTrusted() ? result : { ok: true, value: visibleJson(result.value) };
}

/** Outcomes that the server gave because none came. */
const guessed: ReadonlySet<string> = new Set(['timeout', 'unknown_outcome', 'disconnected', 'cancelled']);

/**
 * Whether an outcome that nobody waits for tells something new: the call is known, was given up
 * rather than answered, and this is more than the browser's word that it gave up too.
 */
export function acceptLateResult(state: SessionState, call: string, result: ToolResult): boolean {
  const record = findCall(state, call);
  const before = typeof record === 'string' ? undefined : record.result;
  if (!before || before.ok || !guessed.has(before.error.code)) return false;
  return result.ok || !(guessed.has(result.error.code) || result.error.code === 'aborted');
}

/** A call of this turn or the one before. Of an older one nothing is kept; what no model has asked for is unknown. */
export function findCall({ turn, turns, settledCalls }: SessionState, call: string): CallRecord | 'old' | 'unknown' {
  const record = [...(turn?.calls ?? []), ...settledCalls].find(({ id }) => id === call);
  if (record) return record;
  const [, turnOfCall = ''] = /^(\d+)\.\d+\.\d+$/.exec(call) ?? [];
  return turnOfCall !== '' && Number(turnOfCall) < turns ? 'old' : 'unknown';
}
