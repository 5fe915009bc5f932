import { AgentError } from '../../shared/errors.ts';
import type { ModelStep } from './model.ts';
import type { ChatAnswer } from './openai-stream.ts';

/** What to make of one answer: keep it, ask again, or tell the person. */
export type Verdict =
  | { readonly kind: 'step'; readonly step: ModelStep }
  | { readonly kind: 'broken'; readonly error: AgentError }
  | { readonly kind: 'refused'; readonly error: AgentError };

const tooLong = new Set(['length', 'max_tokens', 'model_length']);
const refusals = new Set(['content_filter', 'content-filter', 'safety', 'sensitive', 'recitation', 'refusal']);
/** The server gave up, though the request was fine. */
const failures = new Set(['error', 'abort', 'cancelled', 'network_error', 'insufficient_system_resource']);

/**
 * Judges a finished answer. Calls count whatever the reason says: servers end them with `stop` as
 * often as with `tool_calls`. A reason that nobody knows is taken for the end of an answer, because
 * servers have many names for that.
 */
export function judge(answer: ChatAnswer): Verdict {
  const { text, calls } = answer;
  const reason = answer.finishReason?.toLowerCase() ?? '';
  if (refusals.has(reason)) return refused(reason);
  if (reason === '') return unusable('The answer of the model broke off.', 'no finish_reason');
  if (failures.has(reason)) return unusable('The model gave an answer that can not be used.', reason);
  if (tooLong.has(reason)) {
    // Half a list of calls is no list of calls; half a text is better than none.
    if (calls.length > 0 || text.trim() === '') return unusable('The answer of the model grew too long.', reason);
    return step(answer, 'truncated');
  }
  if (calls.some((call) => call.name === '')) return unusable('The model called a tool without a name.', reason);
  if (calls.length > 0) return step(answer, 'calls');
  return text.trim() === '' ? unusable('The model gave no answer.', reason) : step(answer, 'answered');
}

function step({ message, text, calls, usage }: ChatAnswer, finish: ModelStep['finish']): Verdict {
  const raw = { format: 'chat.completions', message };
  return { kind: 'step', step: { raw, text, calls, finish, ...(usage && { usage }) } };
}

function refused(reason: string): Verdict {
  return {
    kind: 'refused',
    error: new AgentError('model_refused', 'The model refused to answer that.', { cause: reason }),
  };
}

function unusable(message: string, reason: string): Verdict {
  const sentence = `${message} Please try again.`;
  return { kind: 'broken', error: new AgentError('model_unavailable', sentence, { cause: reason }) };
}
