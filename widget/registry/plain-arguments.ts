import { AgentError } from '../../shared/errors.ts';
import { deepFreeze, isObject, toJson, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { pageLimits } from '../../shared/limits.ts';

const bounds = { maxBytes: pageLimits.maxArgsBytes, maxDepth: pageLimits.maxArgsDepth };

/**
 * Arguments as a schema made them, as a frozen copy: what the person is shown is then what runs.
 *
 * @throws AgentError `invalid_args` or `too_large` when a card can't show them as they are.
 */
export function plainArguments(value: unknown): JsonObject {
  const odd = findOdd(value, '', pageLimits.maxArgsDepth);
  if (odd) throw new AgentError('invalid_args', `${odd}, which can not be shown to the person. Plain JSON can.`);
  const copy = copyOf(value);
  if (isJsonObject(copy)) return deepFreeze(copy);
  throw new AgentError('invalid_args', 'arguments: an object is needed');
}

function copyOf(value: unknown): JsonValue {
  try {
    return toJson(value, bounds);
  } catch (cause) {
    if (!AgentError.is(cause)) throw cause;
    const code = cause.code === 'too_large' ? 'too_large' : 'invalid_args';
    throw new AgentError(code, `The arguments can not be used. ${cause.message}`, { cause });
  }
}

/** Where JSON would say something else than there is: a Map would be shown as empty, a Date as a text. */
function findOdd(value: unknown, path: string, depthLeft: number): string | undefined {
  if (typeof value !== 'object' || value === null || depthLeft === 0) return undefined;
  if (!isPlain(value)) return `${path || 'arguments'}: the tool's schema makes a ${nameOf(value)} of it`;
  for (const [key, child] of Object.entries(value)) {
    const odd = findOdd(child, path ? `${path}.${key}` : key, depthLeft - 1);
    if (odd) return odd;
  }
  return undefined;
}

/** Told by features: an object of another frame is plain although its prototype is not ours. */
function isPlain(value: object): boolean {
  if ('toJSON' in value) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function nameOf(value: object): string {
  return typeof value.constructor === 'function' ? value.constructor.name : 'special object';
}

function isJsonObject(value: JsonValue): value is JsonObject {
  return isObject(value);
}
