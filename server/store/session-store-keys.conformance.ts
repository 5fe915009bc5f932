import assert from 'node:assert/strict';
import { fill, idOf, numbersOf, range, type ConformanceCase } from './session-store-subject.conformance.ts';

const oddNames = {
  'an empty text': '',
  'a space': ' ',
  'a number': '0',
  __proto__: '__proto__',
  constructor: 'constructor',
  'a path upwards': '../../etc/passwd',
  'slashes and a device': 'C:\\a/b|con',
  colons: 'm:turn:1',
  braces: '}{a}{b',
  quotes: `"'\\"`,
  'lines and a NUL': 'a\r\nb\0c',
  'other scripts': 'ключ-鍵-مفتاح',
  'an emoji of several parts': '👩‍👩‍👧',
  'half an emoji': '\ud83d',
  'ten thousand letters': 'k'.repeat(10_000),
} as const;

const keys: readonly ConformanceCase[] = Object.entries(oddNames).map(([what, key]) => ({
  name: `writes a key once that is ${what}`,
  run: async ({ store }) => {
    const { lease } = await fill(store, 's', 1);
    idOf(await store.append(lease, key, { n: 2 }));
    assert.equal(await store.append(lease, key, { n: 3 }), 'duplicate');
    idOf(await store.append(lease, `${key}.`, { n: 4 }));
    const next = await store.acquire('s', 'b');
    assert.equal(await store.append(next.lease, key, { n: 5 }), 'duplicate');
    assert.deepEqual(numbersOf(await store.read('s')), [1, 2, 4]);
  },
}));

const sessions: readonly ConformanceCase[] = Object.entries(oddNames).map(([what, session]) => ({
  name: `keeps a session whose name is ${what}`,
  run: async ({ store }) => {
    const { lease, ids } = await fill(store, session, 2);
    assert.equal(lease.session, session);
    await fill(store, `${session}.`, 1);
    assert.deepEqual(numbersOf(await store.read(session)), [1, 2]);
    assert.deepEqual(numbersOf(await store.read(session, ids[0])), [2]);
    await store.destroy(session);
    assert.equal(await store.read(session), undefined);
    assert.deepEqual(numbersOf(await store.read(`${session}.`)), [1]);
  },
}));

export const keyCases: readonly ConformanceCase[] = [
  ...keys,
  ...sessions,
  {
    name: 'writes a key once, and says so the second time',
    run: async ({ store }) => {
      const { lease } = await store.acquire('s', 'a');
      idOf(await store.append(lease, 'k', { n: 1 }));
      assert.equal(await store.append(lease, 'k', { n: 2 }), 'duplicate');
      assert.equal(await store.append(lease, 'k', { n: 1 }), 'duplicate', 'the same event is no exception');
      assert.deepEqual(numbersOf(await store.read('s')), [1]);
    },
  },
  {
    name: 'writes the first of many appends of one key at the same time',
    run: async ({ store }) => {
      const { lease } = await store.acquire('s', 'a');
      const answers = await Promise.all(range(1, 20).map(async (n) => store.append(lease, 'k', { n })));
      idOf(answers[0] ?? 'fenced');
      assert.deepEqual(new Set(answers.slice(1)), new Set(['duplicate']));
      assert.deepEqual(numbersOf(await store.read('s')), [1]);
    },
  },
  {
    name: 'goes on after a duplicate among appends that nobody waited for',
    run: async ({ store }) => {
      const { lease } = await store.acquire('s', 'a');
      const answers = await Promise.all(
        ['x', 'y', 'x', 'z'].map(async (key, n) => store.append(lease, key, { n: n + 1 })),
      );
      assert.deepEqual(
        answers.map((answer) => typeof answer === 'string'),
        [false, false, true, false],
      );
      assert.deepEqual(numbersOf(await store.read('s')), [1, 2, 4]);
    },
  },
  {
    name: 'lets two sessions use the same key',
    run: async ({ store }) => {
      await fill(store, 's', 2);
      await fill(store, 't', 2);
      assert.deepEqual(
        [numbersOf(await store.read('s')), numbersOf(await store.read('t'))],
        [
          [1, 2],
          [1, 2],
        ],
      );
    },
  },
  {
    name: 'remembers each of a thousand keys',
    run: async ({ store }) => {
      const { lease } = await store.acquire('s', 'a');
      const appendAll = () => Promise.all(range(1, 1_000).map(async (n) => store.append(lease, `k${n}`, { n })));
      (await appendAll()).forEach(idOf);
      assert.deepEqual(new Set(await appendAll()), new Set(['duplicate']));
      assert.deepEqual(numbersOf(await store.read('s')), range(1, 1_000));
    },
  },
  {
    name: 'keeps sessions apart whose names differ only in case, in accents or in their form of Unicode',
    run: async ({ store }) => {
      const names = ['e', 'E', 'é', 'e\u0301', 'É', 'e '];
      for (const [n, name] of names.entries()) {
        const { lease, events } = await store.acquire(name, 'a');
        assert.deepEqual(events, [], name);
        await store.append(lease, 'k', { n });
      }
      for (const [n, name] of names.entries()) assert.deepEqual(numbersOf(await store.read(name)), [n], name);
    },
  },
];
