import assert from 'node:assert/strict';
import { append, fill, idOf, numbersOf, range, type ConformanceCase } from './session-store-subject.conformance.ts';

const bursts: readonly ConformanceCase[] = [2, 3, 10, 64, 65, 500].map((count) => ({
  name: `keeps the order of ${count} appends that nobody waited for`,
  run: async ({ store }) => {
    const { lease } = await store.acquire('s', 'a');
    const answers = await Promise.all(range(1, count).map(async (n) => store.append(lease, `k${n}`, { n })));
    const read = await store.read('s');
    assert.deepEqual(numbersOf(read), range(1, count));
    assert.deepEqual(
      read?.map(({ id }) => id),
      answers.map(idOf),
    );
    assert.equal(new Set(answers.map(idOf)).size, count);
  },
}));

export const orderCases: readonly ConformanceCase[] = [
  ...bursts,
  {
    name: 'gives a new session an empty log',
    run: async ({ store }) => {
      const { lease, events } = await store.acquire('s', 'a');
      assert.deepEqual(events, []);
      assert.deepEqual([lease.session, lease.owner], ['s', 'a']);
      assert.deepEqual(await store.read('s'), []);
    },
  },
  {
    name: 'keeps events in the order in which they were appended, with ids that differ',
    run: async ({ store }) => {
      const { ids } = await fill(store, 's', 3);
      assert.equal(new Set(ids).size, 3);
      assert.deepEqual(
        await store.read('s'),
        ids.map((id, at) => ({ id, event: { n: at + 1 } })),
      );
    },
  },
  {
    name: 'shows an event to whoever reads once its append was answered',
    run: async ({ store }) => {
      const { lease } = await store.acquire('s', 'a');
      for (const n of range(1, 20)) {
        await append(store, lease, n);
        assert.equal((await store.read('s'))?.at(-1)?.event.n, n);
      }
    },
  },
  {
    name: 'shows appends that nobody waited for to a read that was asked later',
    run: async ({ store }) => {
      const { lease } = await store.acquire('s', 'a');
      const appending = range(1, 10).map(async (n) => store.append(lease, `k${n}`, { n }));
      await appending[0];
      assert.equal((await store.read('s'))?.[0]?.event.n, 1);
      await Promise.all(appending);
      assert.deepEqual(numbersOf(await store.read('s')), range(1, 10));
    },
  },
  {
    name: 'keeps the order of appends made while others are being written',
    run: async ({ store }) => {
      const { lease } = await store.acquire('s', 'a');
      const answers: Promise<unknown>[] = [];
      for (const n of range(1, 50)) {
        answers.push((async () => store.append(lease, `k${n}`, { n }))());
        if (n % 7 === 0) await answers.at(-3);
      }
      await Promise.all(answers);
      assert.deepEqual(numbersOf(await store.read('s')), range(1, 50));
    },
  },
  {
    name: 'keeps the order in each of twenty sessions that are written to at once',
    run: async ({ store }) => {
      const names = range(1, 20).map((n) => `session ${n}`);
      const leases = await Promise.all(names.map(async (name) => (await store.acquire(name, 'a')).lease));
      await Promise.all(range(1, 10).flatMap((n) => leases.map(async (lease) => store.append(lease, `k${n}`, { n }))));
      for (const name of names) assert.deepEqual(numbersOf(await store.read(name)), range(1, 10), name);
    },
  },
  {
    name: 'goes on behind the events of the former owners',
    run: async ({ store }) => {
      for (const n of range(1, 5)) {
        const { lease, events } = await store.acquire('s', `owner ${n}`);
        assert.deepEqual(numbersOf(events), range(1, n - 1));
        await append(store, lease, n);
      }
      const ids = (await store.read('s'))?.map(({ id }) => id);
      assert.equal(new Set(ids).size, 5);
    },
  },
  {
    name: 'keeps what was handed out as it was',
    run: async ({ store }) => {
      const { lease, events } = await store.acquire('s', 'a');
      const before = await store.read('s');
      await append(store, lease, 1);
      assert.deepEqual([events, before], [[], []]);
    },
  },
];
