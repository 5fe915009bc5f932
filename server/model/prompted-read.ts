import { isObject, parseJson } from '../../shared/json.ts';
import { limits } from '../../shared/limits.ts';
import type { ModelTool } from './model.ts';
import { coerce } from './prompted-coerce.ts';
import { readEnvelope, unreadable, type Reading } from './prompted-envelope.ts';
import { isMarkup, readMarkup } from './prompted-markup.ts';
import { isInvisible, maxDepth, mendJson } from './prompted-repair.ts';

/** A reading, with the words that it was read from. */
export type SourcedReading = Reading & { readonly source: string };

export interface Body {
  readonly text: string;
  /** Opened and closed as asked. */
  readonly isExact: boolean;
  /** The model was stopped in the middle of it. */
  readonly isCut: boolean;
}

/** Longer bodies are not looked at. Escapes can make a body longer than the arguments in it. */
const maxBodyChars = 2 * limits.maxArgsBytes;

/** What a model shall see again of a call that could not be read. */
const maxSourceChars = 2_000;

/** Reads what stood between two tags: one call as a rule, more if the model put them there, at least one reading always. */
export function readBody(body: Body, tools: ReadonlyMap<string, ModelTool>): SourcedReading[] {
  const source = body.text.trim().slice(0, maxSourceChars);
  return read(body, tools).map((reading) => ({ ...fitted(reading, tools), source }));
}

function read({ text, isExact, isCut }: Body, tools: ReadonlyMap<string, ModelTool>): Reading[] {
  const name = likelyName(text);
  if (text.length > maxBodyChars) return [unreadable(name, `The call is longer than ${maxBodyChars} characters.`)];
  const bare = text.trim();
  if (isMarkup(bare) && !isCut) return [readMarkup(bare, (tool) => tools.get(tool)?.parameters)];

  const mended = mendJson(bare, !isCut);
  if (!mended) return [unreadable(name, isCut ? cutOff : notJson)];
  const values = mended.values.map(parse);
  if (values.includes(undefined)) return [unreadable(name, notJson)];

  const isOdd = !isExact || mended.isMended || values.length > 1;
  return values.flatMap((value) => {
    if (!Array.isArray(value)) return [readEnvelope(value, isOdd)];
    return value.length === 0 ? [unreadable(undefined, notJson)] : value.map((item) => readEnvelope(item, true));
  });
}

const cutOff = 'The answer ended in the middle of the call. Make the arguments shorter.';
const notJson =
  'The call is not valid JSON, or nested too deeply. Write one object with "name" and "arguments", double quotes around each string, and a backslash before each quote inside of one.';

function parse(text: string): unknown {
  try {
    return parseJson(text, maxDepth);
  } catch {
    return undefined;
  }
}

/** Good enough to say which call went wrong; nothing runs by it. */
function likelyName(text: string): string | undefined {
  return /"name"\s{0,8}:\s{0,8}"([\w-]{1,64})"/.exec(text.slice(0, 400))?.[1];
}

function fitted(reading: Reading, tools: ReadonlyMap<string, ModelTool>): Reading {
  if (reading.kind === 'unreadable') return reading;
  const args = coerce(tools.get(reading.name)?.parameters, reading.args);
  return isObject(args) && args !== reading.args ? { ...reading, args, repaired: true } : reading;
}

/** Blanks, and characters that can't be seen. */
export function isBlank(char: string): boolean {
  return /\s/.test(char) || isInvisible(char);
}
