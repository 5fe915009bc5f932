import { isObject } from '../../shared/json.ts';
import type { GeminiFamily } from './gemini-family.ts';
import { responseOf } from './gemini-response.ts';
import type { HistoryEntry, ModelCall, ModelStep } from './model.ts';

/** One message as Gemini knows it. Parts are opaque: an unknown field of today may be checked tomorrow. */
export interface GeminiContent {
  readonly role: string;
  readonly parts: readonly GeminiPart[];
}
export type GeminiPart = Readonly<Record<string, unknown>>;

/** Takes the place of a signature where none can exist: on a step that another model made. */
export const foreignStepSignature = 'skip_thought_signature_validator';

/** The whole conversation as Gemini wants it replayed: its own messages exactly as they came. */
export function contentsOf(history: readonly HistoryEntry[], family: GeminiFamily): GeminiContent[] {
  return history.map((entry, at) => {
    if (entry.role === 'user') return { role: 'user', parts: [{ text: entry.text }] };
    if (entry.role === 'model')
      return isGeminiContent(entry.step.raw) ? entry.step.raw : rebuilt(entry.step, at, family);
    const before = history[at - 1];
    const isOwn = before?.role === 'model' && isGeminiContent(before.step.raw);
    // All results of a step in one message and nothing else in it: Gemini counts them.
    const parts = entry.results.map(({ call, result }, index) => {
      const named = isOwn ? { ...sentId(call), name: call.name } : foreignCall(call, at - 1, index, family);
      return { functionResponse: { ...named, ...responseOf(result, family.takesMedia) } };
    });
    return { role: 'user', parts };
  });
}

function isGeminiContent(raw: unknown): raw is GeminiContent {
  return isObject(raw) && raw['role'] === 'model' && Array.isArray(raw['parts']) && raw['parts'].length > 0;
}

/** A step that another adapter made, told in Gemini's words. */
function rebuilt(step: ModelStep, at: number, family: GeminiFamily): GeminiContent {
  const text = step.text === '' ? [] : [{ text: step.text }];
  const calls = step.calls.map((call, index) => ({
    functionCall: { ...foreignCall(call, at, index, family), args: isObject(call.args) ? call.args : {} },
    ...(index === 0 && family.needsSignatures ? { thoughtSignature: foreignStepSignature } : {}),
  }));
  const parts = [...text, ...calls];
  return { role: 'model', parts: parts.length === 0 ? [{ text: ' ' }] : parts };
}

/** Echoed exactly if there is one: an id of our own would belong to no call. */
function sentId({ id }: ModelCall): { id?: string } {
  return id === undefined ? {} : { id };
}

/**
 * Other models repeat their ids or leave them out, and make up names that Gemini refuses. Here call and response are both
 * told by us, so both get the same.
 */
function foreignCall(
  { name }: ModelCall,
  at: number,
  index: number,
  family: GeminiFamily,
): { id?: string; name: string } {
  const plain = name.replaceAll(/[^\w.:-]/g, '_').slice(0, 64);
  const named = { name: /^[A-Za-z_]/.test(plain) ? plain : `_${plain}` };
  return family.hasIds ? { id: `told-${at}-${index}`, ...named } : named;
}
