import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding } from './accept-encoding.ts';
import { contentType, isText } from './content-type.ts';
import type { StoredFile } from './file-cache.ts';

export type FileHeaders = Readonly<Record<string, string>>;

const refusals = { 400: 'Bad request.', 405: 'Method not allowed.', 500: 'Something went wrong.' } as const;

/** Answers a GET or HEAD with a file, or with 304 when the asker has it already; any other method with 405. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { name, file, headers }: { name: string; file: StoredFile; headers: FileHeaders },
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    refuse(response, 405, { Allow: 'GET, HEAD' });
    return;
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'], new Set(file.encoded.keys()));
  const body = (encoding && file.encoded.get(encoding)) ?? file.body;
  const etag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`;

  const common = {
    ...headers,
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    ...(isText(name) && { Vary: 'Accept-Encoding' }),
  };
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304, common).end();
    return;
  }
  response.writeHead(200, {
    ...common,
    'Content-Type': contentType(name),
    'Content-Length': body.byteLength,
    ...(encoding && { 'Content-Encoding': encoding }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Answers with a status and its sentence. */
export function refuse(response: ServerResponse, status: keyof typeof refusals, headers: FileHeaders = {}): void {
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(`${refusals[status]}\n`);
}

/** True when the asker's copy is the one it would get. A proxy may have marked the tag as weak. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}
