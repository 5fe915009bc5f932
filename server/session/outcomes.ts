import type { ErrorCode } from '../../shared/errors.ts';
import type { ToolResult } from '../../shared/protocol.ts';

const sentences = {
  timeout: 'The tool did not answer in time.',
  cancelled: 'The person stopped the turn.',
  disconnected:
    'The person left the page or lost the connection before the tool answered. Do not try again; finish in words.',
  unknown_outcome:
    'The browser did not say whether this happened. It may or may not have. Ask the person before you repeat it.',
  unsupported: 'This page can not run the tool any more.',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** An outcome that the server decides because the browser did not. */
export function outcome(code: keyof typeof sentences): ToolResult {
  return { ok: false, error: { code, message: sentences[code] } };
}
