import assert from 'node:assert/strict';
import { append, fill, numbersOf, range, type ConformanceCase } from './session-store-subject.conformance.ts';

const offsets: readonly ConformanceCase[] = range(0, 4).map((at) => ({
  name: `reads what lies behind event ${at + 1} of 5`,
  run: async ({ store }) => {
    const { ids } = await fill(store, 's', 5);
    assert.deepEqual(numbersOf(await store.read('s', ids[at])), range(at + 2, 5));
  },
}));

const strangers = ['', '0', '-', '+', '$', '-1', '99', '0-0', '01', ' 1', '1.0', 'x', '__proto__', '9'.repeat(40)];

const unknown: readonly ConformanceCase[] = strangers.map((offset) => ({
  name: `says undefined for the offset "${offset}", which the log does not hold`,
  run: async ({ store }) => {
    await fill(store, 's', 3);
    assert.equal(await store.read('s', offset), undefined);
  },
}));

export const readingCases: readonly ConformanceCase[] = [
  ...offsets,
  ...unknown,
  {
    name: 'reads nothing behind any offset of an empty log',
    run: async ({ store }) => {
      await store.acquire('s', 'a');
      assert.deepEqual(await store.read('s'), []);
      assert.equal(await store.read('s', '1'), undefined);
    },
  },
  {
    name: 'says undefined for an unknown session',
    run: async ({ store }) => {
      await fill(store, 's', 1);
      assert.equal(await store.read('other'), undefined);
      assert.equal(await store.read('other', '1'), undefined);
    },
  },
  {
    name: 'goes on from the last id that a reader saw, however often',
    run: async ({ store }) => {
      const { lease, ids } = await fill(store, 's', 1);
      let seen = ids[0];
      for (const n of range(2, 10)) {
        await append(store, lease, n);
        const news = await store.read('s', seen);
        assert.deepEqual(numbersOf(news), [n]);
        seen = news?.at(-1)?.id;
      }
    },
  },
  {
    name: 'makes no session by reading one',
    run: async ({ store }) => {
      await store.read('s');
      assert.equal(await store.read('s'), undefined);
    },
  },
  {
    name: 'fences nobody by reading',
    run: async ({ store }) => {
      const { lease } = await fill(store, 's', 1);
      await store.read('s');
      await append(store, lease, 2);
    },
  },
  {
    name: 'is ready',
    run: async ({ store }) => store.ready(),
  },
];
