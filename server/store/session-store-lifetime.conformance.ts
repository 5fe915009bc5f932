import assert from 'node:assert/strict';
import type { Lease } from './session-store.ts';
import {
  append,
  fill,
  numbersOf,
  range,
  type ConformanceCase,
  type Subject,
} from './session-store-subject.conformance.ts';

interface Use {
  readonly what: string;
  readonly use: (subject: Subject, lease: Lease) => Promise<unknown>;
}

const uses: readonly Use[] = [
  { what: 'a touch', use: ({ store }) => store.touch('s') },
  { what: 'an acquisition', use: ({ store }) => store.acquire('s', 'b') },
  { what: 'an append', use: ({ store }, lease) => append(store, lease, 9) },
];

const usesThatPutOff: readonly ConformanceCase[] = uses.map(({ what, use }) => ({
  name: `puts off the end of a session by ${what}`,
  run: async (subject) => {
    const { lease } = await fill(subject.store, 's', 1);
    await subject.advance(subject.expiryMs * 0.9);
    await use(subject, lease);
    await subject.advance(subject.expiryMs * 0.9);
    assert.equal((await subject.store.read('s'))?.[0]?.event.n, 1);
  },
}));

export const lifetimeCases: readonly ConformanceCase[] = [
  ...usesThatPutOff,
  {
    name: 'drops a session that nobody used for so long, and not before',
    run: async ({ store, expiryMs, advance }) => {
      await fill(store, 's', 1);
      await advance(expiryMs * 0.9);
      assert.deepEqual(numbersOf(await store.read('s')), [1]);
      await advance(expiryMs * 0.1);
      assert.equal(await store.read('s'), undefined);
    },
  },
  {
    name: 'does not put off the end of a session by reading it',
    run: async ({ store, expiryMs, advance }) => {
      await fill(store, 's', 1);
      await advance(expiryMs * 0.9);
      await store.read('s');
      await advance(expiryMs * 0.1);
      assert.equal(await store.read('s'), undefined);
    },
  },
  {
    name: 'does not put off the end of a session by an append that is fenced or a duplicate of a former owner',
    run: async ({ store, expiryMs, advance }) => {
      const { lease } = await fill(store, 's', 1);
      await store.acquire('s', 'b');
      await advance(expiryMs * 0.9);
      assert.equal(await store.append(lease, 'k1', { n: 1 }), 'fenced');
      await advance(expiryMs * 0.1);
      assert.equal(await store.read('s'), undefined);
    },
  },
  {
    name: 'drops an idle session although an older one is in use',
    run: async ({ store, expiryMs, advance }) => {
      const { lease } = await fill(store, 'old and busy', 1);
      await fill(store, 'idle', 1);
      await advance(expiryMs * 0.9);
      await append(store, lease, 2);
      await advance(expiryMs * 0.1);
      assert.equal(await store.read('idle'), undefined);
      assert.deepEqual(numbersOf(await store.read('old and busy')), [1, 2]);
    },
  },
  {
    name: 'fences the owner of a session that has ended, and lets another begin it anew',
    run: async ({ store, expiryMs, advance }) => {
      const { lease } = await fill(store, 's', 1);
      await advance(expiryMs);
      await store.acquire('another', 'a');
      assert.equal(await store.append(lease, 'k2', { n: 2 }), 'fenced');
      const anew = await store.acquire('s', 'b');
      assert.deepEqual(anew.events, []);
      await append(store, anew.lease, 1);
      assert.deepEqual(numbersOf(await store.read('s')), [1]);
    },
  },
  {
    name: 'keeps a long log whole while it is used',
    run: async ({ store, expiryMs, advance }) => {
      const { lease } = await store.acquire('s', 'a');
      for (const n of range(1, 5)) {
        await append(store, lease, n);
        await advance(expiryMs * 0.8);
      }
      assert.deepEqual(numbersOf(await store.read('s')), range(1, 5));
      assert.equal(await store.append(lease, 'k1', { n: 9 }), 'duplicate');
    },
  },
  {
    name: 'forgets a destroyed session and fences its owner',
    run: async ({ store }) => {
      const { lease } = await fill(store, 's', 1);
      await store.destroy('s');
      assert.equal(await store.read('s'), undefined);
      assert.equal(await store.append(lease, 'k2', { n: 2 }), 'fenced');
      assert.equal(await store.read('s'), undefined, 'an append of the former owner began it anew');
      assert.deepEqual((await store.acquire('s', 'b')).events, []);
    },
  },
  {
    name: 'forgets the keys of a destroyed session',
    run: async ({ store }) => {
      await fill(store, 's', 2);
      await store.destroy('s');
      const { lease } = await store.acquire('s', 'b');
      await append(store, lease, 1);
      assert.deepEqual(numbersOf(await store.read('s')), [1]);
    },
  },
  {
    name: 'knows no offset of the session that was destroyed',
    run: async ({ store }) => {
      const { ids } = await fill(store, 's', 3);
      await store.destroy('s');
      await store.acquire('s', 'b');
      assert.equal(await store.read('s', ids[2]), undefined);
    },
  },
  {
    name: 'destroys one session and no other',
    run: async ({ store }) => {
      await fill(store, 's', 1);
      const { lease } = await fill(store, 't', 1);
      await store.destroy('s');
      await append(store, lease, 2);
      assert.deepEqual(numbersOf(await store.read('t')), [1, 2]);
    },
  },
  {
    name: 'leaves nothing of appends that were under way when a session was destroyed',
    run: async ({ store }) => {
      const { lease } = await fill(store, 's', 1);
      const appending = range(2, 20).map(async (n) => store.append(lease, `k${n}`, { n }));
      await store.destroy('s');
      await Promise.all(appending);
      assert.equal(await store.read('s'), undefined);
    },
  },
  {
    name: 'touches and destroys an unknown session without a word',
    run: async ({ store }) => {
      await store.touch('s');
      await store.destroy('s');
      await store.destroy('s');
      assert.equal(await store.read('s'), undefined);
    },
  },
];
