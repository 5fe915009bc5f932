import { isObject } from '../../shared/json.ts';
import { overlay, without, type SchemaNode } from './gemini-schema-node.ts';

export type Resolved =
  | { readonly kind: 'node'; readonly node: SchemaNode; readonly path: readonly string[] }
  /** A reference that was followed before, and what it leads to. */
  | { readonly kind: 'cycle'; readonly node: SchemaNode }
  | { readonly kind: 'missing' };

/**
 * Follows `$ref` until a node without one. A node's own keywords win over those it refers to.
 * `path` is every pointer that was followed to get here; meeting one of them again is a cycle.
 */
export function resolveRef(root: unknown, start: SchemaNode, followed: readonly string[]): Resolved {
  let node = start;
  const path = [...followed];
  for (;;) {
    const ref = node['$ref'];
    if (typeof ref !== 'string') return { kind: 'node', node, path };
    const target = pointAt(root, ref);
    if (!isObject(target)) return { kind: 'missing' };
    if (path.includes(ref)) return { kind: 'cycle', node: { ...target } };
    path.push(ref);
    node = overlay({ ...target }, without(node, ['$ref']));
  }
}

/** Only pointers into the same document: a schema never makes the server fetch anything. */
function pointAt(root: unknown, ref: string): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, token) => child(at, decodeToken(token)), root);
}

function child(parent: unknown, key: string): unknown {
  if (Array.isArray(parent)) return /^\d+$/.test(key) ? parent[Number(key)] : undefined;
  return isObject(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined;
}

function decodeToken(token: string): string {
  return unescapePercent(token).replaceAll('~1', '/').replaceAll('~0', '~');
}

function unescapePercent(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
