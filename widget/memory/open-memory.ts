import { AgentError } from '../../shared/errors.ts';
import type { StoredMemoryOptions } from './choose-memory.ts';
import type { MemoryStore } from './memory-store.ts';

/**
 * The memory of one server's pages in this browser. Opening costs nothing: the database and the code
 * for it are loaded at the first use, and that first use decides between storage and RAM.
 *
 * @param namespace the server's origin; what it remembers is out of reach of others on the same page.
 */
export function openMemory(namespace: string, options: Partial<StoredMemoryOptions> = {}): MemoryStore {
  let chosen: Promise<MemoryStore> | undefined;

  const choose = async (): Promise<MemoryStore> => {
    const choosing = (chosen ??= load(namespace, options));
    try {
      return await choosing;
    } catch (error) {
      if (chosen === choosing) chosen = undefined;
      throw error;
    }
  };

  return {
    put: async (key, value, provenance) => (await choose()).put(key, value, provenance),
    get: async (key) => (await choose()).get(key),
    list: async (prefix) => (await choose()).list(prefix),
    delete: async (key) => (await choose()).delete(key),
  };
}

async function load(namespace: string, options: Partial<StoredMemoryOptions>): Promise<MemoryStore> {
  const { chooseMemory } = await import('./choose-memory.ts').catch((cause: unknown) => {
    throw new AgentError('unavailable', 'The part of this page that remembers could not be loaded.', { cause });
  });
  return chooseMemory(namespace, options);
}
