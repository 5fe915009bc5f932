import { AgentError } from '../../shared/errors.ts';
import type { GeminiAnswer } from './gemini-stream.ts';
import type { ModelStep } from './model.ts';

/** What to make of one answer: keep it, ask again, or tell the person. */
export type Verdict =
  | { readonly kind: 'step'; readonly step: ModelStep }
  /** Nothing of it may be kept. Asking again often helps; `error` is for when it does not. */
  | { readonly kind: 'broken'; readonly error: AgentError; readonly reason: string }
  | { readonly kind: 'refused'; readonly error: AgentError };

const refusals: Readonly<Record<string, string>> = {
  SAFETY: 'The model refused to answer that, for safety.',
  BLOCKLIST: 'The model refused: the answer would use words that are not allowed.',
  PROHIBITED_CONTENT: 'The model refused: that content is prohibited.',
  SPII: 'The model refused: the answer could reveal sensitive personal data.',
  RECITATION: 'The model stopped: the answer would repeat a protected text.',
  LANGUAGE: 'The model does not speak that language.',
  ESCALATION: 'The model refused to answer that.',
  PUP_LIMITED_DISABLED: 'The model refused to answer that.',
  MODEL_ARMOR: 'The model refused to answer that.',
  IMAGE_SAFETY: 'The model refused to answer that, for safety.',
  IMAGE_PROHIBITED_CONTENT: 'The model refused: that content is prohibited.',
  IMAGE_RECITATION: 'The model stopped: the answer would repeat a protected picture.',
};

/** Answers that went wrong on the model's side, though the request was fine. */
const broken = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'MALFORMED_RESPONSE',
  'MISSING_THOUGHT_SIGNATURE',
  'TOO_MANY_TOOL_CALLS',
]);

/** Judges a finished answer. Total: a reason that Gemini invents tomorrow has a verdict too. */
export function judge(answer: GeminiAnswer): Verdict {
  const { finishReason: reason, blockReason, text, calls } = answer;
  if (blockReason !== undefined) return refused('The model refused to read that message.', blockReason);
  const refusal = reason === undefined ? undefined : refusals[reason];
  if (refusal !== undefined) return refused(refusal, reason);
  if (reason === undefined) return unusable('The answer of the model broke off.', 'no finishReason');
  if (broken.has(reason)) return unusable('The model gave an answer that can not be used.', reason);
  if (reason === 'STOP') return finished(answer);
  // Half a list of calls is no list of calls; half a text is better than none.
  if (calls.length === 0 && text.trim() !== '') return step(answer, 'truncated');
  const why = reason === 'MAX_TOKENS' ? 'The answer of the model grew too long.' : 'The model gave no answer.';
  return unusable(why, reason);
}

function finished(answer: GeminiAnswer): Verdict {
  if (answer.calls.some((call) => call.name === '')) return unusable('The model called a tool without a name.', 'STOP');
  if (answer.calls.length > 0) return step(answer, 'calls');
  return answer.text.trim() === '' ? unusable('The model gave no answer.', 'STOP') : step(answer, 'answered');
}

function step({ content, text, calls, usage }: GeminiAnswer, finish: ModelStep['finish']): Verdict {
  return { kind: 'step', step: { raw: content, text, calls, finish, ...(usage === undefined ? {} : { usage }) } };
}

function refused(message: string, reason: string | undefined): Verdict {
  return { kind: 'refused', error: new AgentError('model_refused', message, { cause: reason }) };
}

function unusable(message: string, reason: string): Verdict {
  const sentence = `${message} Please try again.`;
  return { kind: 'broken', error: new AgentError('model_unavailable', sentence, { cause: reason }), reason };
}
