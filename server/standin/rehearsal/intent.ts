import type { JsonObject } from '../../../shared/json.ts';

/** One thing that a message asks for. */
export type Intent =
  /** Small talk: the answer itself. */
  | { readonly kind: 'say'; readonly text: string }
  /** Asks what can be asked for. */
  | { readonly kind: 'help' }
  /** Something that was told, and that "it" may mean next. */
  | { readonly kind: 'fact'; readonly key: string; readonly value: string }
  /** A call whose arguments are known. */
  | Call
  /** A call on what was found out or said just before. */
  | { readonly kind: 'use'; readonly tool: 'memory_put' | 'clipboard_write' | 'speak'; readonly key?: string }
  /** Everything that is remembered, deleted key by key. */
  | { readonly kind: 'forgetAll' }
  /** A tool fits, but something that it needs was not said. */
  | { readonly kind: 'lacks'; readonly tool: string; readonly fields: readonly LackingField[] }
  | { readonly kind: 'unknown'; readonly text: string };

export interface LackingField {
  readonly name: string;
  /** What it can be, if that is a list. */
  readonly choices: readonly string[];
}

export interface Call {
  readonly kind: 'call';
  readonly tool: string;
  readonly args: JsonObject;
  /** Which part of a larger result was asked for. */
  readonly about?: string;
}

export function call(tool: string, args: JsonObject = {}, about?: string): Call {
  return { kind: 'call', tool, args, ...(about === undefined ? {} : { about }) };
}
