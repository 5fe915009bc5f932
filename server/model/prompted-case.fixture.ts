import type { JsonObject } from '../../shared/json.ts';
import type { ModelTool } from './model.ts';

/** The tools that the cases are about. */
export const caseTools: readonly ModelTool[] = [
  tool('get_location', { high: { type: 'boolean' } }, []),
  tool('save_note', { title: text(), body: text(), tags: { type: 'array', items: text() } }, ['title', 'body']),
  tool('set_timer', { minutes: { type: 'integer' } }, ['minutes']),
];

/**
 * `strict` runs, `repaired` runs only where it can do no harm, `refused` is well formed and fails the check of names
 * and arguments, `unreadable` is told to the model.
 */
export type Tier = 'strict' | 'repaired' | 'refused' | 'unreadable';

export interface PromptedCase {
  /** What a model did. */
  readonly name: string;
  readonly text: string;
  readonly isCut?: boolean;
  readonly nonce?: string;
  readonly content?: string;
  /** Each call as its tier, then its name and arguments, or why it can't be read. */
  readonly calls?: readonly (
    readonly [Exclude<Tier, 'unreadable'>, string, object] | readonly ['unreadable', RegExp]
  )[];
}

function text(): JsonObject {
  return { type: 'string' };
}

function tool(name: string, properties: JsonObject, required: readonly string[]): ModelTool {
  return { name, description: `Does ${name}.`, parameters: { type: 'object', properties, required } };
}
