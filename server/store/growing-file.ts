import { open, stat, type FileHandle } from 'node:fs/promises';
import { codeOf, diskError } from './store-error.ts';

/** A file to which text is added at its end: all of a text and safely on the disk, or nothing of it. */
export class GrowingFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #bytes: number;

  private constructor(path: string, handle: FileHandle, bytes: number) {
    this.#path = path;
    this.#handle = handle;
    this.#bytes = bytes;
  }

  /** A new and empty file in the place of whatever is there. */
  static async create(path: string): Promise<GrowingFile> {
    const handle = await open(path, 'w+').catch((thrown: unknown) => Promise.reject(diskError(path, thrown)));
    return new GrowingFile(path, handle, 0);
  }

  /** The file with all that is in it, or undefined when there is none. */
  static async open(path: string): Promise<{ file: GrowingFile; content: Buffer; modifiedAt: number } | undefined> {
    const handle = await open(path, 'r+').catch((thrown: unknown) => ifMissing(path, thrown));
    if (!handle) return undefined;
    try {
      const { mtimeMs } = await handle.stat();
      const content = await handle.readFile();
      return { file: new GrowingFile(path, handle, content.length), content, modifiedAt: mtimeMs };
    } catch (thrown) {
      await handle.close();
      throw diskError(path, thrown);
    }
  }

  /**
   * @throws StoreError when the disk refuses. The file is then as it was before; where even
   * that is refused, a piece without the end of its last line may be left.
   */
  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    try {
      await writeAll(this.#handle, bytes, this.#bytes);
      await this.#handle.datasync();
    } catch (thrown) {
      await this.#handle.truncate(this.#bytes).catch(() => {});
      throw diskError(this.#path, thrown);
    }
    this.#bytes += bytes.length;
  }

  /** Drops what lies behind the first `bytes` bytes. */
  async cutTo(bytes: number): Promise<void> {
    try {
      await this.#handle.truncate(bytes);
      await this.#handle.datasync();
    } catch (thrown) {
      throw diskError(this.#path, thrown);
    }
    this.#bytes = bytes;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** When a file was last written or touched, or undefined when there is none. */
export async function modifiedAt(path: string): Promise<number | undefined> {
  const found = await stat(path).catch((thrown: unknown) => ifMissing(path, thrown));
  return found?.mtimeMs;
}

/** Makes names that came or went in a folder safe. Where a folder can't be synced, as on Windows, the system sees to it. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** A disk that is almost full may take a part and say so without an error. */
async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

function ifMissing(path: string, thrown: unknown): undefined {
  if (codeOf(thrown) === 'ENOENT') return undefined;
  throw diskError(path, thrown);
}
