import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { missingRedis, startRedisServer, type RedisServer } from '../../testing/redis-server.ts';
import { RedisConnection } from './redis-connection.ts';
import { RedisControl } from './redis-server.fixture.ts';
import { RedisSessionStore } from './redis-session-store.ts';
import { testConformance, testDurability } from './session-store.conformance.ts';
import type { Subject, TestEvent } from './session-store-subject.conformance.ts';

const expiryMs = 600_000;
type Store = RedisSessionStore<TestEvent>;

interface Started {
  readonly server: RedisServer;
  readonly control: RedisControl;
  readonly store: Store;
}

function openStore({ url }: RedisServer): Store {
  return new RedisSessionStore<TestEvent>({ connection: new RedisConnection({ url }), expiryMs });
}

suite('on a server of its own', { skip: missingRedis }, () => {
  const all: Started[] = [];
  before(async () => {
    const server = await startRedisServer();
    all.push({ server, control: new RedisControl(server.url), store: openStore(server) });
  });
  after(async () => {
    for (const { server, control, store } of all) {
      await Promise.all([control.close(), store.close()]);
      await server.stop();
    }
  });

  /** The server, with nothing in it. */
  async function emptied(): Promise<Started & Omit<Subject, 'reopen'>> {
    const [started = assert.fail('The server was not started.')] = all;
    await started.control.send('FLUSHALL');
    return { ...started, expiryMs, advance: (ms) => started.control.passTime(ms) };
  }

  testConformance(async (run) => run(await emptied()));

  testDurability(async (run) => {
    const subject = await emptied();
    const stores = [openStore(subject.server)];
    const [store = assert.fail()] = stores;
    const reopen = async (): Promise<Store> => {
      await store.close();
      const again = openStore(subject.server);
      stores.push(again);
      return again;
    };
    try {
      await run({ ...subject, store, reopen });
    } finally {
      for (const opened of stores) await opened.close();
    }
  });
});
