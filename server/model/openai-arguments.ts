import { isObject, parseJson } from '../../shared/json.ts';
import { fixedLimits } from '../../shared/limits.ts';

/** The arguments of a call, and how they are spelled when the call is replayed. */
export interface Arguments {
  readonly args: Readonly<Record<string, unknown>>;
  /** Always the JSON of an object: chat templates parse it, and fail the whole request over anything else. */
  readonly text: string;
  /** Why the call can not run, for the model. */
  readonly unreadable?: string;
}

/** Reads arguments in all the forms that servers send: JSON, JSON within JSON, an object, nothing. Total. */
export function readArguments(given: unknown): Arguments {
  if (given === undefined || given === null) return none;
  if (isObject(given)) return { args: given, text: JSON.stringify(given) };
  if (typeof given !== 'string') return unreadable(JSON.stringify(given));
  const value = parsed(given);
  if (isObject(value)) return { args: value, text: given };
  // Encoded twice: the text of a text.
  const inner = typeof value === 'string' ? parsed(value) : value;
  if (inner === null) return none;
  return isObject(inner) ? { args: inner, text: JSON.stringify(inner) } : unreadable(given);
}

const none: Arguments = { args: {}, text: '{}' };

function unreadable(text: string): Arguments {
  const why = `The arguments must be one JSON object of at most ${fixedLimits.maxDepth} levels.`;
  return { args: {}, text: JSON.stringify({ unreadable: text }), unreadable: why };
}

/** Nothing is null. Undefined when it is no JSON, or more deeply nested than anybody could walk. */
function parsed(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return parseJson(text, fixedLimits.maxDepth);
  } catch {
    return undefined;
  }
}
