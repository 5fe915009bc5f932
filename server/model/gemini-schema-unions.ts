import { isObject } from '../../shared/json.ts';
import { schemaEntries, schemaNodes, without, type SchemaNode } from './gemini-schema-node.ts';

/** Folds `allOf` into the node that holds it: objects become one object, of anything else the first part counts. */
export function joinAllOf(node: SchemaNode, resolve: (part: SchemaNode) => SchemaNode, onLost: () => void): SchemaNode {
  const parts = schemaNodes(node['allOf']).map(resolve);
  const own = without(node, ['allOf']);
  const [first, ...others] = parts;
  if (first === undefined) return own;
  if ([own, ...parts].every(isObjectLike)) return joinObjects([...parts, own]);
  if (others.length > 0) onLost();
  return { ...first, ...own };
}

function isObjectLike(node: SchemaNode): boolean {
  return (
    isObject(node['properties']) ||
    node['type'] === 'object' ||
    Object.keys(node).every((key) => key === 'description' || key === 'title')
  );
}

function joinObjects(nodes: readonly SchemaNode[]): SchemaNode {
  const joined = Object.assign({}, ...nodes);
  return {
    ...joined,
    type: 'object',
    properties: Object.fromEntries(nodes.flatMap((node) => schemaEntries(node['properties']))),
    required: nodes.flatMap((node) => (Array.isArray(node['required']) ? node['required'] : [])),
  };
}

/** One object with every field of the branches; only what all of them require is required. */
export function mergeObjects(branches: readonly SchemaNode[], description: unknown): SchemaNode {
  const objects = branches.filter((branch) => isObject(branch['properties']));
  const [first, ...others] = objects.map((branch) => (Array.isArray(branch['required']) ? branch['required'] : []));
  const required = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  return {
    type: 'object',
    ...(typeof description === 'string' ? { description } : {}),
    properties: mergeFields(objects.flatMap((branch) => schemaEntries(branch['properties']))),
    ...(required.length === 0 ? {} : { required }),
  };
}

// A discriminator has another constant in each branch: the merged field takes any of them.
function mergeFields(fields: readonly [string, unknown][]): SchemaNode {
  const merged = new Map<string, SchemaNode>();
  for (const [name, value] of fields) {
    const node = isObject(value) ? { ...value } : {};
    const before = merged.get(name);
    merged.set(name, before === undefined ? node : (mergeConstants({}, [before, node]) ?? before));
  }
  return Object.fromEntries(merged);
}

/** A choice between constants of one type is one enum; undefined when it is something else. */
export function mergeConstants(words: SchemaNode, branches: readonly SchemaNode[]): SchemaNode | undefined {
  const valued = branches.filter((branch) => branch['type'] !== 'null');
  const [first] = valued;
  if (
    first === undefined ||
    !valued.every((branch) => Array.isArray(branch['enum']) && branch['type'] === first['type'])
  )
    return undefined;
  if (valued.some((branch) => typeof branch['description'] === 'string')) return undefined;
  const members = valued.flatMap((branch) => (Array.isArray(branch['enum']) ? branch['enum'] : []));
  const nullable = valued.length < branches.length;
  return { type: nullable ? [first['type'], 'null'] : first['type'], ...words, enum: [...new Set(members)] };
}
