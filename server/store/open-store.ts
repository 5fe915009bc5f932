import { resolve } from 'node:path';
import { silentLog, type Log } from '../log.ts';
import { FileSessionStore } from './file-session-store.ts';
import { MemoryCounters } from './memory-counters.ts';
import { MemorySessionStore } from './memory-session-store.ts';
import { openedStore, type OpenedStore } from './opened-store.ts';

export interface OpenStoreOptions {
  /** A session that nobody touched for so long is dropped. */
  readonly expiryMs: number;
  readonly log?: Pick<Log, 'warn' | 'error'>;
}

/**
 * Opens the store that a setting names: `memory`, `file:FOLDER`, `redis://…`, `rediss://…` or `valkey://…`.
 *
 * @throws TypeError for a setting that names none. StoreError when the store can't be used.
 */
export async function openStore<Event>(setting: string, options: OpenStoreOptions): Promise<OpenedStore<Event>> {
  const place = readStoreSetting(setting);
  if (place.kind === 'memory') return openedStore(new MemorySessionStore<Event>(options), new MemoryCounters());
  if (place.kind === 'file') {
    const sessions = await FileSessionStore.open<Event>({ ...options, folder: place.folder });
    return openedStore(sessions, new MemoryCounters());
  }
  // A server without Redis does not load its client.
  const { openRedisStore } = await import('./open-redis-store.ts');
  return openRedisStore<Event>(place.url, { log: silentLog, ...options });
}

export type StorePlace =
  | { readonly kind: 'memory' }
  | { readonly kind: 'file'; readonly folder: string }
  | { readonly kind: 'redis'; readonly url: string };

/** @throws TypeError that says what a setting may be. */
export function readStoreSetting(setting: string): StorePlace {
  if (setting === 'memory') return { kind: 'memory' };
  if (/^file:./.test(setting)) return { kind: 'file', folder: resolve(setting.slice('file:'.length)) };
  const url = setting.replace(/^valkey(s?):/, 'redis$1:');
  if (/^rediss?:\/\/./.test(url) && URL.canParse(url)) return { kind: 'redis', url };
  throw new TypeError(
    `The store is "${withoutPassword(setting)}". It must be memory, file:FOLDER, or an address such as redis://127.0.0.1:6379, rediss://… or valkey://….`,
  );
}

/** A setting may end up in a log, or before somebody's eyes. */
function withoutPassword(setting: string): string {
  return setting.replace(/\/\/.*@/, '//…@');
}
