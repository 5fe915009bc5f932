import { newId } from '../../shared/ids.ts';
import { isObject } from '../../shared/json.ts';
import type { SpokenAnswer } from './answer.ts';
import type { CheckedRequest } from './checks/request.ts';
import type { Part } from './content.ts';
import type { Profile } from './profile.ts';
import { sign } from './signatures.ts';

/** One answer as the API would send it: its parts, and why it ended. */
export interface Step {
  readonly parts: readonly Part[] | null;
  readonly finishReason: string | null;
  readonly finishMessage?: string;
  readonly continuationToken?: string;
}

/** What the API sends when its model has nothing to say. */
export const emptyStep: Step = { parts: [{ text: '' }], finishReason: 'STOP' };

/** Gives calls their ids and the step its signature: on the first call, or after the last word. */
export function stepOf(answer: SpokenAnswer, request: CheckedRequest, profile: Profile): Step {
  const { finishReason = 'STOP', finishMessage } = answer;
  const end = { finishReason, ...(finishMessage === undefined ? {} : { finishMessage }) };
  if ('parts' in answer) return { parts: answer.parts, ...end };
  if ('calls' in answer && request.calling.mode === 'NONE') return forbiddenCall;
  const parts = unsigned(answer, request.includeThoughts, profile.issuesIds);
  const sent = sentBefore(request.continuationToken);
  if ('continues' in answer)
    return { parts, finishReason: 'CONTINUATION', continuationToken: tokenOf([...sent, ...parts]) };
  return { parts: signed(parts, sent, request), ...end };
}

/** The step is signed as a whole, even when it comes in several answers. */
function signed(parts: readonly Part[], before: readonly Part[], { signing }: CheckedRequest): Part[] {
  const firstCall = parts.findIndex((part) => part['functionCall'] !== undefined);
  const at = firstCall >= 0 ? firstCall : parts.length - 1;
  const thoughtSignature = sign(signing, [...before, ...parts], before.length + at);
  return parts.map((part, index) => (index === at ? { ...part, thoughtSignature } : part));
}

function unsigned(answer: Exclude<SpokenAnswer, { parts: unknown }>, includeThoughts: boolean, ids: boolean): Part[] {
  const { text = '', thought = '' } = answer;
  const calls = 'calls' in answer ? answer.calls : [];
  const isCutOff = 'continues' in answer;
  return [
    ...(thought !== '' && includeThoughts ? [{ text: thought, thought: true }] : []),
    ...(text === '' ? [] : [{ text }]),
    ...calls.map(({ name, args = {} }) => ({
      functionCall: { ...(ids ? { id: `call-${newId().slice(0, 8)}` } : {}), name, args },
    })),
    ...(calls.length === 0 && !isCutOff ? [{ text: '' }] : []),
  ];
}

const forbiddenCall: Step = {
  parts: null,
  finishReason: 'UNEXPECTED_TOOL_CALL',
  finishMessage: 'Unexpected tool call: the function calling mode is NONE.',
};

function tokenOf(parts: readonly Part[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** What a token stands for; it is only ever one of ours. */
function sentBefore(token: string | undefined): readonly Part[] {
  if (token === undefined) return [];
  const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
  return Array.isArray(parts) ? parts.filter(isObject) : [];
}
