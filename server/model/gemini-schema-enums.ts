import { isObject } from '../../shared/json.ts';
import { without, withRule, type SchemaNode } from './gemini-schema-node.ts';

/** Longer lists of members than this are no words for a description. */
const maxRuleChars = 200;

/** `const`, `enum` and lists of types as Gemini takes them: one type, members of that type, null by name. */
export function rewriteValues(node: SchemaNode): SchemaNode {
  const { const: only, enum: members, ...rest } = node;
  if ('const' in node) return rewriteEnum(rest, [only]);
  if (Array.isArray(members)) return rewriteEnum(rest, members);
  return Array.isArray(node['type']) ? rewriteTypes(node, node['type']) : node;
}

function rewriteEnum(node: SchemaNode, members: readonly unknown[]): SchemaNode {
  if (!members.every(isMember)) return rewriteTypes(inWords(node, members), members.map(typeOfValue));
  const rest = without(node, ['type']);
  const branches = branchesFor(members);
  const [only, ...others] = branches;
  if (only === undefined) return { ...rest, type: 'string' };
  if (others.length > 0) return { ...rest, anyOf: branches };
  const words = [rest['description'], only['description']].filter((each) => typeof each === 'string');
  return { ...rest, ...only, ...(words.length === 0 ? {} : { description: words.reduce<unknown>(joinWords, '') }) };
}

/** What Gemini takes in an enum, and null and booleans, which are told otherwise. The empty text it refuses. */
function isMember(value: unknown): boolean {
  return value !== '' && (value === null || typeof value !== 'object');
}

function branchesFor(members: readonly unknown[]): SchemaNode[] {
  const strings = unique(members.filter((member) => typeof member === 'string'));
  const numbers = unique(members.filter((member) => typeof member === 'number'));
  const booleans = unique(members.filter((member) => typeof member === 'boolean'));
  return [
    ...(strings.length > 0 ? [{ type: 'string', enum: strings }] : []),
    ...(numbers.length > 0 ? [{ type: numbers.every(Number.isInteger) ? 'integer' : 'number', enum: numbers }] : []),
    ...(booleans.length > 0 ? [booleanBranch(booleans)] : []),
    // A branch of its own: a type beside an enum can't allow what the enum leaves out.
    ...(members.includes(null) ? [{ type: 'null' }] : []),
  ];
}

// Boolean members are not among those that Gemini documents; one of them is a rule in words, two are no rule.
function booleanBranch(booleans: readonly unknown[]): SchemaNode {
  return booleans.length > 1
    ? { type: 'boolean' }
    : { type: 'boolean', description: `Must be ${String(booleans[0])}.` };
}

function joinWords(before: unknown, words: unknown): string {
  return withRule(before, String(words));
}

function inWords(node: SchemaNode, members: readonly unknown[]): SchemaNode {
  const list = members.map((member) => JSON.stringify(member)).join(' or ');
  return list.length > maxRuleChars
    ? node
    : { ...node, description: withRule(node['description'], `Must be ${list}.`) };
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isObject(value) ? 'object' : typeof value;
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
  if (type === 'object') return pick(node, ['properties', 'required', 'additionalProperties', 'patternProperties']);
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
