import { isObject, isSameJson, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { ModelResult } from '../model/model.ts';

/** Of what was changed, at most; the rest is left out and said to be. */
const shownChars = 4_000;

/** All that the model is told of a result that it need not see. */
const done: ToolResult = { ok: true, value: 'done' };

/**
 * A result as the model is told it. Most are told as they are.
 *
 * @param isSilent the model is told only that it was done
 * @param change what the model asked for and what ran instead, if the person changed it
 */
export function toldResult(
  result: ToolResult,
  isSilent: boolean,
  change: { readonly asked: JsonValue; readonly ran: JsonObject } | undefined,
): ModelResult {
  const told = isSilent && result.ok ? done : result;
  return change ? { ...told, note: noteOf(change.asked, change.ran) } : told;
}

/** In words: only the arguments that are not as the model asked. */
function noteOf(asked: JsonValue, ran: JsonObject): string {
  const before: Readonly<Record<string, unknown>> = isObject(asked) ? asked : {};
  const changed = Object.entries(ran).filter(([name, value]) => !isSameJson(before[name], value));
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(ran, name));
  const words = [
    changed.length > 0 && `It ran with these instead: ${shorten(JSON.stringify(Object.fromEntries(changed)))}`,
    removed.length > 0 && `It ran without: ${shorten(removed.join(', '))}`,
  ].filter((part) => part !== false);
  return ['The person changed the arguments before they agreed.', ...words].join(' ');
}

function shorten(text: string): string {
  return text.length <= shownChars ? text : `${text.slice(0, shownChars)}… (the rest is left out here)`;
}
