import { rehearse } from './rehearsal/rehearse.ts';
import { startStandin } from './standin.ts';

/** Slow enough that an answer is seen to arrive. */
const wordMs = 12;

/**
 * The model for those who have no key yet: a Gemini API on this machine that understands a few
 * sentences. The real adapter and the real SDK talk to it.
 *
 * @param options.wordMs time between two words of an answer, 12 by default
 */
export async function startRehearsal(
  options: { readonly wordMs?: number } = {},
): Promise<{ readonly url: string; close(): Promise<void> }> {
  // A fixed word signs its steps: a conversation that outlives the process goes on with the next one.
  const standin = await startStandin({
    answer: rehearse,
    secret: 'rehearsal',
    keepRequests: 0,
    wordMs: options.wordMs ?? wordMs,
  });
  return { url: standin.url, close: standin.close };
}
