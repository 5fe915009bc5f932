import { without, withRule, type SchemaNode } from './gemini-schema-node.ts';

/** `const`, `enum` and lists of types as Gemini takes them: one type, members of that type, null by name. */
export function rewriteValues(node: SchemaNode): SchemaNode {
  const { const: only, enum: members, ...rest } = node;
  if ('const' in node) return rewriteEnum(rest, [only]);
  if (Array.isArray(members)) return rewriteEnum(rest, members);
  return Array.isArray(node['type']) ? rewriteTypes(node, node['type']) : node;
}

function rewriteEnum(node: SchemaNode, members: readonly unknown[]): SchemaNode {
  const nullable = members.includes(null);
  const strings = unique(members.filter((member) => typeof member === 'string' && member !== ''));
  const numbers = unique(members.filter((member) => typeof member === 'number'));
  const booleans = unique(members.filter((member) => typeof member === 'boolean'));
  const branches = [
    ...(strings.length > 0 ? [{ type: 'string', enum: strings }] : []),
    ...(numbers.length > 0 ? [{ type: numbers.every(Number.isInteger) ? 'integer' : 'number', enum: numbers }] : []),
    ...(booleans.length > 0 ? [booleanBranch(booleans)] : []),
  ];
  return merge(node, branches, nullable, members.includes(''));
}

// Boolean members are not among those that Gemini documents; one of them is a rule in words, two are no rule.
function booleanBranch(booleans: readonly unknown[]): SchemaNode {
  return booleans.length > 1
    ? { type: 'boolean' }
    : { type: 'boolean', description: `Must be ${String(booleans[0])}.` };
}

function merge(node: SchemaNode, branches: readonly SchemaNode[], nullable: boolean, hasEmpty: boolean): SchemaNode {
  const rest = without(node, ['type']);
  const [first, ...others] = branches;
  if (first === undefined) return { ...rest, type: nullable ? 'null' : 'string' };
  const description = hasEmpty ? { description: withRule(rest['description'], 'May be empty.') } : {};
  if (others.length > 0) {
    return { ...rest, ...description, anyOf: nullable ? [...branches, { type: 'null' }] : [...branches] };
  }
  const words = first['description']
    ? { description: withRule(rest['description'], String(first['description'])) }
    : description;
  // A member list would forbid the empty text that the tool takes.
  const { enum: members, ...typed } = first;
  const kept = hasEmpty || members === undefined ? {} : { enum: members };
  return { ...rest, ...typed, ...words, ...kept, type: nullable ? [first['type'], 'null'] : first['type'] };
}

function rewriteTypes(node: SchemaNode, types: readonly unknown[]): SchemaNode {
  const named = unique(types.filter((type) => typeof type === 'string' && type !== 'null'));
  const nullable = types.includes('null');
  const [only, ...others] = named;
  if (only === undefined) return { ...node, type: 'null' };
  if (others.length === 0) return { ...node, type: nullable ? [only, 'null'] : only };
  const description = node['description'];
  const rest = without(node, ['type', 'description']);
  const branches = named.map((type) => ({ ...keywordsFor(String(type), rest), type }));
  return {
    ...(description === undefined ? {} : { description }),
    anyOf: nullable ? [...branches, { type: 'null' }] : branches,
  };
}

function keywordsFor(type: string, node: SchemaNode): SchemaNode {
  if (type === 'object') return pick(node, ['properties', 'required', 'additionalProperties']);
  if (type === 'array') return pick(node, ['items', 'prefixItems', 'minItems', 'maxItems']);
  if (type === 'string') return pick(node, ['format', 'pattern', 'minLength', 'maxLength']);
  return type === 'boolean'
    ? {}
    : pick(node, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']);
}

function pick(node: SchemaNode, keys: readonly string[]): SchemaNode {
  return Object.fromEntries(keys.filter((key) => key in node).map((key) => [key, node[key]]));
}

function unique(values: readonly unknown[]): unknown[] {
  return [...new Set(values)];
}
