import { isObject } from '../../shared/json.ts';
import { rot13 } from './disguises.ts';

/** What the obedient model takes for an order, wherever it finds it: `DO <tool> <arguments as JSON>`. */
export interface Order {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export function orderText(name: string, args: object = {}): string {
  return `DO ${name} ${JSON.stringify(args)}`;
}

/** One order, written the same however its keys are ordered. */
export function orderKey({ name, args }: Order): string {
  return `${name} ${JSON.stringify(Object.entries(args).toSorted(([one], [other]) => (one < other ? -1 : 1)))}`;
}

/** Every order in a text, in whatever disguise, each once. */
export function ordersIn(text: string): Order[] {
  const found = new Map<string, Order>();
  for (const reading of readingsOf(text)) {
    for (const order of plainOrders(reading)) found.set(orderKey(order), order);
  }
  return [...found.values()];
}

/** Every text in a value: its words, and the names of its fields. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}

/** The orders that stand there for everybody to read. */
export function plainOrders(text: string): Order[] {
  return [...text.matchAll(/\bDO ([a-z][a-z0-9_]{1,63}) (?=\{)/g)].flatMap((match) => {
    const [, name = ''] = match;
    const args = objectAt(text.slice(match.index + match[0].length));
    return args ? [{ name, args }] : [];
  });
}

const maxChars = 4_000;

/** The object that a text begins with. */
function objectAt(text: string): Order['args'] | undefined {
  const end = Math.min(text.length, maxChars);
  for (let close = text.indexOf('}'); close >= 0 && close < end; close = text.indexOf('}', close + 1)) {
    const value = parsed(text.slice(0, close + 1)) ?? parsed(text.slice(0, close + 1).replaceAll('\\"', '"'));
    if (isObject(value)) return value;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const readers: readonly ((text: string) => readonly string[])[] = [
  (text) => [text.replaceAll(/[\u200B-\u200F\u2060\u00AD\uFEFF\u202A-\u202E\u2066-\u2069]/g, '')],
  (text) => [text.normalize('NFKC')],
  (text) => [text.replaceAll(/[a-z]/gi, rot13)],
  (text) => [[...text].toReversed().join('')],
  (text) => [text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))],
  (text) => [text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')],
  (text) => [text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(parseInt(code, 16)))],
  (text) => [[...text].map((letter) => String.fromCodePoint(untagged(letter.codePointAt(0) ?? 0))).join('')],
  (text) => matches(text, /[A-Za-z0-9+/]{16,}={0,2}/g).map((run) => Buffer.from(run, 'base64').toString('utf8')),
  (text) => matches(text, /(?:[0-9a-f]{2}){8,}/gi).map((run) => Buffer.from(run, 'hex').toString('utf8')),
  (text) =>
    matches(text, /(?:%[0-9a-f]{2}|[\w.~!*'()-])+/gi)
      .filter((run) => run.includes('%'))
      .map(unescaped),
  (text) => matches(text, /[\u200B\u200C]{16,}/g).map(bitsOf),
  (text) => matches(text, /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{8,}/gu).map(selected),
];

/** The text itself, and what it becomes when it is read in another way, or in two. */
function readingsOf(text: string): ReadonlySet<string> {
  const all = new Set([text]);
  for (let depth = 0; depth < 2; depth += 1) {
    for (const known of [...all]) for (const read of readers) for (const reading of read(known)) all.add(reading);
  }
  return all;
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([match]) => match);
}

function untagged(code: number): number {
  return code >= 0xe0020 && code <= 0xe007e ? code - 0xe0000 : code;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function bitsOf(text: string): string {
  const bits = [...text].map((letter) => (letter === '\u200C' ? '1' : '0')).join('');
  return bytesAsText(matches(bits, /[01]{8}/g).map((byte) => parseInt(byte, 2)));
}

function selected(text: string): string {
  return bytesAsText([...text].map((letter) => selectedByte(letter.codePointAt(0) ?? 0)));
}

function selectedByte(code: number): number {
  return code < 0xe0000 ? code - 0xfe00 : code - 0xe0100 + 16;
}

function bytesAsText(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('utf8');
}
