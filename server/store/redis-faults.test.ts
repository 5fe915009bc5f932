import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test, { suite, type TestContext } from 'node:test';
import {
  missingRedis,
  startRedisServer,
  type RedisServer,
  type RedisServerOptions,
} from '../../testing/redis-server.ts';
import { openStore } from './open-store.ts';
import { RedisConnection } from './redis-connection.ts';
import { LossyLink, RedisControl } from './redis-server.fixture.ts';
import { RedisSessionStore } from './redis-session-store.ts';
import { append, fill, numbersOf, range, type TestEvent } from './session-store-subject.conformance.ts';

const expiryMs = 600_000;
const skip = missingRedis;

/** A server of the test's own, and stores on it; all end with the test. */
class Bench {
  readonly #context: TestContext;
  readonly server: RedisServer;
  readonly control: RedisControl;

  constructor(context: TestContext, server: RedisServer) {
    this.#context = context;
    this.server = server;
    this.control = new RedisControl(server.url);
  }

  static async open(context: TestContext, options?: RedisServerOptions): Promise<Bench> {
    const server = await startRedisServer(options);
    const bench = new Bench(context, server);
    context.after(async () => {
      await bench.control.close();
      await server.stop();
    });
    return bench;
  }

  store(url = this.server.url, patience: { waitMs?: number; replyMs?: number } = {}): RedisSessionStore<TestEvent> {
    const store = new RedisSessionStore<TestEvent>({ connection: new RedisConnection({ url, ...patience }), expiryMs });
    this.#context.after(() => store.close());
    return store;
  }

  async lossyLink(): Promise<LossyLink> {
    const link = await LossyLink.open(this.server.port);
    this.#context.after(() => link.close());
    return link;
  }
}

suite('an answer that is lost on its way', { skip }, () => {
  test('is asked for again, and the events stand in the log once', async (context) => {
    const bench = await Bench.open(context);
    const link = await bench.lossyLink();
    const store = bench.store(link.url);
    const { lease } = await fill(store, 's', 1);
    const lost = link.loseNextAnswer();
    const appending = Promise.all(range(2, 4).map((n) => append(store, lease, n)));
    await lost;
    link.mend();
    const ids = await appending;
    await append(store, lease, 5);
    const read = await store.read('s');
    assert.deepEqual(numbersOf(read), range(1, 5));
    assert.deepEqual(
      read?.slice(1, 4).map(({ id }) => id),
      ids,
    );
    assert.equal(await store.append(lease, 'k3', { n: 3 }), 'duplicate');
  });

  test('says that the event is there also when another has taken over meanwhile', async (context) => {
    const bench = await Bench.open(context);
    const link = await bench.lossyLink();
    const former = bench.store(link.url);
    const { lease } = await fill(former, 's', 1);
    const lost = link.loseNextAnswer();
    const appending = append(former, lease, 2);
    await lost;
    const { events } = await bench.store().acquire('s', 'b');
    link.mend();
    assert.equal(await appending, events[1]?.id);
    assert.equal(await former.append(lease, 'k3', { n: 3 }), 'fenced');
  });

  test('leaves an acquisition that holds', async (context) => {
    const bench = await Bench.open(context);
    const link = await bench.lossyLink();
    const store = bench.store(link.url);
    await fill(store, 's', 1);
    const lost = link.loseNextAnswer();
    const acquiring = store.acquire('s', 'b');
    await lost;
    link.mend();
    const { lease, events } = await acquiring;
    assert.deepEqual(numbersOf(events), [1]);
    await append(store, lease, 2);
  });
});

suite('a server that is away', { skip }, () => {
  test('is waited for: what was asked meanwhile is done when it is back', async (context) => {
    const bench = await Bench.open(context, { appendfsync: 'always' });
    const store = bench.store();
    const { lease } = await fill(store, 's', 1);
    await bench.server.kill();
    const appending = Promise.all(range(2, 20).map((n) => append(store, lease, n)));
    const reading = store.read('s');
    await bench.server.restart();
    await appending;
    await reading;
    assert.deepEqual(numbersOf(await store.read('s')), range(1, 20));
  });

  test('loses and doubles nothing that was answered, however often it is killed', async (context) => {
    const bench = await Bench.open(context, { appendfsync: 'always' });
    const store = bench.store();
    const { lease } = await store.acquire('s', 'a');
    let n = 0;
    const appendTogether = () => Promise.all([1, 2, 3].map(() => append(store, lease, (n += 1))));
    for (const _ of range(1, 5)) {
      for (const __ of range(1, 10)) await appendTogether();
      const appending = appendTogether();
      await bench.server.kill();
      const waiting = appendTogether();
      await bench.server.restart();
      await Promise.all([appending, waiting]);
    }
    assert.deepEqual(numbersOf(await store.read('s')), range(1, n));
  });

  test('is given up after a time, in words, and the log gets no hole', async (context) => {
    const bench = await Bench.open(context, { appendfsync: 'always' });
    const store = bench.store(undefined, { waitMs: 1_000 });
    const { lease } = await fill(store, 's', 1);
    await bench.server.kill();
    const answers = await Promise.allSettled([2, 3].map((n) => append(store, lease, n)));
    for (const answer of answers) {
      assert.match(String(answer.status === 'rejected' && answer.reason), /redis:.*no answer for 1 s \(.+\): start it/);
    }
    await assert.rejects(store.ready(), /no answer/);
    await bench.server.restart();
    await store.ready();
    await assert.rejects(append(store, lease, 4), /no answer/, 'an event behind one that may be missing');
    const { lease: anew } = await store.acquire('s', 'a');
    await append(store, anew, 4);
    assert.deepEqual(numbersOf(await store.read('s')), [1, 4]);
  });

  test('is asked again over another connection when it leaves one without an answer', async (context) => {
    const bench = await Bench.open(context);
    const store = bench.store(undefined, { replyMs: 1_000 });
    const { lease } = await fill(store, 's', 1);
    bench.server.pause();
    const appending = append(store, lease, 2);
    const ready = store.ready().then(
      () => 'ready',
      () => 'not ready',
    );
    assert.equal(await ready, 'not ready');
    bench.server.resume();
    await appending;
    assert.deepEqual(numbersOf(await store.read('s')), [1, 2]);
  });

  test('that comes back without the end of a log lets nobody go on as if it were there', async (context) => {
    const bench = await Bench.open(context);
    const store = bench.store();
    const { lease, ids } = await fill(store, 's', 3);
    await bench.control.send('XDEL', 'ha:{s}:log', ids[2] ?? '');
    await bench.control.send('HDEL', 'ha:{s}:nx', '=k3');
    await bench.control.send('HSET', 'ha:{s}:own', 'last', ids[1] ?? '');
    await assert.rejects(append(store, lease, 4), /without the last events.*taken up anew/);
    await assert.rejects(append(store, lease, 5), /without the last events/);
    const anew = await store.acquire('s', 'a');
    assert.deepEqual(numbersOf(anew.events), [1, 2]);
    await append(store, anew.lease, 3);
  });

  test('that has lost everything fences the owner', async (context) => {
    const bench = await Bench.open(context);
    const store = bench.store();
    const { lease } = await fill(store, 's', 1);
    await bench.server.kill();
    await bench.server.restart();
    assert.equal(await store.append(lease, 'k2', { n: 2 }), 'fenced');
    assert.equal(await store.read('s'), undefined);
  });
});

suite('what an operator sees and does', { skip }, () => {
  test('finds all keys of a session in one hash slot, and each with an end', async (context) => {
    const bench = await Bench.open(context);
    for (const session of ['plain', 'a}b{c', '}', '', 'x'.repeat(500)]) await fill(bench.store(), session, 1);
    const keys = await bench.control.keys();
    assert.equal(keys.length, 15);
    for (const key of keys) {
      assert.match(key, /^ha:\{[^{}]+\}:(?:own|log|nx)$/);
      assert.ok(Number(await bench.control.send('PTTL', key)) > expiryMs / 2, key);
    }
  });

  test('may flush the scripts at any time', async (context) => {
    const bench = await Bench.open(context);
    const store = bench.store();
    const { lease } = await fill(store, 's', 1);
    await bench.control.send('SCRIPT', 'FLUSH');
    await append(store, lease, 2);
    assert.deepEqual(numbersOf(await store.read('s')), [1, 2]);
  });

  test('is told of a wrong password at once, without the password', async (context) => {
    const bench = await Bench.open(context);
    await bench.control.send('CONFIG', 'SET', 'requirepass', 'right');
    const url = bench.server.url.replace('//', '//:wrong@');
    await assert.rejects(openStore(url, { expiryMs }), (thrown) => {
      assert.match(String(thrown), /refused.*WRONGPASS/);
      assert.doesNotMatch(String(thrown), /:wrong/);
      return true;
    });
  });

  test('is warned of a server that drops keys when it is short of memory', async (context) => {
    const bench = await Bench.open(context);
    await bench.control.send('CONFIG', 'SET', 'maxmemory', '100mb');
    await bench.control.send('CONFIG', 'SET', 'maxmemory-policy', 'volatile-lru');
    const warned: string[] = [];
    const log = { warn: (_: unknown, event: string) => void warned.push(event), error: () => {} };
    const opened = await openStore(bench.server.url, { expiryMs, log });
    await opened.close();
    assert.match(warned.join(), /noeviction/);
  });

  test('hears that memory is used up, and nothing is lost', async (context) => {
    const bench = await Bench.open(context);
    const store = bench.store();
    const { lease } = await fill(store, 's', 1);
    await bench.control.send('CONFIG', 'SET', 'maxmemory', '1');
    await assert.rejects(append(store, lease, 2), /refused.*OOM/);
    assert.deepEqual(numbersOf(await store.read('s')), [1]);
  });

  test('fences one node by another', async (context) => {
    const bench = await Bench.open(context);
    const [first, second] = [bench.store(), bench.store()];
    const { lease } = await fill(first, 's', 2);
    const taken = await second.acquire('s', 'b');
    assert.deepEqual(numbersOf(taken.events), [1, 2]);
    assert.equal(await first.append(lease, 'k3', { n: 3 }), 'fenced');
    await append(second, taken.lease, 3);
  });
});

suite('the end of the process', { skip }, () => {
  for (const [what, isThere] of [
    ['answers', true],
    ['is away', false],
  ] as const) {
    test(`is not kept up by a closed store whose server ${what}`, async (context) => {
      const bench = await Bench.open(context);
      if (!isThere) await bench.server.kill();
      const source = `
        const { RedisConnection } = await import('${new URL('./redis-connection.ts', import.meta.url).href}');
        const connection = new RedisConnection({ url: '${bench.server.url}', waitMs: 60_000 });
        const sent = connection.send(['PING']).catch(() => {});
        if (${isThere}) await sent;
        await connection.close();`;
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
        stdio: 'inherit',
      });
      assert.deepEqual(await once(child, 'exit'), [0, null]);
    });
  }
});
