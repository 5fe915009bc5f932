import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { contentType } from './content-type.ts';
import { fileCache, storedFile, type LoadFile, type StoredFile } from './file-cache.ts';
import { pageHeaders } from './page-headers.ts';
import { refuse, sendFile, type FileHeaders } from './send-file.ts';
import { staticPath } from './static-path.ts';

export interface StaticRoots {
  /** Folder of the built element. Any origin may load what is in it. */
  readonly element: string;
  /** Folder of a small site to serve at `/`. It can't hide a file of the element. */
  readonly site?: string;
}

/**
 * Answers a request for a file. False, with the response untouched, when no file has that name.
 * Never rejects: a malformed URL is answered with 400, trouble with the disk with 500.
 */
export type StaticHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

interface Found {
  readonly file: StoredFile;
  readonly headers: FileHeaders;
}

const entry = 'headless-agent.js';

/**
 * Answers the entry with a query, such as `?ver=6`, which content management systems add. The chunks
 * import the entry by its plain address: behind another address it would run twice.
 */
const entryAlias = storedFile(Buffer.from(`export * from './${entry}';\n`));

/** Serves the element and, if wanted, a site from the disk. */
export function staticFiles(roots: StaticRoots): StaticHandler {
  const load = fileCache();

  return async (request, response) => {
    const url = request.url ?? '';
    const path = staticPath(url);
    if (path.kind === 'unserved') return false;
    if (path.kind === 'malformed') {
      refuse(response, 400);
      return true;
    }

    try {
      const found = await findFile(roots, load, path.name);
      if (!found) return false;
      const file = path.name === entry && url.includes('?') ? entryAlias : found.file;
      sendFile(request, response, { name: path.name, file, headers: found.headers });
    } catch {
      refuse(response, 500);
    }
    return true;
  };
}

async function findFile(roots: StaticRoots, load: LoadFile, name: string): Promise<Found | undefined> {
  if (contentType(name) === undefined) return undefined;

  const element = await load(join(roots.element, name));
  if (element) return { file: element, headers: elementHeaders(name) };

  const page = roots.site === undefined ? undefined : await load(join(roots.site, name));
  return page && { file: page, headers: siteHeaders(name) };
}

function elementHeaders(name: string): FileHeaders {
  return {
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A chunk's name changes with its content.
    'Cache-Control': name.startsWith('chunks/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}

function siteHeaders(name: string): FileHeaders {
  return { 'Cache-Control': 'no-cache', ...(name.endsWith('.html') && pageHeaders) };
}
