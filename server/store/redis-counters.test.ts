import assert from 'node:assert/strict';
import test, { after, before, mock, suite } from 'node:test';
import { missingRedis, startRedisServer, type RedisServer } from '../../testing/redis-server.ts';
import { testCounters, type CountersSubject } from './counters.conformance.ts';
import { RedisConnection } from './redis-connection.ts';
import { RedisCounters } from './redis-counters.ts';
import { LossyLink, RedisControl } from './redis-server.fixture.ts';

interface Subject extends CountersSubject {
  readonly server: RedisServer;
  readonly control: RedisControl;
}

suite('on a server of its own', { skip: missingRedis }, () => {
  const started: { readonly server: RedisServer; readonly control: RedisControl }[] = [];
  before(async () => {
    const server = await startRedisServer();
    started.push({ server, control: new RedisControl(server.url) });
  });
  after(async () => {
    for (const { server, control } of started) {
      await control.close();
      await server.stop();
    }
  });

  async function withCounters(run: (subject: Subject) => Promise<void>): Promise<void> {
    const [{ server, control } = assert.fail('The server was not started.')] = started;
    await control.send('FLUSHALL');
    const connections = [1, 2].map(() => new RedisConnection({ url: server.url }));
    const [counters, others] = connections.map((connection) => new RedisCounters(connection));
    assert.ok(counters && others);
    try {
      await run({ counters, others, server, control, advance: (ms) => control.passTime(ms) });
    } finally {
      await Promise.all([counters.close(), others.close()]);
      await Promise.all(connections.map((connection) => connection.close()));
    }
  }

  testCounters(withCounters);

  test('frees the places of a node that is gone, when their time is over', () =>
    withCounters(async ({ counters, others, advance }) => {
      assert.ok(await counters.enter('k', 1, 30_000));
      await advance(29_000);
      assert.equal(await others.enter('k', 1, 30_000), undefined);
      await advance(1_500);
      assert.ok(await others.enter('k', 1, 30_000));
    }));

  test('keeps the places of a node that is there', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    await withCounters(async ({ counters, others, advance }) => {
      const release = await counters.enter('k', 1, 30_000);
      for (const _ of [1, 2, 3, 4]) {
        await advance(12_000);
        mock.timers.tick(10_000);
        await counters.take('any', { points: 1, windowMs: 1_000 });
      }
      assert.equal(await others.enter('k', 1, 30_000), undefined);
      await release?.();
      assert.ok(await others.enter('k', 1, 30_000));
    }).finally(() => mock.timers.reset());
  });

  test('leaves nothing behind without an end', () =>
    withCounters(async ({ counters, control }) => {
      await counters.take('k', { points: 1, windowMs: 500 });
      await counters.add('k', 1, { windowMs: 500 });
      await counters.once('k', 500);
      await counters.enter('k', 1, 500);
      for (const key of await control.keys()) assert.notEqual(await control.send('PTTL', key), -1, key);
    }));

  test('lets the first caller have its once although the answer was lost', () =>
    withCounters(async ({ server }) => {
      const link = await LossyLink.open(server.port);
      const connection = new RedisConnection({ url: link.url });
      const counters = new RedisCounters(connection);
      await counters.add('k', 1, { windowMs: 1_000 });
      const lost = link.loseNextAnswer();
      const asked = counters.once('ticket', 60_000);
      await lost;
      link.mend();
      assert.equal(await asked, true);
      assert.equal(await counters.once('ticket', 60_000), false);
      await connection.close();
      link.close();
    }));

  test('rejects in words when the server is away', async () => {
    const connection = new RedisConnection({ url: 'redis://127.0.0.1:1', waitMs: 50 });
    const counters = new RedisCounters(connection);
    await assert.rejects(counters.take('k', { points: 1, windowMs: 1_000 }), /redis:\/\/127\.0\.0\.1:1 gave no answer/);
    await assert.rejects(counters.enter('k', 1, 1_000), /gave no answer/);
    await connection.close();
  });
});
