import { newId } from '../../shared/ids.ts';
import type { StandinAnswer } from './answer.ts';
import type { Part } from './content.ts';
import { sign } from './signatures.ts';

/** One answer as the API would send it: its parts, and why it ended. */
export interface Step {
  readonly parts: readonly Part[] | null;
  readonly finishReason: string | null;
  readonly finishMessage?: string;
}

export interface StepRules {
  readonly secret: string;
  readonly issuesIds: boolean;
  readonly includeThoughts: boolean;
}

export type SpokenAnswer = Extract<StandinAnswer, { text: string } | { calls: unknown } | { parts: unknown }>;

/** Gives calls their ids and the step its signature: on the first call, or after the last word. */
export function stepOf(answer: SpokenAnswer, rules: StepRules): Step {
  const finishReason = answer.finishReason === undefined ? 'STOP' : answer.finishReason;
  if ('parts' in answer) {
    const { parts, finishMessage } = answer;
    return { parts, finishReason, ...(finishMessage === undefined ? {} : { finishMessage }) };
  }
  const parts = unsigned(answer, rules);
  const firstCall = parts.findIndex((part) => part['functionCall'] !== undefined);
  const at = firstCall >= 0 ? firstCall : parts.length - 1;
  const thoughtSignature = sign(rules.secret, parts, at);
  return { parts: parts.map((part, index) => (index === at ? { ...part, thoughtSignature } : part)), finishReason };
}

function unsigned(answer: Exclude<SpokenAnswer, { parts: unknown }>, rules: StepRules): Part[] {
  const { text = '', thought = '' } = answer;
  const calls = 'calls' in answer ? answer.calls : [];
  return [
    ...(thought !== '' && rules.includeThoughts ? [{ text: thought, thought: true }] : []),
    ...(text === '' ? [] : [{ text }]),
    ...calls.map(({ name, args = {} }) => ({
      functionCall: { ...(rules.issuesIds ? { id: `call-${newId().slice(0, 8)}` } : {}), name, args },
    })),
    ...(calls.length === 0 ? [{ text: '' }] : []),
  ];
}
