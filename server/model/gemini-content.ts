import { isObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { HistoryEntry, ModelCall, ModelStep } from './model.ts';
import type { ToolResult } from '../../shared/protocol.ts';

/** One message as Gemini knows it. Parts are opaque: an unknown field of today may be checked tomorrow. */
export interface GeminiContent {
  readonly role: string;
  readonly parts: readonly GeminiPart[];
}
export type GeminiPart = Readonly<Record<string, unknown>>;

/** Takes the place of a signature where none can exist: on a step that another model made. */
const foreignStepSignature = 'skip_thought_signature_validator';

/** The whole conversation as Gemini wants it replayed: its own messages exactly as they came. */
export function contentsOf(history: readonly HistoryEntry[]): GeminiContent[] {
  return history.map((entry) => {
    if (entry.role === 'user') return { role: 'user', parts: [{ text: entry.text }] };
    if (entry.role === 'model') return isGeminiContent(entry.step.raw) ? entry.step.raw : rebuilt(entry.step);
    // All results of a step in one message and nothing else in it: Gemini counts them.
    return { role: 'user', parts: entry.results.map(({ call, result }) => responsePart(call, result)) };
  });
}

function isGeminiContent(raw: unknown): raw is GeminiContent {
  return isObject(raw) && raw['role'] === 'model' && Array.isArray(raw['parts']) && raw['parts'].length > 0;
}

/** A step that another adapter made, told in Gemini's words. */
function rebuilt(step: ModelStep): GeminiContent {
  const text = step.text === '' ? [] : [{ text: step.text }];
  const calls = step.calls.map(({ id, name, args }, at) => ({
    functionCall: { ...(id === undefined ? {} : { id }), name, args: isObject(args) ? args : {} },
    ...(at === 0 ? { thoughtSignature: foreignStepSignature } : {}),
  }));
  const parts = [...text, ...calls];
  return { role: 'model', parts: parts.length === 0 ? [{ text: ' ' }] : parts };
}

function responsePart({ id, name }: ModelCall, result: ToolResult): GeminiPart {
  const response = result.ok ? { output: harmless(result.value) } : { error: harmless({ ...result.error }) };
  return { functionResponse: { ...(id === undefined ? {} : { id }), name, response } };
}

/** In a function response Gemini reads `$ref` as a pointer to a media part, and refuses one that leads nowhere. */
function harmless(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(harmless);
  const fields = Object.entries<JsonValue>(value);
  return Object.fromEntries(fields.map(([key, child]) => [key === '$ref' ? '_ref' : key, harmless(child)]));
}

function isList(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
  return Array.isArray(value);
}
