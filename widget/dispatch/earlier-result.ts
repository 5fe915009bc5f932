import type { ErrorPayload } from '../../shared/errors.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { Found } from '../ledger/call-record.ts';

/** Said of an effect that was given up while it ran. */
export const unknownOutcome = {
  code: 'unknown_outcome',
  message: 'The tool was given up while it ran. It may have happened. Ask before repeating it.',
} as const satisfies ErrorPayload;

/** What an effect is answered with instead of being run: undefined when it never began, and may. */
export function earlierResult(found: Found): ToolResult | undefined {
  switch (found.state) {
    case 'absent':
      return undefined;
    case 'done':
      return found.result;
    case 'running':
    case 'started':
      return unknown('It had begun when its page was left.');
    case 'other':
      return unknown('Another call had begun under its name.');
    case 'over':
      return unknown('Its turn was over already.');
  }
}

function unknown(why: string): ToolResult {
  const message = `${why} It may have happened. Ask before repeating it.`;
  return { ok: false, error: { code: 'unknown_outcome', message } };
}
