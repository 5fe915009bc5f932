import type { Log } from '../log.ts';
import { openedStore, type OpenedStore } from './opened-store.ts';
import { RedisConnection } from './redis-connection.ts';
import { RedisCounters } from './redis-counters.ts';
import { RedisSessionStore } from './redis-session-store.ts';

export interface OpenRedisStoreOptions {
  readonly expiryMs: number;
  readonly log: Pick<Log, 'warn'>;
}

/** Sessions and counters over one connection. Waits for the server as long as for any command. */
export async function openRedisStore<Event>(
  url: string,
  { expiryMs, log }: OpenRedisStoreOptions,
): Promise<OpenedStore<Event>> {
  const connection = new RedisConnection({ url });
  try {
    warnOfEviction(String(await connection.send(['INFO', 'memory'])), log);
  } catch (thrown) {
    await connection.close();
    throw thrown;
  }
  return openedStore(new RedisSessionStore<Event>({ connection, expiryMs }), new RedisCounters(connection));
}

/** A server that is short of memory and drops one of a session's keys would let an event be written twice. */
function warnOfEviction(info: string, log: Pick<Log, 'warn'>): void {
  const isBounded = !/^maxmemory:0\s*$/m.test(info);
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction';
  if (!isBounded || policy === 'noeviction') return;
  log.warn({ policy }, 'store may drop sessions that are in use: set its maxmemory-policy to noeviction');
}
