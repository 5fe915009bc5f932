import type { JsonValue } from '../../shared/json.ts';
import type { ModelCall } from '../model/model.ts';

/** What a call is made with. A model that gives no arguments means an empty object. */
export function argsOf({ args }: ModelCall): JsonValue {
  return isGiven(args) ? args : {};
}

/** An adapter's arguments came out of JSON.parse. */
function isGiven(args: unknown): args is JsonValue {
  return args !== undefined && args !== null;
}
