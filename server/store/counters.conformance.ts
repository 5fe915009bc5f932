import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Counters } from './counters.ts';

export interface CountersSubject {
  /** Those of one node, and of another where nodes share them. */
  readonly counters: Counters;
  readonly others: Counters;
  readonly advance: (ms: number) => Promise<void>;
}

interface CountersCase {
  readonly name: string;
  readonly run: (subject: CountersSubject) => Promise<void>;
}

const minute = { windowMs: 60_000 };
const two = { points: 2, ...minute };

const countersCases: readonly CountersCase[] = [
  {
    name: 'allows so many in a window, and says when there is more',
    run: async ({ counters, others }) => {
      assert.deepEqual(await counters.take('k', two), { allowed: true, retryInMs: 0 });
      assert.deepEqual(await others.take('k', two), { allowed: true, retryInMs: 0 });
      const { allowed, retryInMs } = await counters.take('k', two);
      assert.equal(allowed, false);
      assert.ok(retryInMs > 0 && retryInMs <= 60_000, `${retryInMs}`);
    },
  },
  {
    name: 'allows again when the window is over, whatever was refused in it',
    run: async ({ counters, advance }) => {
      for (const _ of [1, 2, 3, 4, 5]) await counters.take('k', two);
      await advance(30_000);
      assert.equal((await counters.take('k', two)).allowed, false);
      await advance(31_000);
      assert.equal((await counters.take('k', two)).allowed, true);
    },
  },
  {
    name: 'counts keys, and what is done with them, apart',
    run: async ({ counters }) => {
      const one = { points: 1, ...minute };
      for (const key of ['k', 'K', '__proto__', 'a:b', '203.0.113.9', '2001:db8::1', '']) {
        assert.equal((await counters.take(key, one)).allowed, true, key);
        assert.equal(await counters.add(key, 3, minute), 3, key);
        assert.equal(await counters.once(key, 60_000), true, key);
        assert.ok(await counters.enter(key, 1, 60_000), key);
      }
    },
  },
  {
    name: 'allows exactly so many of those that come at once',
    run: async ({ counters, others }) => {
      const five = { points: 5, ...minute };
      const asked = Array.from({ length: 20 }, (_, n) => (n % 2 ? counters : others).take('k', five));
      assert.equal((await Promise.all(asked)).filter(({ allowed }) => allowed).length, 5);
    },
  },
  {
    name: 'adds up amounts, shows the total for none, and begins anew after the window',
    run: async ({ counters, others, advance }) => {
      assert.equal(await counters.add('k', 0, minute), 0);
      assert.equal(await counters.add('k', 1_500, minute), 1_500);
      assert.equal(await others.add('k', 500, minute), 2_000);
      assert.equal(await others.add('k', 0, minute), 2_000);
      await advance(61_000);
      assert.equal(await counters.add('k', 7, minute), 7);
    },
  },
  {
    name: 'keeps a total of a day',
    run: async ({ counters, advance }) => {
      const day = { windowMs: 86_400_000 };
      await counters.add('k', 2_000_000_000, day);
      await advance(80_000_000);
      assert.equal(await counters.add('k', 2_000_000_000, day), 4_000_000_000);
      await advance(7_000_000);
      assert.equal(await counters.add('k', 1, day), 1);
    },
  },
  {
    name: 'says once to one of many who ask, and again after the time',
    run: async ({ counters, others, advance }) => {
      const asked = Array.from({ length: 10 }, (_, n) => (n % 2 ? counters : others).once('ticket', 60_000));
      assert.equal((await Promise.all(asked)).filter(Boolean).length, 1);
      await advance(61_000);
      assert.equal(await others.once('ticket', 60_000), true);
    },
  },
  {
    name: 'lets in so many at a time, and another for each that leaves',
    run: async ({ counters, others }) => {
      const first = await counters.enter('k', 2, 60_000);
      assert.ok(await others.enter('k', 2, 60_000));
      assert.equal(await counters.enter('k', 2, 60_000), undefined);
      await first?.();
      await first?.();
      assert.ok(await others.enter('k', 2, 60_000));
      assert.equal(await counters.enter('k', 2, 60_000), undefined, 'one who left twice made one place');
    },
  },
  {
    name: 'lets exactly so many in of those that come at once',
    run: async ({ counters, others }) => {
      const asked = Array.from({ length: 20 }, (_, n) => (n % 2 ? counters : others).enter('k', 7, 60_000));
      assert.equal((await Promise.all(asked)).filter(Boolean).length, 7);
    },
  },
  {
    name: 'lets nobody in where there is no place',
    run: async ({ counters }) => assert.equal(await counters.enter('k', 0, 60_000), undefined),
  },
  {
    name: 'closes twice without a word',
    run: async ({ counters }) => {
      await counters.enter('k', 1, 60_000);
      await counters.close();
      await counters.close();
    },
  },
];

/** What all counters promise. `withCounters` runs a case with counts of its own, and cleans up after it. */
export function testCounters(withCounters: (run: (subject: CountersSubject) => Promise<void>) => Promise<void>): void {
  suite('conformance', () => {
    for (const { name, run } of countersCases) test(name, () => withCounters(run));
  });
}
