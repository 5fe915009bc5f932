import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedisServer } from '../../testing/redis-server.ts';

/** Where the nodes of a run keep their sessions. */
export interface Store {
  readonly url: string;
  /** Ends a store that is a process of its own, without a word, and starts it again. */
  readonly crash?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export type StoreKind = 'memory' | 'file' | 'redis';

export async function openStore(kind: StoreKind): Promise<Store> {
  switch (kind) {
    case 'memory':
      return { url: 'memory', close: async () => {} };
    case 'file':
      return fileStore();
    case 'redis':
      return redisStore();
  }
}

function fileStore(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'headless-agent-soak-'));
  return { url: `file:${folder}`, close: async () => rmSync(folder, { recursive: true, force: true }) };
}

/** Each write is safe on the disk before it is confirmed, so that a kill at any moment loses none. */
async function redisStore(): Promise<Store> {
  const server = await startRedisServer({ appendfsync: 'always' });
  return {
    url: server.url,
    crash: async () => {
      await server.kill();
      await server.restart();
    },
    close: () => server.stop(),
  };
}
