import { errorFate, toErrorPayload, type ErrorPayload } from '../../shared/errors.ts';

const maxSiteChars = 200;
const maxChars = 2_000;

/**
 * What the model hears of anything thrown. A foreign error's words stay inside, but for a site's tool: the site
 * wrote them, and they often tell the model what to do better. Never throws.
 */
export function toFailure(thrown: unknown, siteTool: boolean): ErrorPayload {
  const failed = { code: 'internal', message: (siteTool && wordsOf(thrown)) || 'The tool failed.' } as const;
  const { code, message } = toErrorPayload(thrown, failed);
  // A code that ends turns or sockets is not a tool's to give.
  return errorFate[code] === 'model' ? { code, message: message.slice(0, maxChars) } : failed;
}

function wordsOf(thrown: unknown): string {
  try {
    const said: unknown = thrown instanceof Error && thrown.message;
    return typeof said === 'string' ? said.slice(0, maxSiteChars) : '';
  } catch {
    return '';
  }
}
