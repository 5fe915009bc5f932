import { AgentError, errorFate, isErrorCode } from '../../shared/errors.ts';

/** What the log says of an error. */
export interface ErrorFields {
  readonly name: string;
  readonly code?: string | number;
  /** Of an HTTP answer. */
  readonly status?: number;
  /** Only in the words of this package. */
  readonly message?: string;
  /** Where it was thrown, innermost first. */
  readonly at?: readonly string[];
  readonly cause?: ErrorFields;
}

const mostCauses = 4;
const mostFrames = 6;
/** A name or a code that a program has; a sentence is none. */
const word = /^[\w.-]{1,64}$/;
/** A line of V8's stack that names a file. */
const frame =
  /^ {4}at (?:[^\s(]+ (?:\[as [^\s\]]+\] )?){0,3}\(?((?:file:\/\/\/|node:|\/|[A-Za-z]:\\)[^\s()]+:\d+:\d+)\)?$/;

/**
 * What can be said of anything thrown without repeating what a model, a provider, a page or a driver
 * wrote into its message: its name, its codes and where it comes from. Never throws.
 */
export function errorFields(thrown: unknown, depth = 0): ErrorFields {
  try {
    return fieldsOf(thrown, depth);
  } catch {
    return { name: 'unreadable' };
  }
}

function fieldsOf(thrown: unknown, depth: number): ErrorFields {
  if (typeof thrown !== 'object' || thrown === null) return { name: typeof thrown };
  const code = codeOf(read(thrown, 'code'));
  const status = read(thrown, 'status');
  const message = ownWords(thrown);
  const at = framesOf(thrown);
  const cause = read(thrown, 'cause');
  return {
    name: wordOf(read(thrown, 'name')) ?? 'unnamed',
    ...(code !== undefined && { code }),
    ...(typeof status === 'number' && { status }),
    ...(message !== undefined && { message }),
    ...(at.length > 0 && { at }),
    ...(cause !== undefined && depth < mostCauses && { cause: errorFields(cause, depth + 1) }),
  };
}

function read(object: object, field: string): unknown {
  return Reflect.get(object, field);
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && word.test(value) ? value : undefined;
}

function codeOf(value: unknown): string | number | undefined {
  return typeof value === 'number' ? value : wordOf(value);
}

/**
 * What this package throws on purpose is worded for people, and says what to mend. Only one that refuses a
 * frame repeats what the page sent: that sentence goes to the page, whose console shows it.
 */
function ownWords(thrown: object): string | undefined {
  if (!AgentError.is(thrown) || !isErrorCode(thrown.code)) return undefined;
  return errorFate[thrown.code] === 'socket' ? undefined : thrown.message;
}

/** The message stands at the head of the stack, in as many lines as it likes: it is taken off first. */
function framesOf(thrown: object): readonly string[] {
  const stack = read(thrown, 'stack');
  if (typeof stack !== 'string') return [];
  const message = read(thrown, 'message');
  const at = typeof message === 'string' && message !== '' ? stack.indexOf(message) : -1;
  const lines = (at < 0 || typeof message !== 'string' ? stack : stack.slice(at + message.length)).split('\n');
  return lines.flatMap((line) => frame.exec(line)?.[1] ?? []).slice(0, mostFrames);
}
