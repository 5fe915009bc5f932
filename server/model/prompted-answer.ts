import type { Usage } from '../../shared/protocol.ts';
import type { ModelCall } from './model.ts';
import type { Reading } from './prompted-envelope.ts';
import type { PromptedRaw } from './prompted-history.ts';

/** One answer, however it was come by. */
export interface Answer {
  readonly content: string;
  readonly calls: readonly ModelCall[];
  readonly raw: PromptedRaw;
  readonly isCut: boolean;
  readonly usage: Usage;
}

/** Calls that one answer may hold; a model that makes more has lost its way, and the loop allows fewer. */
export const maxAnswerCalls = 64;

/** A call in the loop's terms. */
export function modelCallOf(reading: Reading, id?: string): ModelCall {
  const known = id === undefined ? {} : { id };
  if (reading.kind === 'unreadable') {
    return { ...known, name: reading.name ?? 'unreadable_call', args: {}, unreadable: reading.reason };
  }
  const { name, args, repaired } = reading;
  return { ...known, name, args, ...(repaired ? { repaired } : {}) };
}

const cutReasons: ReadonlySet<string> = new Set(['length', 'max_tokens', 'max_output_tokens']);

/** Whether the word for the end of an answer says that it was stopped before it was done. */
export function isCutBy(finishReason: unknown): boolean {
  return typeof finishReason === 'string' && cutReasons.has(finishReason.toLowerCase());
}

/** A token is about four characters. Good enough for a budget, where the model keeps no count. */
export function estimateUsage(messages: readonly { readonly content: string }[], answerChars: number): Usage {
  const asked = messages.reduce((sum, { content }) => sum + content.length, 0);
  return { inputTokens: Math.ceil(asked / 4), outputTokens: Math.ceil(answerChars / 4) };
}
