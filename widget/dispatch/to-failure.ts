import { toErrorPayload, type ErrorPayload } from '../../shared/errors.ts';

const maxMessageChars = 200;

/**
 * What the model hears of anything thrown. A foreign error's words stay inside, but for a site's tool: the site
 * wrote them, and they often tell the model what to do better.
 */
export function toFailure(thrown: unknown, siteTool: boolean): ErrorPayload {
  const said = siteTool && thrown instanceof Error ? thrown.message.slice(0, maxMessageChars) : '';
  const { code, message } = toErrorPayload(thrown, { code: 'internal', message: said || 'The tool failed.' });
  return { code, message: message.slice(0, 2_000) };
}
