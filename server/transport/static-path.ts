/** The whole alphabet of served names. It has no room for a dotfile, a step upwards, a drive or a backslash. */
const segment = /^[\w-][\w.-]*$/;

/** What a request's URL asks for: a file relative to a root, a name that no served file has, or nothing readable. */
export type StaticPath =
  { readonly kind: 'file'; readonly name: string } | { readonly kind: 'unserved' } | { readonly kind: 'malformed' };

/** Reads the path of a URL. One that ends in a slash names the `index.html` there. */
export function staticPath(url: string): StaticPath {
  const [encoded = ''] = url.split(/[?#]/, 1);
  const path = decode(encoded);
  if (path === undefined || !path.startsWith('/')) return { kind: 'malformed' };

  const name = path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1);
  return name.split('/').every((part) => segment.test(part)) ? { kind: 'file', name } : { kind: 'unserved' };
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
