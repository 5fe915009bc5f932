import { byteLength } from '../../shared/json.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { SessionState } from '../loop/state.ts';

/** A result that the model can be given. The page bounds it too, but a page is not to be trusted. */
export function boundResult(result: ToolResult, maxBytes: number): ToolResult {
  if (!result.ok || byteLength(JSON.stringify(result.value)) <= maxBytes) return result;
  return { ok: false, error: { code: 'too_large', message: `The result is larger than ${maxBytes} bytes.` } };
}

/** Outcomes that the server gave because none came. */
const guessed: ReadonlySet<string> = new Set(['timeout', 'unknown_outcome', 'disconnected', 'cancelled']);

/**
 * Whether an outcome that nobody waits for tells something new: the call is known, was given up
 * rather than answered, and this is more than the browser's word that it gave up too.
 */
export function acceptLateResult(state: SessionState, call: string, result: ToolResult): boolean {
  const calls = [...(state.turn?.calls ?? []), ...state.settledCalls];
  const before = calls.find(({ id }) => id === call)?.result;
  if (!before || before.ok || !guessed.has(before.error.code)) return false;
  return result.ok || !(guessed.has(result.error.code) || result.error.code === 'aborted');
}
