import { isObject } from '../../../shared/json.ts';
import { Refusal } from '../refusal.ts';

const parameterName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Deeper than any schema that was seen to be served. */
const maxDepth = 32;

/** `parametersJsonSchema`: free JSON, of which the meaning is checked and not the words. */
export function checkJsonSchema(value: unknown, path: string): void {
  if (!isObject(value) || value['type'] !== 'object') {
    throw invalid(`${path}: the schema at the root must be of type object.`);
  }
  checkNode(value, path, 0);
}

function checkNode(node: unknown, path: string, depth: number): void {
  if (!isObject(node)) return;
  if (depth > maxDepth)
    throw invalid(`${path}: A FunctionDeclaration in the request exceeds the maximum allowed nesting depth.`);
  const { enum: members, type, items, prefixItems, properties, required } = node;
  if (Array.isArray(members) && members.includes('')) throw invalid(`${path}.enum: cannot be empty`);
  if (type === 'array' && items === undefined && prefixItems === undefined) {
    throw invalid(`${path}.items: missing field.`);
  }
  checkReference(node, path);
  checkProperties(properties, required, path);
  for (const [key, child] of childrenOf(node)) checkNode(child, `${path}.${key}`, depth + 1);
}

function checkReference(node: Readonly<Record<string, unknown>>, path: string): void {
  if (node['$ref'] === undefined) return;
  const beside = Object.keys(node).filter((key) => !key.startsWith('$') && key !== 'description' && key !== 'default');
  if (beside.length === 0) return;
  throw invalid(
    `${path}: $ref '${String(node['$ref'])}' was set alongside unsupported fields. If a schema node has $ref set, then only description and default can be set alongside it.`,
  );
}

function checkProperties(properties: unknown, required: unknown, path: string): void {
  const names = Object.keys(Object(properties));
  const odd = names.find((name) => !parameterName.test(name));
  if (odd !== undefined) throw invalid(`${path}.properties: invalid parameter name '${odd}'.`);
  const stray = Array.isArray(required) ? required.find((name) => !names.includes(name)) : undefined;
  if (stray !== undefined) throw invalid(`${path}.required: property is not defined: ${String(stray)}`);
}

/** The schemas within a schema; data such as `enum` and `default` is none. */
function childrenOf(node: Readonly<Record<string, unknown>>): [path: string, child: unknown][] {
  const named = ['properties', '$defs'].flatMap((key) =>
    Object.entries(Object(node[key])).map(([name, child]): [string, unknown] => [`${key}[${name}]`, child]),
  );
  const listed = ['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((key) => {
    const list: unknown = node[key];
    return Array.isArray(list) ? list.map((child, at): [string, unknown] => [`${key}[${at}]`, child]) : [];
  });
  const single = ['items', 'additionalProperties'].map((key): [string, unknown] => [key, node[key]]);
  return [...named, ...listed, ...single];
}

/** A rough measure of the automaton that a schema makes: its bytes, and more for choices and bounds. */
export function statesOf(node: unknown): number {
  let extra = 0;
  const visit = (value: unknown): void => {
    if (!isObject(value)) return;
    const { enum: members } = value;
    extra += Array.isArray(members) ? 16 * members.length : 0;
    extra += ['minimum', 'maximum', 'minItems', 'maxItems'].filter((key) => value[key] !== undefined).length * 64;
    for (const [, child] of childrenOf(value)) visit(child);
  };
  visit(node);
  return JSON.stringify(node).length + extra;
}

function invalid(message: string): Refusal {
  return new Refusal('json-schema', message);
}
