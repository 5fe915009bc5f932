import assert from 'node:assert/strict';
import { append, fill, numbersOf, range, type DurableCase } from './session-store-subject.conformance.ts';

/** What a store promises that outlives its process. */
export const reopeningCases: readonly DurableCase[] = [
  {
    name: 'has every event when it is opened again, with its id',
    run: async ({ store, reopen }) => {
      const { ids } = await fill(store, 's', 5);
      const again = await reopen();
      assert.deepEqual(
        await again.read('s'),
        ids.map((id, at) => ({ id, event: { n: at + 1 } })),
      );
      assert.deepEqual(numbersOf(await again.read('s', ids[2])), [4, 5]);
    },
  },
  {
    name: 'has a session without events when it is opened again',
    run: async ({ store, reopen }) => {
      await store.acquire('s', 'a');
      assert.deepEqual(await (await reopen()).read('s'), []);
    },
  },
  {
    name: 'remembers keys when it is opened again',
    run: async ({ store, reopen }) => {
      await fill(store, 's', 2);
      const again = await reopen();
      const { lease } = await again.acquire('s', 'b');
      assert.equal(await again.append(lease, 'k2', { n: 2 }), 'duplicate');
      await append(again, lease, 3);
      assert.deepEqual(numbersOf(await again.read('s')), [1, 2, 3]);
    },
  },
  {
    name: 'lets the owner go on under its lease when it is opened again',
    run: async ({ store, reopen }) => {
      const { lease } = await fill(store, 's', 2);
      const again = await reopen();
      await append(again, lease, 3);
      assert.equal(await again.append(lease, 'k1', { n: 1 }), 'duplicate');
    },
  },
  {
    name: 'fences former owners when it is opened again',
    run: async ({ store, reopen }) => {
      const { lease: former } = await store.acquire('s', 'a');
      const { lease: current } = await store.acquire('s', 'b');
      const again = await reopen();
      assert.equal(await again.append(former, 'k1', { n: 1 }), 'fenced');
      await append(again, current, 1);
      assert.ok((await again.acquire('s', 'c')).lease.epoch > current.epoch);
    },
  },
  {
    name: 'has forgotten a destroyed session when it is opened again',
    run: async ({ store, reopen }) => {
      await fill(store, 's', 2);
      await fill(store, 't', 1);
      await store.destroy('s');
      const again = await reopen();
      assert.equal(await again.read('s'), undefined);
      assert.deepEqual(numbersOf(await again.read('t')), [1]);
    },
  },
  {
    name: 'writes what is under way before it closes',
    run: async ({ store, reopen }) => {
      const { lease } = await store.acquire('s', 'a');
      const appending = range(1, 50).map(async (n) => store.append(lease, `k${n}`, { n }));
      const again = await reopen();
      await Promise.all(appending);
      assert.deepEqual(numbersOf(await again.read('s')), range(1, 50));
    },
  },
  {
    name: 'refuses work once it is closed, in words',
    run: async ({ store }) => {
      const { lease } = await fill(store, 's', 1);
      await store.close();
      await store.close();
      for (const work of [
        async () => store.append(lease, 'k2', { n: 2 }),
        () => store.acquire('s', 'b'),
        () => store.read('s'),
        () => store.ready(),
      ])
        await assert.rejects(work, /closed/);
    },
  },
  {
    name: 'has sessions end that nobody used while it was closed',
    run: async ({ store, reopen, advance, expiryMs }) => {
      await fill(store, 's', 1);
      await advance(expiryMs);
      assert.equal(await (await reopen()).read('s'), undefined);
    },
  },
];
