import type { MemoryStore } from './memory-store.ts';
import { RamMemory } from './ram-memory.ts';
import { isRefusal, toStorageError } from './storage-error.ts';
import { StoredMemory, type StoredMemoryOptions } from './stored-memory.ts';

export type { StoredMemoryOptions };

/** One per namespace, so that two elements of a page remember the same things without storage too. */
const ramMemories = new Map<string, RamMemory>();

/**
 * Storage where the browser allows it, otherwise RAM for as long as the page lives.
 *
 * @throws AgentError `unavailable` when storage is allowed but did not open.
 */
export async function chooseMemory(namespace: string, options: Partial<StoredMemoryOptions>): Promise<MemoryStore> {
  const stored = new StoredMemory(namespace, options);
  try {
    // Some browsers answer null where storage is off, and some throw at the mere question.
    if (!globalThis.indexedDB) return ramMemory(namespace);
    await stored.open();
    return stored;
  } catch (error) {
    if (isRefusal(error)) return ramMemory(namespace);
    throw await toStorageError(error);
  }
}

function ramMemory(namespace: string): RamMemory {
  const memory = ramMemories.get(namespace) ?? new RamMemory();
  ramMemories.set(namespace, memory);
  return memory;
}
