import { isObject } from '../../shared/json.ts';

/** A schema while it is rewritten: one plain object, never the caller's. */
export type SchemaNode = Record<string, unknown>;

/** Appends a rule that the target can't express to the words that the model reads. */
export function withRule(description: unknown, rule: string): string {
  const words = typeof description === 'string' ? description.trim() : '';
  if (words === '') return rule;
  return /[.!?]$/.test(words) ? `${words} ${rule}` : `${words}. ${rule}`;
}

/**
 * Any JSON value, without a node that has no type: Gemini refuses those, and arrays without items.
 * So an end has to be made: arrays in arrays in arrays are left out.
 */
export function anyValue(description: unknown): SchemaNode {
  return { description: withRule(description, 'Any JSON value.'), anyOf: anyBranches(2) };
}

function anyBranches(arrayLevels: number): SchemaNode[] {
  const flat = ['string', 'number', 'boolean', 'null', 'object'].map((type) => ({ type }));
  return arrayLevels === 0 ? flat : [...flat, { type: 'array', items: { anyOf: anyBranches(arrayLevels - 1) } }];
}

export function without(node: SchemaNode, keys: readonly string[]): SchemaNode {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)));
}

/**
 * A node over another one that holds as well. Its keywords win, but nothing that was allowed gets
 * forbidden: additionalProperties and items mean what the keywords beside them leave over.
 */
export function overlay(base: SchemaNode, own: SchemaNode): SchemaNode {
  const properties = isObject(base['properties']) && isObject(own['properties']);
  const joined = properties ? { properties: Object.fromEntries(fieldsOf(base, own)) } : {};
  const isTuple = Array.isArray(own['prefixItems']) || Array.isArray(own['items']);
  return { ...(isTuple ? without(base, ['items', 'prefixItems']) : base), ...own, ...joined };
}

function fieldsOf(...nodes: readonly SchemaNode[]): [string, unknown][] {
  return nodes.flatMap((node) => schemaEntries(node['properties']));
}

export function schemaNodes(value: unknown): SchemaNode[] {
  return Array.isArray(value) ? value.filter(isObject).map((each) => ({ ...each })) : [];
}

/** The named sub-schemas of `properties`, `$defs` and the like. */
export function schemaEntries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
