import { isObject, type JsonValue } from '../../shared/json.ts';
import { describeMedia, isMedia, type Media } from '../../shared/media.ts';
import type { ModelResult } from './model.ts';

/** A result as Gemini takes it: an object, and the media that it points at. */
export interface GeminiResponse {
  readonly response: ({ readonly output: JsonValue } | { readonly error: JsonValue }) & { readonly note?: string };
  readonly parts?: readonly object[];
}

/** @param takesMedia otherwise media are told in words: anything beside the response would break its count */
export function responseOf(result: ModelResult, takesMedia: boolean): GeminiResponse {
  const media: Media[] = [];
  const show = takesMedia ? (each: Media): JsonValue => ({ $ref: nameOf(media.push(each)) }) : describeMedia;
  const { note } = result;
  const beside = note === undefined ? {} : { note };
  if (!result.ok) return { response: { error: told({ ...result.error }, show), ...beside } };
  const response = { output: told(result.value, show), ...beside };
  if (media.length === 0) return { response };
  return { response, parts: media.map(({ mimeType, data }, at) => inlineData(mimeType, data, nameOf(at + 1))) };
}

function nameOf(count: number): string {
  return `media-${count}`;
}

function inlineData(mimeType: string, data: string, displayName: string): object {
  return { inlineData: { mimeType, data, displayName } };
}

/** In a function response Gemini reads `$ref` as a pointer to a media part, and refuses one that leads nowhere. */
function told(value: JsonValue, show: (media: Media) => JsonValue): JsonValue {
  if (isMedia(value)) return show(value);
  if (Array.isArray(value)) return value.map((each) => told(each, show));
  if (!isObject(value)) return value;
  const fields = Object.entries<JsonValue>(value);
  return Object.fromEntries(fields.map(([key, child]) => [key === '$ref' ? '_ref' : key, told(child, show)]));
}
