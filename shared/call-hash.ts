import { fingerprint } from './fingerprint.ts';
import type { JsonValue } from './json.ts';

/**
 * Names what a call is: its tool, its arguments and the tool's definition. Both ends make it of what they hold, so that
 * one id can't stand for two calls after a server has lost the end of its log.
 */
export function callHash(name: string, args: JsonValue, definition: string | undefined): string {
  return fingerprint([name, args, definition ?? null]);
}
