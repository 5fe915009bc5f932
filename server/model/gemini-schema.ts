import { isObject, type JsonObject } from '../../shared/json.ts';
import { rewriteNumber, rewriteString } from './gemini-schema-bounds.ts';
import { rewriteValues } from './gemini-schema-enums.ts';
import { anyValue, schemaEntries, schemaNodes, withRule, type SchemaNode } from './gemini-schema-node.ts';
import { resolveRef } from './gemini-schema-refs.ts';
import { joinAllOf, mergeConstants, mergeObjects } from './gemini-schema-unions.ts';

export interface GeminiSchema {
  readonly schema: JsonObject;
  /** What the schema says and Gemini can't be told, one plain sentence each. */
  readonly notes: readonly string[];
}

const maxDepth = 16;
/** References can double at each level: the size of the result is bounded, not the size of the input. */
const maxNodes = 1_000;
const parameterName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

interface Walk {
  readonly root: unknown;
  readonly notes: Set<string>;
  nodesLeft: number;
}

/** Where the walk stands: how deep, under which name, through which references. */
interface Place {
  readonly depth: number;
  readonly name: string;
  readonly followed: readonly string[];
}

/**
 * Rewrites a JSON Schema into the part that Gemini takes for `parametersJsonSchema`, with an object
 * at its root. What it can't express becomes words in a description. Total: any input gives a schema
 * that Gemini accepts, because one refused tool would fail the whole request. Changes nothing it was given.
 */
export function toGeminiSchema(schema: unknown): GeminiSchema {
  const walk: Walk = { root: schema, notes: new Set(), nodesLeft: maxNodes };
  const root = rewrite(schema, { depth: 0, name: 'the schema', followed: [] }, walk);
  const object = asRootObject(root, walk);
  return { schema: JSON.parse(JSON.stringify(object)), notes: [...walk.notes] };
}

function asRootObject(root: SchemaNode, walk: Walk): SchemaNode {
  if (root['type'] === 'object') return { ...root, properties: isObject(root['properties']) ? root['properties'] : {} };
  const branches = schemaNodes(root['anyOf']);
  if (branches.some((branch) => isObject(branch['properties']))) {
    walk.notes.add('A choice at the root became one object with every field of its branches.');
    return mergeObjects(branches, root['description']);
  }
  walk.notes.add('The root must be an object; it was replaced by an empty one.');
  return { type: 'object', properties: {} };
}

function rewrite(value: unknown, place: Place, walk: Walk): SchemaNode {
  walk.nodesLeft -= 1;
  if (!isObject(value)) return anyValue(undefined);
  if (place.depth > maxDepth || walk.nodesLeft < 0) return tooLarge(value, place, walk);
  const found = resolveRef(walk.root, value, place.followed);
  if (found.kind !== 'node') {
    walk.notes.add(
      found.kind === 'cycle'
        ? `${place.name} contains itself; one level was kept.`
        : `${place.name} refers to ${found.ref}, which is not there.`,
    );
    if (found.kind === 'missing') return anyValue(value['description']);
    return {
      type: 'object',
      description: withRule(value['description'], 'The same shape as the object that holds it.'),
    };
  }
  const inside = { ...place, followed: found.path };
  const joined = joinAllOf(
    found.node,
    (part) => resolved(part, inside, walk),
    () => walk.notes.add(`${place.name} uses allOf; only its first part was kept.`),
  );
  return rewriteShape(rewriteValues(joined), inside, walk);
}

function resolved(part: SchemaNode, place: Place, walk: Walk): SchemaNode {
  const found = resolveRef(walk.root, part, place.followed);
  return found.kind === 'node' ? found.node : {};
}

function tooLarge(value: SchemaNode, place: Place, walk: Walk): SchemaNode {
  walk.notes.add(`${place.name} is too large or nested too deeply; it became an object of any shape.`);
  return { type: 'object', description: withRule(value['description'], 'Any shape.') };
}

function rewriteShape(node: SchemaNode, place: Place, walk: Walk): SchemaNode {
  noteLost(node, place, walk);
  const branches = [...schemaNodes(node['anyOf']), ...schemaNodes(node['oneOf'])];
  if (branches.length > 0) return rewriteChoice(node, branches, place, walk);
  const type = typeOf(node);
  if (type === undefined) return anyValue(node['description']);
  const names = Array.isArray(type) ? type : [type];
  if (names.includes('object')) return rewriteObject(node, type, place, walk);
  if (names.includes('array')) return rewriteArray(node, type, place, walk);
  if (names.includes('string')) return leaf(rewriteString(node), type);
  if (names.includes('number') || names.includes('integer')) return leaf(rewriteNumber({ ...node, type }), type);
  return names.includes('boolean') || names.includes('null') ? leaf(node, type) : anyValue(node['description']);
}

function leaf(node: SchemaNode, type: unknown): SchemaNode {
  return { type, ...kept(node, ['description', 'format', 'enum', 'minimum', 'maximum']) };
}

function rewriteChoice(node: SchemaNode, branches: readonly SchemaNode[], place: Place, walk: Walk): SchemaNode {
  const below = { ...place, depth: place.depth + 1 };
  const rewritten = branches.map((branch) => rewrite(branch, below, walk));
  const [only, ...others] = rewritten;
  const words = kept(node, ['title', 'description']);
  if (only !== undefined && others.length === 0) return { ...only, ...words };
  return mergeConstants(words, rewritten) ?? { ...words, anyOf: rewritten };
}

function rewriteObject(node: SchemaNode, type: unknown, place: Place, walk: Walk): SchemaNode {
  const properties: [string, SchemaNode][] = [];
  for (const [name, value] of schemaEntries(node['properties'])) {
    if (value === false) continue;
    if (parameterName.test(name) && name !== '__proto__') {
      properties.push([name, rewrite(value, { ...place, depth: place.depth + 1, name }, walk)]);
    } else walk.notes.add(`The field ${JSON.stringify(name.slice(0, 64))} was left out: Gemini takes no such name.`);
  }
  const names = new Set(properties.map(([name]) => name));
  const required = Array.isArray(node['required'])
    ? [...new Set(node['required'])].filter((name) => names.has(name))
    : [];
  return {
    type,
    ...kept(node, ['title', 'description']),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
    ...recordOf(node['additionalProperties'], place, walk),
  };
}

/** A record's values. `true`, `false` and `{}` say nothing that Gemini needs, and providers differ on them. */
function recordOf(values: unknown, place: Place, walk: Walk): SchemaNode {
  if (!isObject(values) || Object.keys(values).length === 0) return {};
  return { additionalProperties: rewrite(values, { ...place, depth: place.depth + 1 }, walk) };
}

function rewriteArray(node: SchemaNode, type: unknown, place: Place, walk: Walk): SchemaNode {
  const below = { ...place, depth: place.depth + 1 };
  const tuple = Array.isArray(node['items']) ? node['items'] : node['prefixItems'];
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

const unspoken = [
  'not',
  'if',
  'propertyNames',
  'patternProperties',
  'uniqueItems',
  'contains',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
];

function noteLost(node: SchemaNode, place: Place, walk: Walk): void {
  for (const keyword of unspoken) {
    if (keyword in node && keyword !== 'propertyNames')
      walk.notes.add(`${place.name}: ${keyword} is not told to the model.`);
  }
}

function kept(node: SchemaNode, keys: readonly string[]): SchemaNode {
  return Object.fromEntries(keys.filter((key) => isKeptValue(key, node[key])).map((key) => [key, node[key]]));
}

function isKeptValue(key: string, value: unknown): boolean {
  if (key === 'title' || key === 'description' || key === 'format') return typeof value === 'string' && value !== '';
  return key === 'enum' ? Array.isArray(value) : typeof value === 'number' && Number.isFinite(value);
}
