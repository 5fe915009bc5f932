import { AgentError, toErrorPayload } from '../../shared/errors.ts';
import { toJson } from '../../shared/json.ts';
import { fixedLimits } from '../../shared/limits.ts';
import type { ToolResult } from '../../shared/protocol.ts';

/** The frame around a value has two levels of its own. */
const maxDepth = fixedLimits.maxDepth - 2;

/**
 * What a tool gave back, as its result.
 *
 * @throws AgentError `too_large` or `internal`. It says that the tool did run: a model that hears of a failure
 * alone would repeat what has been done.
 */
export function passOn(value: unknown, maxBytes: number): ToolResult {
  try {
    return { ok: true, value: toJson(value, { maxBytes, maxDepth }) };
  } catch (cause) {
    const { code, message } = toErrorPayload(cause);
    throw new AgentError(code, `The tool ran to its end, but its result can not be passed on. ${message}`, { cause });
  }
}
