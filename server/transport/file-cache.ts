import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isObject } from '../../shared/json.ts';
import type { Encoding } from './accept-encoding.ts';
import { isText } from './content-type.ts';

/** One file as it can be sent. */
export interface StoredFile {
  readonly body: Buffer;
  /** Fingerprint of the content, for ETags. */
  readonly hash: string;
  readonly encoded: ReadonlyMap<Encoding, Buffer>;
}

/** Answers undefined when there is no such file. Any other trouble with the disk rejects. */
export type LoadFile = (path: string) => Promise<StoredFile | undefined>;

interface Cached {
  readonly version: string;
  readonly file: StoredFile;
}

export function storedFile(body: Buffer, encoded: ReadonlyMap<Encoding, Buffer> = new Map()): StoredFile {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { body, hash, encoded };
}

/** Reads each file once, and again when it has changed on the disk. */
export function fileCache(): LoadFile {
  const cache = new Map<string, Cached>();

  return async (path) => {
    const found = await statFile(path);
    if (!found) {
      cache.delete(path);
      return undefined;
    }
    const version = `${found.mtimeMs}:${found.size}`;
    const cached = cache.get(path);
    if (cached?.version === version) return cached.file;

    const file = await readStored(path, found.mtimeMs);
    cache.set(path, { version, file });
    return file;
  };
}

async function readStored(path: string, mtimeMs: number): Promise<StoredFile> {
  const body = await readFile(path);
  if (!isText(path)) return storedFile(body);

  const encoded = new Map<Encoding, Buffer>();

  for (const [encoding, suffix] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    const copy = await readFresh(path + suffix, mtimeMs);
    if (copy) encoded.set(encoding, copy);
  }
  return storedFile(body, encoded);
}

/** A compressed copy, unless it is older than its file: then the file was edited after the last build. */
async function readFresh(path: string, mtimeMs: number): Promise<Buffer | undefined> {
  const found = await statFile(path);
  return found && found.mtimeMs >= mtimeMs ? readFile(path) : undefined;
}

async function statFile(path: string): Promise<{ mtimeMs: number; size: number } | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (
    isObject(error) && (error['code'] === 'ENOENT' || error['code'] === 'ENOTDIR' || error['code'] === 'ENAMETOOLONG')
  );
}
