import { isObject, type JsonObject } from '../../shared/json.ts';
import { rewriteNumber, rewriteString } from './gemini-schema-bounds.ts';
import { rewriteValues } from './gemini-schema-enums.ts';
import { anyValue, schemaEntries, schemaNodes, withRule, type SchemaNode } from './gemini-schema-node.ts';
import { SchemaNotes } from './gemini-schema-notes.ts';
import { resolveRef } from './gemini-schema-refs.ts';
import { choice, joinAllOf, mergeObjects } from './gemini-schema-unions.ts';

const maxDepth = 16;
/** References can double at each level: the size of the result is bounded, not the size of the input. */
const maxNodes = 1_000;
const parameterName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

interface Walk {
  readonly root: unknown;
  /** For the model: each node gets a type. Otherwise the result is for a check, and may say nothing. */
  readonly telling: boolean;
  readonly notes: SchemaNotes;
  nodesLeft: number;
}

export interface GeminiSchema {
  readonly schema: JsonObject;
  /** What was lost, a sentence each, for whoever wrote the original. */
  readonly notes: readonly string[];
}

/** Where the walk stands: how deep, under which name, and through which references. */
interface Place {
  readonly depth: number;
  readonly path: string;
  readonly followed: readonly string[];
}

/**
 * Rewrites a JSON Schema into the part that Gemini takes for `parametersJsonSchema`, with an object
 * at its root. What it can't express becomes words in a description or is left out. Total: any input
 * gives a schema that Gemini accepts, because one refused tool would fail the whole request. Changes
 * nothing it was given.
 *
 * It accepts what the original accepts, but for four things that Gemini leaves no way to say: a node
 * without a type is given the one that its keywords speak of, a choice at the root becomes one object,
 * an object that contains itself stays an object, and any value holds no arrays in arrays in arrays.
 */
export function toGeminiSchema(schema: unknown): GeminiSchema {
  const notes = new SchemaNotes();
  const root = rewriteRoot(schema, true, notes);
  return { schema: plain(asRootObject(root, notes)), notes: notes.list };
}

/**
 * The same bounded part of a JSON Schema, for a check of what the model sent: no pattern, no
 * reference, and rules in a thousand nodes at most. It accepts whatever the original accepts, and more.
 */
export function toCheckedSchema(schema: unknown): JsonObject {
  return plain(rewriteRoot(schema, false, new SchemaNotes()));
}

function rewriteRoot(schema: unknown, telling: boolean, notes: SchemaNotes): SchemaNode {
  return rewrite(schema, { depth: 0, path: '', followed: [] }, { root: schema, telling, notes, nodesLeft: maxNodes });
}

/** A copy that shares nothing with the caller's schema and has no undefined fields. */
function plain(node: SchemaNode): JsonObject {
  return JSON.parse(JSON.stringify(node));
}

function asRootObject(root: SchemaNode, notes: SchemaNotes): SchemaNode {
  const { type } = root;
  if (type === 'object' || (Array.isArray(type) && type.includes('object'))) {
    return { ...root, type: 'object', properties: isObject(root['properties']) ? root['properties'] : {} };
  }
  notes.add('', 'is not an object at its root: it is told as one.');
  const branches = schemaNodes(root['anyOf']);
  return branches.some((branch) => isObject(branch['properties']))
    ? mergeObjects(branches, root['description'])
    : { type: 'object', properties: {} };
}

function rewrite(value: unknown, place: Place, walk: Walk): SchemaNode {
  walk.nodesLeft -= 1;
  if (!isObject(value)) return anything(undefined, walk);
  const isTooLarge = place.depth > maxDepth || walk.nodesLeft < 0;
  if (isTooLarge) walk.notes.add(place.path, 'is too deep or too large to be told.');
  if (isTooLarge) return anything(value['description'], walk);
  const found = resolveRef(walk.root, value, place.followed);
  if (found.kind === 'missing') walk.notes.add(place.path, 'refers to what is not in the schema.');
  if (found.kind === 'missing') return anything(value['description'], walk);
  if (found.kind === 'cycle') walk.notes.add(place.path, 'contains itself: the repetition is told in words.');
  if (found.kind === 'cycle') return repeated(found.node, value['description'], walk);
  walk.notes.addLost(place.path, found.node);
  const inside = { ...place, followed: found.path };
  const node = withDefault(joinAllOf(found.node, (part) => resolved(part, inside, walk)));
  return rewriteShape(rewriteValues(node), inside, walk);
}

/** Longer ones are no words for a description. */
const maxDefaultChars = 40;

function withDefault(node: SchemaNode): SchemaNode {
  if (!('default' in node)) return node;
  const { default: value, ...rest } = node;
  const text = JSON.stringify(value) ?? '';
  if (text === '' || text.length > maxDefaultChars) return rest;
  return { ...rest, description: withRule(rest['description'], `Default: ${text}.`) };
}

function anything(description: unknown, walk: Walk): SchemaNode {
  return walk.telling ? anyValue(description) : {};
}

/** Stands where a schema contains itself. */
function repeated(node: SchemaNode, description: unknown, walk: Walk): SchemaNode {
  if (!walk.telling || typeOf(node) !== 'object') return anything(description, walk);
  return { type: 'object', description: withRule(description, 'The same shape as the object that holds it.') };
}

function resolved(part: SchemaNode, place: Place, walk: Walk): SchemaNode {
  const found = resolveRef(walk.root, part, place.followed);
  return found.kind === 'node' ? found.node : {};
}

function rewriteShape(node: SchemaNode, place: Place, walk: Walk): SchemaNode {
  const branches = [...branchesOf(node['anyOf']), ...branchesOf(node['oneOf'])];
  if (branches.length > 0) return rewriteChoice(node, branches, place, walk);
  const meant = typeOf(node);
  if (meant === undefined) return anything(node['description'], walk);
  const names = Array.isArray(meant) ? meant : [meant];
  const type = walk.telling ? meant : node['type'];
  if (names.includes('object')) return rewriteObject(node, type, place, walk);
  if (names.includes('array')) return rewriteArray(node, type, place, walk);
  if (names.includes('string')) return leaf(rewriteString(node), type);
  if (names.includes('number') || names.includes('integer')) return leaf(rewriteNumber(node), type);
  return names.includes('boolean') || names.includes('null') ? leaf(node, type) : anything(node['description'], walk);
}

/** `true` is a branch too, that takes anything; `false` takes nothing. */
function branchesOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.filter((branch) => branch !== false) : [];
}

function leaf(node: SchemaNode, type: unknown): SchemaNode {
  return { type, ...kept(node, ['description', 'format', 'enum', 'minimum', 'maximum']) };
}

function rewriteChoice(node: SchemaNode, branches: readonly unknown[], place: Place, walk: Walk): SchemaNode {
  const below = { ...place, depth: place.depth + 1 };
  return choice(
    kept(node, ['title', 'description']),
    branches.map((branch) => rewrite(branch, below, walk)),
  );
}

function rewriteObject(node: SchemaNode, type: unknown, place: Place, walk: Walk): SchemaNode {
  const below = (name: string): Place => ({ ...place, depth: place.depth + 1, path: pathTo(place, name) });
  const fields = schemaEntries(node['properties']).filter(([, value]) => value !== false);
  const told = fields.filter(([name]) => parameterName.test(name) && name !== '__proto__');
  const names = new Set<unknown>(told.map(([name]) => name));
  const listed: readonly unknown[] = Array.isArray(node['required']) ? node['required'] : [];
  const required = [...new Set(listed)].filter((name) => names.has(name));
  if (told.length < fields.length) walk.notes.add(place.path, 'has a field whose name Gemini refuses.');
  const properties = told.map(([name, value]) => [name, rewrite(value, below(name), walk)]);
  // Otherwise the rule for other fields would fall on those that can't be named.
  const isWhole = told.length === fields.length && node['patternProperties'] === undefined;
  return {
    type,
    ...kept(node, ['title', 'description']),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
    ...(isWhole ? recordOf(node['additionalProperties'], below('*'), walk) : {}),
  };
}

function pathTo({ path }: Place, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** A record's values. `true`, `false` and `{}` say nothing that Gemini needs, and providers differ on them. */
function recordOf(values: unknown, place: Place, walk: Walk): SchemaNode {
  if (!isObject(values) || Object.keys(values).length === 0) return {};
  return { additionalProperties: rewrite(values, place, walk) };
}

function rewriteArray(node: SchemaNode, type: unknown, place: Place, walk: Walk): SchemaNode {
  const below = { ...place, depth: place.depth + 1, path: pathTo(place, '[]') };
  const tuple = Array.isArray(node['prefixItems']) ? node['prefixItems'] : node['items'];
  const items = isObject(node['items']) ? node['items'] : undefined;
  const prefixItems = Array.isArray(tuple) ? tuple.map((each) => rewrite(each, below, walk)) : [];
  const every = items ?? (prefixItems.length === 0 ? {} : undefined);
  return {
    type,
    ...kept(node, ['title', 'description', 'minItems', 'maxItems']),
    ...(prefixItems.length === 0 ? {} : { prefixItems }),
    ...(every === undefined ? {} : { items: rewrite(every, below, walk) }),
  };
}

/** The type as written, or the one that the other keywords can only mean. */
function typeOf(node: SchemaNode): unknown {
  const type = node['type'];
  if (typeof type === 'string' || Array.isArray(type)) return type;
  if (isObject(node['properties']) || isObject(node['additionalProperties'])) return 'object';
  if (isObject(node['items']) || Array.isArray(node['items']) || Array.isArray(node['prefixItems'])) return 'array';
  if ('minLength' in node || 'maxLength' in node || 'pattern' in node || 'format' in node) return 'string';
  return ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].some((key) => key in node)
    ? 'number'
    : undefined;
}

function kept(node: SchemaNode, keys: readonly string[]): SchemaNode {
  return Object.fromEntries(keys.filter((key) => isKeptValue(key, node[key])).map((key) => [key, node[key]]));
}

function isKeptValue(key: string, value: unknown): boolean {
  if (key === 'title' || key === 'description' || key === 'format') return typeof value === 'string' && value !== '';
  return key === 'enum' ? Array.isArray(value) : typeof value === 'number' && Number.isFinite(value);
}
