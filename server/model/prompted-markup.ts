import { isObject, parseJson } from '../../shared/json.ts';
import { limits } from '../../shared/limits.ts';
import { readArguments, unreadable, type Reading } from './prompted-envelope.ts';

/** Whether a call is written in tags, as Qwen3-Coder and its kin do it. */
export function isMarkup(body: string): boolean {
  return body.startsWith('<function=');
}

/**
 * Reads `<function=name><parameter=key>value</parameter>…</function>`. Each value is a text; only the schema
 * tells what else it was meant to be.
 */
export function readMarkup(body: string, parametersOf: (name: string) => unknown): Reading {
  const head = /^<function=([\w.-]{1,64})>/.exec(body);
  if (!head) return unreadable(undefined, 'Write the call as one JSON object with "name" and "arguments".');
  const [opening, name = ''] = head;
  const schema = parametersOf(name);
  const properties = isObject(schema) ? schema['properties'] : undefined;
  const fields = new Map<string, unknown>();
  let at = opening.length;
  for (;;) {
    while (/\s/.test(body.charAt(at))) at += 1;
    if (body.startsWith('</function>', at)) break;
    const parameter = readParameter(body, at);
    if (!parameter || fields.has(parameter.key)) return unreadable(name, 'The call is not well formed.');
    const { key, text } = parameter;
    fields.set(key, isObject(properties) && Object.hasOwn(properties, key) ? structured(properties[key], text) : text);
    at = parameter.end;
  }
  if (body.slice(at + '</function>'.length).trim() !== '') return unreadable(name, 'Nothing may follow the call.');
  return readArguments(name, Object.fromEntries(fields), true);
}

function readParameter(body: string, at: number): { key: string; text: string; end: number } | undefined {
  const head = /^<parameter=([\w.-]{1,64})>/.exec(body.slice(at, at + 80));
  if (!head) return undefined;
  const [opening, key = ''] = head;
  const from = at + opening.length;
  const to = body.indexOf('</parameter>', from);
  if (to < 0) return undefined;
  const text = body.slice(from, to).replace(/^\n/, '').replace(/\n$/, '');
  return { key, text, end: to + '</parameter>'.length };
}

/** A list or an object, where the schema wants one and the text is one. */
function structured(schema: unknown, text: string): unknown {
  const type = isObject(schema) ? schema['type'] : undefined;
  if (type !== 'array' && type !== 'object') return text;
  try {
    return parseJson(text, limits.maxArgsDepth);
  } catch {
    return text;
  }
}
