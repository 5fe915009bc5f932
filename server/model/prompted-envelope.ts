import { byteLength, isNestedDeeper, isObject, parseJson } from '../../shared/json.ts';
import { limits } from '../../shared/limits.ts';
import { isToolName } from '../../shared/tool-name.ts';

/** What became of one call in a text. */
export type Reading =
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** True when it was not written exactly as asked: what was meant is very likely, not certain. */
      readonly repaired: boolean;
    }
  | {
      readonly kind: 'unreadable';
      /** The tool that it was for, where that much can be read. */
      readonly name: string | undefined;
      /** For the model: what is wrong and how to mend it. */
      readonly reason: string;
    };

const nameKeys = ['name', 'tool', 'tool_name'] as const;
const argsKeys = ['arguments', 'parameters', 'args', 'input'] as const;
const knownKeys: ReadonlySet<string> = new Set([...nameKeys, ...argsKeys, 'id', 'type', 'function']);

/** Prefixes that models have learned elsewhere. No tool of ours can have a dot in its name. */
const knownPrefixes = ['default_api.', 'functions.'] as const;

/** Keys that change what an object is when it is copied carelessly. */
const forbiddenKeys = ['__proto__', 'constructor', 'prototype'] as const;

/** Reads a parsed value as a call. Accepts the spellings that models are known for, and guesses nothing. */
export function readEnvelope(value: unknown, isMended: boolean): Reading {
  if (!isObject(value)) return unreadable(undefined, 'A call is one JSON object with "name" and "arguments".');
  if (isObject(value['function']) && onlyHas(value, ['function', 'type', 'id'])) {
    return readEnvelope(value['function'], true);
  }

  const names = [...nameKeys, 'function'].filter((key) => Object.hasOwn(value, key));
  const [nameKey] = names;
  const given = nameKey === undefined ? undefined : value[nameKey];
  if (names.length !== 1 || typeof given !== 'string') {
    return unreadable(undefined, 'Put the name of the tool, a string, under "name".');
  }
  const name = withoutPrefix(given);

  const stray = Object.keys(value).find((key) => !knownKeys.has(key));
  if (stray !== undefined) {
    return unreadable(name, `Put the arguments under "arguments". "${stray.slice(0, 64)}" stands beside it.`);
  }
  const keys = argsKeys.filter((key) => Object.hasOwn(value, key));
  const [argsKey = 'arguments'] = keys;
  if (keys.length > 1) return unreadable(name, 'Give the arguments once, under "arguments".');

  const isOdd = isMended || nameKey !== 'name' || argsKey !== 'arguments' || name !== given;
  return readArguments(name, value[argsKey], isOdd);
}

/** Nothing given means an empty object. A string is parsed once, never twice. */
export function readArguments(name: string, given: unknown, isMended: boolean): Reading {
  const args = typeof given === 'string' ? parsed(given) : (given ?? {});
  if (!isObject(args)) return unreadable(name, '"arguments" has to be a JSON object.');
  if (isNestedDeeper(args, limits.maxArgsDepth)) {
    return unreadable(name, `The arguments are nested deeper than ${limits.maxArgsDepth} levels.`);
  }
  if (byteLength(JSON.stringify(args)) > limits.maxArgsBytes) {
    return unreadable(name, `The arguments are larger than ${limits.maxArgsBytes} bytes.`);
  }
  const forbidden = findForbiddenKey(args);
  if (forbidden !== undefined) return unreadable(name, `The key "${forbidden}" is not allowed in arguments.`);
  return { kind: 'call', name, args, repaired: isMended || typeof given === 'string' };
}

export function unreadable(name: string | undefined, reason: string): Reading {
  return { kind: 'unreadable', name: name !== undefined && isToolName(name) ? name : undefined, reason };
}

function parsed(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return parseJson(text, limits.maxArgsDepth) ?? {};
  } catch {
    return undefined;
  }
}

function withoutPrefix(name: string): string {
  const prefix = knownPrefixes.find((known) => name.startsWith(known));
  return prefix === undefined ? name : name.slice(prefix.length);
}

function onlyHas(value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key));
}

/** Walks a value whose depth has been checked. */
function findForbiddenKey(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) {
    const found = forbiddenKeys.find((key) => Object.hasOwn(value, key));
    if (found !== undefined) return found;
  }
  const children: readonly unknown[] = Object.values(value);
  for (const child of children) {
    const found = findForbiddenKey(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
