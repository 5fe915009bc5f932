import { AgentError } from './errors.ts';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same of what is known to be JSON. */
export function isJsonObject(value: JsonValue): value is JsonObject {
  return isObject(value);
}

/** Up to this length parsing is cheap, however deep the text. A megabyte of brackets takes JSON.parse a third of a second. */
const shortChars = 4_096;

/**
 * Brackets, commas and colons in a longer text. The densest arguments and results, lists of empty lists, have fewer.
 * A megabyte of keys would hold up JSON.parse, and everybody else, for a tenth of a second and more.
 */
const maxMarks = 45_000;

/**
 * Parses text that somebody else wrote. A value that JSON.parse still takes can be nested so deeply
 * that it overflows the stack of whoever walks it afterwards: such a one goes no further than this.
 *
 * @throws SyntaxError when it is not JSON, RangeError when it is nested deeper than `maxDepth` or has too many values.
 */
export function parseJson(text: string, maxDepth: number): unknown {
  const isShort = text.length <= shortChars;
  if (!isShort) checkText(text, maxDepth);
  const value: unknown = JSON.parse(text);
  if (isShort && isNestedDeeper(value, maxDepth)) throw tooDeep(maxDepth);
  return value;
}

function tooDeep(maxDepth: number): RangeError {
  return new RangeError(`JSON is nested deeper than ${maxDepth} levels.`);
}

function checkText(text: string, maxDepth: number): void {
  let depth = 0;
  let marks = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x2c || code === 0x3a) marks += 1;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      marks += 1;
      if (depth > maxDepth) throw tooDeep(maxDepth);
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (marks > maxMarks) throw new RangeError('JSON holds too many values.');
  }
}

/**
 * Makes plain JSON of what a page's own code gave: a deep copy without prototypes, functions or cycles.
 * `undefined` becomes null, as a tool that only acts has nothing to say.
 *
 * @throws AgentError `too_large` beyond `maxBytes`, `internal` for what JSON can't hold. Its sentence names what is
 * wrong, not whose value it is: that is for the caller to say.
 */
export function toJson(value: unknown, bounds: { maxBytes: number; maxDepth: number }): JsonValue {
  const text = serialise(value, bounds.maxDepth);
  if (byteLength(text) > bounds.maxBytes) {
    throw new AgentError('too_large', `There is room for ${bounds.maxBytes} bytes only.`);
  }
  return JSON.parse(text);
}

function serialise(value: unknown, maxDepth: number): string {
  if (value === undefined) return 'null';
  let problem: string | undefined;
  try {
    problem = findProblem(value, maxDepth, new Set());
    if (!problem) return JSON.stringify(value) ?? 'null';
  } catch (cause) {
    // A getter, a proxy or a toJSON of the value's own threw.
    throw new AgentError('internal', 'JSON can not hold it.', { cause });
  }
  throw new AgentError('internal', `JSON can not hold ${problem}.`);
}

function findProblem(value: unknown, depthLeft: number, above: Set<object>): string | undefined {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depthLeft === 0) return 'a value that is nested too deeply';
  if (above.has(value)) return 'a value that contains itself';
  if ('nodeType' in value && 'nodeName' in value) return 'a DOM node';
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return 'binary data';
  above.add(value);
  for (const child of Object.values(value)) {
    const problem = findProblem(child, depthLeft - 1, above);
    if (problem) return problem;
  }
  above.delete(value);
  return undefined;
}

/** Whether a value has more levels than allowed. Never walks deeper than that itself. */
export function isNestedDeeper(value: unknown, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (maxDepth === 0) return true;
  const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const child of children) if (isNestedDeeper(child, maxDepth - 1)) return true;
  return false;
}

/** Freezes a JSON value all the way down, so that what was shown is what runs. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}

/** One spelling for one value: keys in order, no spaces. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const fields = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${fields.join(',')}}`;
}

/** Whether two JSON values have one canonical spelling. Spells neither, and stops at the first difference. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) || Array.isArray(other)) return isSameList(one, other);
  if (!isObject(one) || !isObject(other)) return false;
  if (!Object.keys(one).every((key) => isSameJson(one[key], fieldOf(other, key)))) return false;
  return Object.keys(other).every((key) => other[key] === undefined || fieldOf(one, key) !== undefined);
}

function fieldOf(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isSameList(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((item, at) => isSameJson(item, other[at]));
}

/** The length of a text in UTF-8, without encoding it. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7ff) bytes += 2;
    else if (code > 0x7f) bytes += 1;
    // A surrogate pair is four bytes: two were counted as its units, two at its first half.
    if (isFirstHalf(code) && isSecondHalf(text.charCodeAt(at + 1))) at += 1;
  }
  return bytes;
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

const protoKeys = ['__proto__', 'constructor', 'prototype'];

/** True when a key that leads to a prototype hides anywhere in the value: copying such a value can change one. */
export function hasProtoKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasProtoKey);
  if (!isObject(value)) return false;
  return protoKeys.some((key) => Object.hasOwn(value, key)) || Object.values(value).some(hasProtoKey);
}
