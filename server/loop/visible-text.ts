import { isObject, type JsonValue } from '../../shared/json.ts';

/**
 * What a person does not see and a model reads: controls but tab and line ends, soft hyphens, marks of direction, tags,
 * and variation selectors beyond the two that choose between a letter and its picture.
 */
const hidden =
  /(?![\t\n\r])\p{Cc}|[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Joiners spell words in some scripts and make one picture of several. Between letters of ours they hide something. */
const joiner = /(?<![^\0-\x7f\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?![^\0-\x7f\u200c\u200d])/gu;

/** The same selector again and again spells what nobody sees. */
const repeated = /(?<=[\ufe0e\ufe0f])[\ufe0e\ufe0f]/gu;

/**
 * A text without what a person would not see in it. In time that grows with the text only.
 *
 * Texts of scripts that need joiners, and pictures made of several, stay whole.
 */
export function visibleText(text: string): string {
  return isPlain(text) ? text : text.replace(hidden, '').replace(repeated, '').replace(joiner, '');
}

/** The same for all texts and keys of a value. The value itself when there was nothing to leave out. */
export function visibleJson(value: JsonValue): JsonValue {
  return isPlain(JSON.stringify(value)) ? value : visible(value);
}

function visible(value: JsonValue): JsonValue {
  if (typeof value === 'string') return visibleText(value);
  if (Array.isArray(value)) return value.map(visible);
  if (!isObject(value)) return value;
  const fields = Object.entries<JsonValue>(value);
  return Object.fromEntries(fields.map(([key, child]) => [visibleText(key), visible(child)]));
}

/** Whether a text, or the JSON of a value, surely hides nothing: a quick look, and a closer one where it is needed. */
export function isPlain(text: string): boolean {
  return !unusual.test(text) || !suspicious.test(text);
}

/** All but what most texts are made of. A backslash, because in JSON a control character is an escape. */
const unusual = /[^ -[\]-~]/;

const suspicious =
  /(?![\t\n\r])\p{Cc}|[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\\[bfu]/u;
