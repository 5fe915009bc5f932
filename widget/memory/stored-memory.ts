import type { JsonValue } from '../../shared/json.ts';
import { openDatabase, type MemoryDatabase } from './database.ts';
import { measure, memoryLimits } from './memory-limits.ts';
import type { MemoryRecord, MemoryStore, Provenance } from './memory-store.ts';
import { deleteRecord, listRecords, putRecord } from './records.ts';
import { isClosed, toStorageError } from './storage-error.ts';

export interface StoredMemoryOptions {
  readonly now: () => number;
  readonly databaseName: string;
  readonly version: number;
  readonly openMs: number;
}

const defaults: StoredMemoryOptions = {
  now: Date.now,
  databaseName: 'headless-agent',
  version: 2,
  openMs: memoryLimits.openMs,
};

/** Remembers in IndexedDB, across reloads, beside other elements and other tabs. */
export class StoredMemory implements MemoryStore {
  readonly #namespace: string;
  readonly #options: StoredMemoryOptions;
  #connection: Promise<MemoryDatabase> | undefined;

  constructor(namespace: string, options: Partial<StoredMemoryOptions> = {}) {
    this.#namespace = namespace;
    this.#options = { ...defaults, ...options };
  }

  /**
   * Opens the database if it is not open.
   *
   * @throws AgentError `unavailable` when it takes too long; the browser's own error when it refuses.
   */
  async open(): Promise<MemoryDatabase> {
    const connection = (this.#connection ??= this.#connect());
    try {
      return await connection;
    } catch (error) {
      this.#forget(connection);
      throw error;
    }
  }

  async put(key: string, value: JsonValue, provenance?: Provenance) {
    const { bytes } = measure(value);
    const updated = new Date(this.#options.now()).toISOString();
    const record = { namespace: this.#namespace, key, value, updated, bytes, ...(provenance && { provenance }) };
    const replaced = await this.#use((database) => putRecord(database, record));
    return { replaced, bytes, persisted: true };
  }

  async get(key: string): Promise<MemoryRecord | undefined> {
    const found = await this.#use((database) => database.get('memory', [this.#namespace, key]));
    if (!found) return undefined;
    const { namespace: _namespace, ...record } = found;
    return record;
  }

  async list(prefix: string) {
    const all = await this.#use((database) => listRecords(database, this.#namespace));
    return { items: all.filter((item) => item.key.startsWith(prefix)), persisted: true };
  }

  async delete(key: string): Promise<boolean> {
    return this.#use((database) => deleteRecord(database, [this.#namespace, key]));
  }

  async #use<T>(work: (database: MemoryDatabase) => Promise<T>): Promise<T> {
    try {
      return await this.#attempt(work);
    } catch (error) {
      throw await toStorageError(error);
    }
  }

  /** Tries again, once, only what never began: so nothing can happen twice. */
  async #attempt<T>(work: (database: MemoryDatabase) => Promise<T>): Promise<T> {
    const database = await this.open();
    try {
      return await work(database);
    } catch (error) {
      if (!isClosed(error)) throw error;
      this.#connection = undefined;
      return work(await this.open());
    }
  }

  #connect(): Promise<MemoryDatabase> {
    const { databaseName: name, version, openMs: timeoutMs } = this.#options;
    const connection = openDatabase({ name, version, timeoutMs, onLost: () => this.#forget(connection) });
    return connection;
  }

  #forget(connection: Promise<MemoryDatabase>): void {
    if (this.#connection === connection) this.#connection = undefined;
  }
}
