import type { IDBPObjectStore } from 'idb';
import type { MemoryDatabase, MemorySchema, StoredRecord } from './database.ts';
import { cost, refuseOverflow } from './memory-limits.ts';
import type { MemoryRecord } from './memory-store.ts';

type ReadableStore = IDBPObjectStore<MemorySchema, ['memory'], 'memory', 'readonly' | 'readwrite'>;
type WritableStore = IDBPObjectStore<MemorySchema, ['memory'], 'memory', 'readwrite'>;
type ListedRecord = Omit<MemoryRecord, 'value'>;

/** True when there was a record under that key before. */
export async function putRecord(database: MemoryDatabase, record: StoredRecord): Promise<boolean> {
  const transaction = database.transaction('memory', 'readwrite');
  const [replaced] = await Promise.all([replaceRecord(transaction.store, record), transaction.done]);
  return replaced;
}

/** Newest first. */
export async function listRecords(database: MemoryDatabase, namespace: string): Promise<readonly ListedRecord[]> {
  const { store } = database.transaction('memory', 'readonly');
  const range = IDBKeyRange.bound([namespace, 'untrusted'], [namespace, 'untrusted', []]);
  const [items, ids] = await Promise.all([readIndex(store, namespace), store.index('provenance').getAllKeys(range)]);
  const untrusted = new Set(ids.map(([, key]) => key));
  return items.map((item) => (untrusted.has(item.key) ? { ...item, provenance: 'untrusted' } : item));
}

/** True when there was something to delete. */
export async function deleteRecord(database: MemoryDatabase, id: [string, string]): Promise<boolean> {
  const transaction = database.transaction('memory', 'readwrite');
  const [known] = await Promise.all([transaction.store.getKey(id), transaction.store.delete(id), transaction.done]);
  return known !== undefined;
}

async function replaceRecord(store: WritableStore, record: StoredRecord): Promise<boolean> {
  const all = await readIndex(store, record.namespace);
  const others = all.filter((item) => item.key !== record.key);
  refuseOverflow(others.reduce((sum, item) => sum + cost(item), cost(record)));
  await store.put(record);
  return others.length < all.length;
}

async function readIndex(store: ReadableStore, namespace: string): Promise<readonly ListedRecord[]> {
  // An array sorts after every text, so this spans all records of the namespace.
  const range = IDBKeyRange.bound([namespace], [namespace, []]);
  const items: ListedRecord[] = [];
  let cursor = await store.index('recency').openKeyCursor(range, 'prev');
  while (cursor) {
    const [, updated, bytes, key] = cursor.key;
    items.push({ key, updated, bytes });
    cursor = await cursor.continue();
  }
  return items;
}
