import { canonicalJson, isObject } from '../../shared/json.ts';
import { overlay, schemaEntries, schemaNodes, without, type SchemaNode } from './gemini-schema-node.ts';

/** Folds `allOf` into the node that holds it: objects become one object, of anything else the first part counts. */
export function joinAllOf(node: SchemaNode, resolve: (part: SchemaNode) => SchemaNode): SchemaNode {
  const parts = schemaNodes(node['allOf']).map(resolve);
  const own = without(node, ['allOf']);
  const [first] = parts;
  if (first === undefined) return own;
  const nodes = [...parts, own];
  const areObjects = nodes.some(isObjectNode) && nodes.every((each) => isObjectNode(each) || isOnlyWords(each));
  return areObjects ? joinObjects(nodes) : overlay(first, own);
}

function isObjectNode(node: SchemaNode): boolean {
  return isObject(node['properties']) || node['type'] === 'object';
}

function isOnlyWords(node: SchemaNode): boolean {
  return Object.keys(node).every((key) => key === 'description' || key === 'title');
}

function joinObjects(nodes: readonly SchemaNode[]): SchemaNode {
  const joined: SchemaNode = Object.assign({}, ...nodes);
  return {
    ...joined,
    properties: Object.fromEntries(nodes.flatMap((node) => schemaEntries(node['properties']))),
    required: nodes.flatMap((node) => (Array.isArray(node['required']) ? node['required'] : [])),
  };
}

/** One object with every field of the branches; only what each branch that takes an object requires is required. */
export function mergeObjects(branches: readonly SchemaNode[], description: unknown): SchemaNode {
  const lists = branches.filter(takesObject).map((branch): readonly unknown[] => {
    return Array.isArray(branch['required']) ? branch['required'] : [];
  });
  const [first = [], ...others] = lists;
  const required = first.filter((name) => others.every((names) => names.includes(name)));
  return {
    type: 'object',
    ...(typeof description === 'string' ? { description } : {}),
    properties: mergeFields(branches.flatMap((branch) => schemaEntries(branch['properties']))),
    ...(required.length === 0 ? {} : { required }),
  };
}

function takesObject({ type }: SchemaNode): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
}

// A discriminator has another constant in each branch: the merged field takes any of them.
function mergeFields(fields: readonly [string, unknown][]): SchemaNode {
  const merged = new Map<string, SchemaNode[]>();
  for (const [name, value] of fields) {
    const before = merged.get(name) ?? [];
    const node = isObject(value) ? { ...value } : {};
    const isKnown = before.some((each) => canonicalJson(each) === canonicalJson(node));
    merged.set(name, isKnown ? before : [...before, node]);
  }
  return Object.fromEntries([...merged].map(([name, nodes]) => [name, choice({}, nodes)]));
}

/** A choice as Gemini takes it. Constants of one type become one enum. */
export function choice(words: SchemaNode, branches: readonly SchemaNode[]): SchemaNode {
  const [only, ...others] = branches;
  if (only !== undefined && others.length === 0) return { ...only, ...words };
  const valued = branches.filter((branch) => branch['type'] !== 'null');
  const members = membersOf(valued);
  if (members === undefined) return { ...words, anyOf: [...branches] };
  const joined = { type: valued[0]?.['type'], enum: members };
  return valued.length === branches.length ? { ...joined, ...words } : { ...words, anyOf: [joined, { type: 'null' }] };
}

/** The members of all branches, or undefined when one is no plain enum or is of another type. */
function membersOf(branches: readonly SchemaNode[]): unknown[] | undefined {
  const type = branches[0]?.['type'];
  const lists = branches.map((branch) => {
    const isPlain = branch['type'] === type && branch['description'] === undefined;
    return isPlain && Array.isArray(branch['enum']) ? branch['enum'] : undefined;
  });
  if (lists.length === 0 || lists.includes(undefined)) return undefined;
  return [...new Set(lists.flatMap((list) => list ?? []))];
}
