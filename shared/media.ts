import { isObject, type JsonValue } from './json.ts';

/** A picture, a sound or a document in what a tool returns, as MCP spells it. */
export interface Media {
  readonly type: 'image' | 'audio' | 'document';
  /** Such as `image/png`. */
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

const mimeType = /^[a-z]+\/[\w.+-]{1,100}$/i;
/** With the padding, and not of another alphabet: a model's API refuses the rest. */
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function isMedia(value: unknown): value is Media {
  if (!isObject(value)) return false;
  const { type, mimeType: mime, data } = value;
  if (type !== 'image' && type !== 'audio' && type !== 'document') return false;
  return typeof mime === 'string' && mimeType.test(mime) && typeof data === 'string' && base64.test(data);
}

/** For a reader who can't be shown it. */
export function describeMedia({ type, mimeType: mime, data }: Media): string {
  const bytes = Math.floor((data.replace(/=+$/, '').length * 3) / 4);
  return `[${type} of the type ${mime}, ${bytes} bytes, which can't be shown to you]`;
}

/** The same value for a model that takes no media: each is told in words. */
export function mediaInWords(value: JsonValue): JsonValue {
  if (isMedia(value)) return describeMedia(value);
  if (Array.isArray(value)) return value.map(mediaInWords);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries<JsonValue>(value).map(([key, child]) => [key, mediaInWords(child)]));
}
