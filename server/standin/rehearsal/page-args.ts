import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import type { DeclaredTool } from '../checks/tools.ts';
import { quotesIn, type Clause } from './message.ts';
import { actionVerbs, isStopWord, meaning, meaningsOf, numberOf, stem, wordsIn, wordsOfName } from './words.ts';

/** The values that a field can have, if that is a list. */
export function choicesOf(tool: DeclaredTool, field: string): string[] {
  const properties = tool.parameters['properties'];
  const node = isObject(properties) ? properties[field] : undefined;
  const members = isObject(node) ? node['enum'] : undefined;
  return Array.isArray(members) ? members.map(String) : [];
}

export interface FilledArgs {
  readonly args: JsonObject;
  /** Required fields for which the message has nothing. */
  readonly missing: readonly string[];
}

/** What a message offers to fill arguments with. Whatever was used once is gone. */
interface Pool {
  readonly quotes: string[];
  words: string[];
  readonly toolWords: ReadonlySet<string>;
}

const codeName = /(?:^|_)(?:sku|id|code|number|ref|reference|isbn|ean|article)$/i;
const dateName = /date|day|weekday|when/i;
const timeName = /(?:^|_)(?:time|hour|at)$/i;
const dateWord = /^(?:today|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\d{4}-\d{2}-\d{2})$/i;
const timeWord = /^(?:\d{1,2}:\d{2}|\d{1,2}(?:am|pm)|noon|midnight)$/i;
/** Letters and digits in one word, such as LEMON-1; a name for a thing and no amount. */
const code = /^(?=.*\d)(?=.*\p{L})[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*$/u;

/** Fills a tool's parameters from the words of a message. Never invents a value. */
export function fillArgs(tool: DeclaredTool, clause: Clause): FilledArgs {
  const text = clause.text.replace(/[\uE000-\uE0FF]/g, ' ');
  const words = (text.match(/\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}|\d+\.\d+|[\p{L}\p{N}][\p{L}\p{N}'_-]*/gu) ?? []).slice(
    0,
    200,
  );
  const pool: Pool = { quotes: quotesIn(clause), words, toolWords: meaningsOf(wordsOfName(tool.name)) };
  return fillObject(tool.parameters, pool, 0);
}

function fillObject(schema: JsonObject, pool: Pool, depth: number): FilledArgs {
  const properties = Object.entries(isObject(schema['properties']) ? schema['properties'] : {});
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const filled = new Map<string, JsonValue>();
  // What has a form of its own takes its words first; free texts take what is left.
  for (const isFree of [false, true]) {
    for (const [name, node] of properties) {
      if (!isObject(node) || filled.has(name)) continue;
      const field = { name, node, isRequired: required.includes(name), isOnly: properties.length === 1, depth };
      const value = isFree ? fillFree(field, pool) : fillFormed(field, pool);
      if (value !== undefined) filled.set(name, value);
    }
  }
  const ordered = properties.flatMap(([name]): [string, JsonValue][] => {
    const value = filled.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return { args: Object.fromEntries(ordered), missing: required.map(String).filter((name) => !filled.has(name)) };
}

interface Field {
  readonly name: string;
  readonly node: Readonly<Record<string, unknown>>;
  readonly isRequired: boolean;
  readonly isOnly: boolean;
  readonly depth: number;
}

function fillFormed(field: Field, pool: Pool): JsonValue | undefined {
  const { name, node } = field;
  if (Array.isArray(node['enum'])) return takeMember(node['enum'], pool);
  const type = typeOf(node);
  if (type === 'integer' || type === 'number') return takeNumber(type, pool);
  if (type === 'boolean') return takeFlag(field, pool);
  if (type === 'object' || type === 'array') return field.depth > 3 ? undefined : fillNested(field, type, pool);
  if (codeName.test(name))
    return takeWord((word) => code.test(word), pool) ?? pool.quotes.shift() ?? takeDigits(field, pool);
  if (timeName.test(name)) return takeWord((word) => timeWord.test(word), pool);
  return dateName.test(name) ? takeWord((word) => dateWord.test(word), pool) : undefined;
}

function fillNested({ node, depth }: Field, type: string, pool: Pool): JsonValue | undefined {
  if (type === 'object') {
    const { args, missing } = fillObject(jsonObject(node), pool, depth + 1);
    return Object.keys(args).length === 0 || missing.length > 0 ? undefined : args;
  }
  const items = node['items'];
  if (!isObject(items)) return undefined;
  const field = { name: 'item', node: items, isRequired: true, isOnly: true, depth: depth + 1 };
  const item = fillFormed(field, pool) ?? fillFree(field, pool);
  return item === undefined ? undefined : [item];
}

function jsonObject(node: unknown): JsonObject {
  return JSON.parse(JSON.stringify(node));
}

function fillFree({ name, node, isRequired, isOnly }: Field, pool: Pool): string | undefined {
  if (typeOf(node) !== 'string' || Array.isArray(node['enum'])) return undefined;
  const quoted = pool.quotes.shift();
  if (quoted !== undefined) return quoted;
  if (dateName.test(name) || timeName.test(name) || codeName.test(name)) return undefined;
  if (!isRequired && !isOnly && !/^(?:query|q|search|text|term|product|item|name|topic|category)$/i.test(name))
    return undefined;
  const words = pool.words.filter((word) => isContent(word, pool, name));
  if (words.length === 0) return undefined;
  pool.words = pool.words.filter((word) => !words.includes(word));
  return words.join(' ');
}

/** A word that says what is meant, and not what to do with it. */
function isContent(word: string, pool: Pool, fieldName: string): boolean {
  const root = meaning(word);
  if (isStopWord(word) || numberOf(word) !== undefined || dateWord.test(word)) return false;
  return (
    !pool.toolWords.has(root) &&
    !actionVerbs.has(root) &&
    root !== 'show' &&
    root !== 'search' &&
    root !== meaning(fieldName)
  );
}

function takeMember(members: readonly unknown[], pool: Pool): JsonValue | undefined {
  const spoken = new Set([...pool.words, ...pool.quotes.flatMap(wordsIn)].map(stem));
  const scored = members
    .filter((member) => typeof member === 'string' || typeof member === 'number')
    .map((member) => ({ member, ...overlap(String(member), spoken) }))
    .filter(({ hits }) => hits > 0)
    .toSorted((a, b) => b.hits / b.size - a.hits / a.size || b.hits - a.hits);
  const [best, second] = scored;
  if (best === undefined || (best.hits < best.size && second?.hits === best.hits)) return undefined;
  const used = new Set(wordsOfName(String(best.member)).map(stem));
  pool.words = pool.words.filter((word) => !used.has(stem(word)));
  return best.member;
}

function overlap(member: string, spoken: ReadonlySet<string>): { hits: number; size: number } {
  const whole = spoken.has(stem(member));
  const words = wordsOfName(member).map(stem);
  return { hits: whole ? words.length : words.filter((word) => spoken.has(word)).length, size: words.length };
}

function takeNumber(type: string, pool: Pool): number | undefined {
  const isFit = (word: string): boolean => {
    const value = numberOf(word);
    return value !== undefined && (type === 'number' || Number.isInteger(value));
  };
  const word = takeWord(isFit, pool);
  return word === undefined ? undefined : numberOf(word);
}

function takeFlag({ name, isRequired }: Field, pool: Pool): boolean | undefined {
  const names = wordsOfName(name).map(stem);
  const at = pool.words.findIndex((word) => names.includes(stem(word)));
  if (at < 0) return isRequired ? false : undefined;
  return !/^(?:no|not|without)$/i.test(pool.words[at - 1] ?? '');
}

/** A number without letters is a code only where one is needed. */
function takeDigits({ isRequired }: Field, pool: Pool): string | undefined {
  return isRequired ? takeWord((word) => /^\d{2,}$/.test(word), pool) : undefined;
}

function takeWord(isFit: (word: string) => boolean, pool: Pool): string | undefined {
  const at = pool.words.findIndex(isFit);
  return at < 0 ? undefined : pool.words.splice(at, 1)[0];
}

function typeOf(node: Readonly<Record<string, unknown>>): string {
  const type = node['type'];
  const anyOf = node['anyOf'];
  if (Array.isArray(type)) return String(type.find((each) => each !== 'null') ?? 'string');
  if (typeof type === 'string') return type;
  const first: unknown = Array.isArray(anyOf) ? anyOf[0] : undefined;
  return isObject(first) ? typeOf(first) : 'string';
}
