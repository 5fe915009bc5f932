import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { AgentError } from '../../shared/errors.ts';
import type { MemoryRecord, Provenance } from './memory-store.ts';

export interface StoredRecord extends MemoryRecord {
  /** The origin of the server whose pages remember it. */
  readonly namespace: string;
}

export interface MemorySchema extends DBSchema {
  memory: {
    key: [namespace: string, key: string];
    value: StoredRecord;
    // Holds all that a list shows, so that listing and counting never load a value.
    // The second holds only what a stranger may have had written: other records have no provenance.
    indexes: {
      recency: [namespace: string, updated: string, bytes: number, key: string];
      provenance: [namespace: string, provenance: Provenance, key: string];
    };
  };
}

export type MemoryDatabase = IDBPDatabase<MemorySchema>;

export interface OpenOptions {
  readonly name: string;
  readonly version: number;
  readonly timeoutMs: number;
  /** The connection can't be used any more: the browser ended it, or another version asked for its place. */
  readonly onLost: () => void;
}

/**
 * Opens the database, or fails within a bounded time.
 *
 * @throws AgentError `unavailable` when it takes too long; the browser's own error when it refuses.
 */
export async function openDatabase({ name, version, timeoutMs, onLost }: OpenOptions): Promise<MemoryDatabase> {
  let opened: MemoryDatabase | undefined;
  let isBlocked = false;
  let isLate = false;
  const opening = openDB<MemorySchema>(name, version, {
    upgrade: (database, oldVersion, _newVersion, transaction) => {
      const isThere = database.objectStoreNames.contains('memory');
      const store = isThere ? transaction.objectStore('memory') : createStore(database);
      if (oldVersion < 2) store.createIndex('provenance', ['namespace', 'provenance', 'key']);
    },
    blocked: () => {
      isBlocked = true;
    },
    // A newer version of this page wants to change the schema: it must not wait for this one.
    blocking: () => {
      opened?.close();
      onLost();
    },
    terminated: onLost,
  }).then((database) => {
    opened = database;
    // Nobody waits for it any more, and an open connection would block others.
    if (isLate) database.close();
    return database;
  });

  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new AgentError('unavailable', isBlocked ? blockedMessage : slowMessage));
    }, timeoutMs);
  });
  return Promise.race([opening, tooLate]).finally(() => clearTimeout(timer));
}

const blockedMessage = 'Another tab holds an older memory of this site open. Closing that tab helps.';
const slowMessage = 'The browser did not open its storage in time.';

function createStore(database: MemoryDatabase) {
  const store = database.createObjectStore('memory', { keyPath: ['namespace', 'key'] });
  store.createIndex('recency', ['namespace', 'updated', 'bytes', 'key']);
  return store;
}
