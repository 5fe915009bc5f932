import { extname } from 'node:path';

const textTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
} as const;

const contentTypes: ReadonlyMap<string, string> = new Map([
  ...Object.entries(textTypes),
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
]);

/** The type of a file by its name. Undefined for a kind of file that is not for browsers: it is never served. */
export function contentType(name: string): string | undefined {
  return contentTypes.get(extname(name));
}

/** True when a file of that name may have compressed copies beside it. */
export function isText(name: string): boolean {
  return Object.hasOwn(textTypes, extname(name));
}
