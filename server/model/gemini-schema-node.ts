import { isObject } from '../../shared/json.ts';

/** A schema while it is rewritten: one plain object, never the caller's. */
export type SchemaNode = Record<string, unknown>;

/** Appends a rule that the target can't express to the words that the model reads. */
export function withRule(description: unknown, rule: string): string {
  const words = typeof description === 'string' ? description.trim() : '';
  if (words === '') return rule;
  return /[.!?]$/.test(words) ? `${words} ${rule}` : `${words}. ${rule}`;
}

/** Any JSON value, without a node that has no type: Gemini refuses those, and arrays without items. */
export function anyValue(description: unknown): SchemaNode {
  const scalar = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'object' }];
  return {
    description: withRule(description, 'Any JSON value.'),
    anyOf: [...scalar, { type: 'array', items: { anyOf: scalar.map((each) => ({ ...each })) } }],
  };
}

export function without(node: SchemaNode, keys: readonly string[]): SchemaNode {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)));
}

export function schemaNodes(value: unknown): SchemaNode[] {
  return Array.isArray(value) ? value.filter(isObject).map((each) => ({ ...each })) : [];
}

/** The named sub-schemas of `properties`, `$defs` and the like. */
export function schemaEntries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
