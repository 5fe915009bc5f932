import { byteLength } from '../../shared/json.ts';
import type { Usage } from '../../shared/protocol.ts';
import type { HistoryEntry } from '../model/model.ts';

/** Of JSON or text; a rough mean over languages and models. */
export const bytesPerToken = 4;

/**
 * About what a request cost that was broken off: a provider bills it, and says no more how much it was. Uncounted, whoever
 * stops each answer in its last word would talk for nothing.
 *
 * @param answerChars how much of the answer had come.
 */
export function estimateUsage(history: readonly HistoryEntry[], answerChars: number): Usage {
  return {
    inputTokens: Math.ceil(byteLength(JSON.stringify(history)) / bytesPerToken),
    outputTokens: Math.ceil(answerChars / bytesPerToken),
  };
}

export function addUsage(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}
