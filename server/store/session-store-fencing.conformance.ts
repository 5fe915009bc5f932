import assert from 'node:assert/strict';
import type { Lease } from './session-store.ts';
import { append, fill, idOf, numbersOf, range, type ConformanceCase } from './session-store-subject.conformance.ts';

/** Every order in which two owners can acquire a session and append to it twice. */
const interleavings = mix('AAA', 'BBB').map((order): ConformanceCase => ({
  name: `fences by who acquired last when two owners come in the order ${order}`,
  run: async ({ store }) => {
    const leases = new Map<string, Lease>();
    const expected: number[] = [];
    let current = '';
    for (const [n, owner] of [...order].entries()) {
      const lease = leases.get(owner);
      if (!lease) {
        leases.set(owner, (await store.acquire('s', owner)).lease);
        current = owner;
        continue;
      }
      const answer = await store.append(lease, `k${n}`, { n });
      assert.equal(answer === 'fenced', owner !== current, `${owner} at ${n}`);
      if (owner === current) expected.push(n);
    }
    assert.deepEqual(numbersOf(await store.read('s')), expected);
  },
}));

function mix(a: string, b: string): string[] {
  if (!a || !b) return [a + b];
  return [...mix(a.slice(1), b).map((rest) => a[0] + rest), ...mix(a, b.slice(1)).map((rest) => b[0] + rest)];
}

export const fencingCases: readonly ConformanceCase[] = [
  ...interleavings,
  {
    name: 'raises the epoch with each acquisition',
    run: async ({ store }) => {
      const epochs: number[] = [];
      for (const owner of ['a', 'b', 'b', 'a']) epochs.push((await store.acquire('s', owner)).lease.epoch);
      assert.deepEqual(
        epochs,
        epochs.toSorted((a, b) => a - b),
      );
      assert.equal(new Set(epochs).size, 4);
      assert.ok(epochs.every(Number.isSafeInteger));
    },
  },
  {
    name: 'gives the next owner all there is, and remembers the keys',
    run: async ({ store }) => {
      await fill(store, 's', 3);
      const next = await store.acquire('s', 'b');
      assert.deepEqual(next.events, await store.read('s'));
      assert.equal(await store.append(next.lease, 'k2', { n: 9 }), 'duplicate');
    },
  },
  {
    name: 'fences an owner that acquired the session anew under its former lease',
    run: async ({ store }) => {
      const { lease: former } = await store.acquire('s', 'a');
      const { lease: current } = await store.acquire('s', 'a');
      assert.equal(await store.append(former, 'k', { n: 1 }), 'fenced');
      idOf(await store.append(current, 'k', { n: 1 }));
    },
  },
  {
    name: 'says fenced rather than duplicate to a former owner',
    run: async ({ store }) => {
      const { lease: former } = await fill(store, 's', 1);
      await store.acquire('s', 'b');
      assert.equal(await store.append(former, 'k1', { n: 1 }), 'fenced');
    },
  },
  {
    name: 'remembers no key of a fenced append',
    run: async ({ store }) => {
      const { lease: former } = await store.acquire('s', 'a');
      const { lease: current } = await store.acquire('s', 'b');
      assert.equal(await store.append(former, 'k', { n: 1 }), 'fenced');
      idOf(await store.append(current, 'k', { n: 2 }));
    },
  },
  {
    name: 'fences each of many appends of a former owner that nobody waited for',
    run: async ({ store }) => {
      const { lease: former } = await store.acquire('s', 'a');
      await store.acquire('s', 'b');
      const answers = await Promise.all(range(1, 100).map(async (n) => store.append(former, `k${n}`, { n })));
      assert.deepEqual(new Set(answers), new Set(['fenced']));
      assert.deepEqual(await store.read('s'), []);
    },
  },
  {
    name: 'lets exactly one of many who acquire at once append',
    run: async ({ store }) => {
      const acquired = await Promise.all(range(1, 8).map((n) => store.acquire('s', `owner ${n}`)));
      const answers = await Promise.all(acquired.map(async ({ lease }, n) => store.append(lease, `k${n}`, { n })));
      assert.equal(answers.filter((answer) => answer === 'fenced').length, 7);
      assert.equal(new Set(acquired.map(({ lease }) => lease.epoch)).size, 8);
    },
  },
  {
    name: 'hands the next owner every event of the former whose append was answered, and none of those fenced',
    run: async ({ store }) => {
      const { lease: former } = await store.acquire('s', 'a');
      const answering = Promise.all(range(1, 40).map(async (n) => store.append(former, `k${n}`, { n })));
      const next = await store.acquire('s', 'b');
      const answers = await answering;
      const written = range(1, 40).filter((n) => typeof answers[n - 1] === 'object');
      assert.deepEqual(numbersOf(next.events), written);
      assert.deepEqual(numbersOf(await store.read('s')), written);
    },
  },
  {
    name: 'knows nothing of a lease with an epoch from the future',
    run: async ({ store }) => {
      const { lease } = await store.acquire('s', 'a');
      assert.equal(await store.append({ ...lease, epoch: lease.epoch + 1 }, 'k', { n: 1 }), 'fenced');
      await append(store, lease, 1);
    },
  },
  {
    name: 'fences another who borrows the epoch',
    run: async ({ store }) => {
      const { lease } = await store.acquire('s', 'a');
      assert.equal(await store.append({ ...lease, owner: 'b' }, 'k', { n: 1 }), 'fenced');
    },
  },
  {
    name: 'takes a copy of a lease for the lease',
    run: async ({ store }) => {
      const { lease } = await fill(store, 's', 1);
      await append(store, JSON.parse(JSON.stringify(lease)), 2);
      assert.deepEqual(numbersOf(await store.read('s')), [1, 2]);
    },
  },
  {
    name: 'fences a lease of a session that never was, and makes none',
    run: async ({ store }) => {
      assert.equal(await store.append({ session: 'never', owner: 'a', epoch: 1 }, 'k', { n: 1 }), 'fenced');
      assert.equal(await store.read('never'), undefined);
    },
  },
];
