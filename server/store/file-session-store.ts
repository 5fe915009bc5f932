import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog, type Log } from '../log.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import { modifiedAt } from './growing-file.ts';
import { SessionFile } from './session-file.ts';
import type { Appended, Lease, SessionStore, Stored } from './session-store.ts';
import { closedStore, diskError, storeError } from './store-error.ts';

export interface FileSessionStoreOptions {
  /** Made when it is missing. One process may use it at a time. */
  readonly folder: string;
  /** A session that nobody touched for so long is deleted. */
  readonly expiryMs: number;
  readonly log?: Pick<Log, 'warn' | 'error'>;
  /** `Date.now`, or a test's clock. */
  readonly now?: () => number;
}

/** How long a session's file stays open that nobody uses. */
const idleMs = 60_000;
/** Files that are open at most, as far as they are not in use. */
const maxOpen = 256;
const maxSweepMs = 600_000;

/** Keeps each session in a file of its own. They outlive the process; only those in use take memory. */
export class FileSessionStore<Event> implements SessionStore<Event> {
  readonly #options: Required<FileSessionStoreOptions>;
  readonly #lock: FolderLock;
  /** The files in use, the one used last at the end. */
  readonly #files = new Map<string, SessionFile<Event>>();
  readonly #sweeper: NodeJS.Timeout;
  #isClosed = false;
  /** Why nothing is written any more. */
  #lost: Error | undefined;

  private constructor(options: Required<FileSessionStoreOptions>, lock: FolderLock) {
    this.#options = options;
    this.#lock = lock;
    const sweep = (): void =>
      void this.sweep().catch((thrown: unknown) => options.log.error({ err: thrown }, 'store failed'));
    this.#sweeper = setInterval(sweep, Math.min(options.expiryMs / 4, maxSweepMs));
    this.#sweeper.unref();
  }

  /** @throws StoreError when the folder can't be used, or another process uses it. */
  static async open<Event>(options: FileSessionStoreOptions): Promise<FileSessionStore<Event>> {
    const { folder } = options;
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((thrown: unknown) => {
      throw diskError(folder, thrown);
    });
    let store: FileSessionStore<Event> | undefined;
    const lock = await lockFolder(folder, undefined, (why) => store?.lose(why));
    store = new FileSessionStore({ log: silentLog, now: Date.now, ...options }, lock);
    return store;
  }

  /** Another process has the folder: what this one would write lay on top of what that one wrote. */
  lose(why: Error): void {
    if (!this.#lost) this.#options.log.error({ err: why }, 'store lost');
    this.#lost = why;
  }

  async acquire(session: string, owner: string): Promise<{ lease: Lease; events: readonly Stored<Event>[] }> {
    return this.#file(session).acquire(session, owner);
  }

  async append(lease: Lease, key: string, event: Event): Promise<Appended> {
    return this.#file(lease.session).append(lease, key, event);
  }

  async read(session: string, after?: string): Promise<readonly Stored<Event>[] | undefined> {
    const events = await this.#file(session).read();
    if (!events || after === undefined) return events;
    const at = events.findIndex(({ id }) => id === after);
    return at < 0 ? undefined : events.slice(at + 1);
  }

  async touch(session: string): Promise<void> {
    await this.#file(session).touch();
  }

  async destroy(session: string): Promise<void> {
    await this.#file(session).destroy();
  }

  async ready(): Promise<void> {
    if (this.#isClosed) throw storeError(closedStore);
    await this.#lock.renew();
    const probe = join(this.#options.folder, 'probe');
    try {
      await writeFile(probe, Buffer.alloc(4_096), { flush: true });
    } catch (thrown) {
      throw diskError(probe, thrown);
    } finally {
      await rm(probe, { force: true });
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#sweeper);
    await Promise.all([...this.#files.values()].map((file) => file.close()));
    await this.#lock.release();
  }

  /** Deletes sessions that nobody touched for too long, and closes files that nobody uses. It runs by itself, too. */
  async sweep(): Promise<void> {
    const { folder, expiryMs, now } = this.#options;
    for (const name of await readdir(folder)) {
      if (this.#isClosed) return;
      const session = sessionFileOf(name);
      if (session === undefined) continue;
      const touchedAt = await modifiedAt(join(folder, name));
      if (touchedAt !== undefined && now() - touchedAt >= expiryMs) await this.#fileOf(session).expire();
    }
    for (const [name, file] of this.#files) this.#letGo(name, file, now() - idleMs);
  }

  #file(session: string): SessionFile<Event> {
    return this.#fileOf(nameOf(session));
  }

  #fileOf(name: string): SessionFile<Event> {
    if (this.#isClosed) throw storeError(closedStore);
    if (this.#lost) throw this.#lost;
    const { folder, expiryMs, now, log } = this.#options;
    const known = this.#files.get(name);
    if (!known && this.#files.size >= maxOpen) this.#makeRoom();
    const file = known ?? new SessionFile<Event>({ path: join(folder, name), expiryMs, now, log });
    this.#files.delete(name);
    this.#files.set(name, file);
    return file;
  }

  #makeRoom(): void {
    for (const [name, file] of this.#files) {
      this.#letGo(name, file, Infinity);
      if (this.#files.size < maxOpen) return;
    }
  }

  #letGo(name: string, file: SessionFile<Event>, before: number): void {
    const { idleSince } = file;
    if (idleSince === undefined || idleSince > before) return;
    this.#files.delete(name);
    file.close().catch((thrown: unknown) => this.#options.log.error({ err: thrown }, 'store failed'));
  }
}

/** Any text becomes a file name, of one length, and none that a system reserves or folds with another. */
function nameOf(session: string): string {
  return createHash('sha256').update(JSON.stringify(session)).digest('hex') + '.jsonl';
}

/** Which session's file a file is or belongs to. */
function sessionFileOf(name: string): string | undefined {
  return /^[0-9a-f]{64}\.jsonl/.exec(name)?.[0];
}
