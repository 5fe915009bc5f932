import assert from 'node:assert/strict';
import type { SessionStore, Stored } from './session-store.ts';

export interface TestEvent {
  readonly n: number;
}

export interface ConformanceCase {
  readonly name: string;
  /** @param store an empty one, of the case's own. */
  readonly run: (store: SessionStore<TestEvent>) => Promise<void>;
}

/** What every store promises. Give each case to a test of the adapter's own, with a fresh store. */
export const conformanceCases: readonly ConformanceCase[] = [
  {
    name: 'gives a new session an empty log',
    run: async (store) => {
      const { lease, events } = await store.acquire('s', 'a');
      assert.deepEqual(events, []);
      assert.equal(lease.session, 's');
      assert.equal(lease.owner, 'a');
    },
  },
  {
    name: 'keeps events in the order in which they were appended, with ids that differ',
    run: async (store) => {
      const { lease } = await store.acquire('s', 'a');
      const ids = [];
      for (const n of [1, 2, 3]) ids.push(idOf(await store.append(lease, `k${n}`, { n })));
      assert.equal(new Set(ids).size, 3);
      assert.deepEqual(
        await store.read('s'),
        ids.map((id, at) => ({ id, event: { n: at + 1 } })),
      );
    },
  },
  {
    name: 'keeps the order of appends that nobody waited for',
    run: async (store) => {
      const { lease } = await store.acquire('s', 'a');
      const numbers = Array.from({ length: 20 }, (_, n) => n);
      await Promise.all(numbers.map(async (n) => store.append(lease, `k${n}`, { n })));
      assert.deepEqual(numbersOf(await store.read('s')), numbers);
    },
  },
  {
    name: 'writes a key once, and says so the second time',
    run: async (store) => {
      const { lease } = await store.acquire('s', 'a');
      idOf(await store.append(lease, 'k', { n: 1 }));
      assert.equal(await store.append(lease, 'k', { n: 2 }), 'duplicate');
      assert.deepEqual(numbersOf(await store.read('s')), [1]);
    },
  },
  {
    name: 'writes one of two appends of one key at the same time',
    run: async (store) => {
      const { lease } = await store.acquire('s', 'a');
      const answers = await Promise.all([store.append(lease, 'k', { n: 1 }), store.append(lease, 'k', { n: 2 })]);
      assert.equal(answers.filter((answer) => answer === 'duplicate').length, 1);
      assert.equal((await store.read('s'))?.length, 1);
    },
  },
  {
    name: 'gives the next owner all there is, and remembers the keys',
    run: async (store) => {
      const { lease } = await store.acquire('s', 'a');
      await store.append(lease, 'k', { n: 1 });
      const next = await store.acquire('s', 'b');
      assert.deepEqual(numbersOf(next.events), [1]);
      assert.equal(await store.append(next.lease, 'k', { n: 2 }), 'duplicate');
    },
  },
  {
    name: 'fences the former owner, whose epoch is lower',
    run: async (store) => {
      const { lease: former } = await store.acquire('s', 'a');
      const { lease: current } = await store.acquire('s', 'b');
      assert.ok(current.epoch > former.epoch);
      assert.equal(await store.append(former, 'k', { n: 1 }), 'fenced');
      idOf(await store.append(current, 'k', { n: 2 }));
      assert.deepEqual(numbersOf(await store.read('s')), [2]);
    },
  },
  {
    name: 'fences an owner that acquired the session anew under its former lease',
    run: async (store) => {
      const { lease: former } = await store.acquire('s', 'a');
      const { lease: current } = await store.acquire('s', 'a');
      assert.equal(await store.append(former, 'k', { n: 1 }), 'fenced');
      idOf(await store.append(current, 'k', { n: 1 }));
    },
  },
  {
    name: 'says fenced rather than duplicate to a former owner',
    run: async (store) => {
      const { lease: former } = await store.acquire('s', 'a');
      await store.append(former, 'k', { n: 1 });
      await store.acquire('s', 'b');
      assert.equal(await store.append(former, 'k', { n: 1 }), 'fenced');
    },
  },
  {
    name: 'lets exactly one of many who acquire at once append',
    run: async (store) => {
      const owners = Array.from({ length: 8 }, (_, n) => `owner ${n}`);
      const acquired = await Promise.all(owners.map((owner) => store.acquire('s', owner)));
      const answers = await Promise.all(acquired.map(async ({ lease }, n) => store.append(lease, `k${n}`, { n })));
      assert.equal(answers.filter((answer) => answer === 'fenced').length, 7);
      assert.equal(new Set(acquired.map(({ lease }) => lease.epoch)).size, 8);
    },
  },
  {
    name: 'reads what lies behind an offset',
    run: async (store) => {
      const { lease } = await store.acquire('s', 'a');
      const first = idOf(await store.append(lease, 'k1', { n: 1 }));
      await store.append(lease, 'k2', { n: 2 });
      const last = idOf(await store.append(lease, 'k3', { n: 3 }));
      assert.deepEqual(numbersOf(await store.read('s', first)), [2, 3]);
      assert.deepEqual(await store.read('s', last), []);
    },
  },
  {
    name: 'says undefined for an offset that the log does not hold, and for an unknown session',
    run: async (store) => {
      const { lease } = await store.acquire('s', 'a');
      await store.append(lease, 'k', { n: 1 });
      assert.equal(await store.read('s', 'no such id'), undefined);
      assert.equal(await store.read('s', ''), undefined);
      assert.equal(await store.read('other'), undefined);
      assert.equal(await store.read('other', '1'), undefined);
    },
  },
  {
    name: 'keeps what was handed out as it was',
    run: async (store) => {
      const { lease, events } = await store.acquire('s', 'a');
      const before = await store.read('s');
      await store.append(lease, 'k', { n: 1 });
      assert.deepEqual([events, before], [[], []]);
    },
  },
  {
    name: 'keeps sessions apart, whatever their names',
    run: async (store) => {
      const names = ['a', 'A', '__proto__', 'constructor', 'a:b', 'ä', ' '];
      for (const [n, name] of names.entries()) {
        const { lease, events } = await store.acquire(name, 'o');
        assert.deepEqual(events, [], name);
        await store.append(lease, '__proto__', { n });
      }
      for (const [n, name] of names.entries()) assert.deepEqual(numbersOf(await store.read(name)), [n], name);
    },
  },
  {
    name: 'forgets a destroyed session and fences its owner',
    run: async (store) => {
      const { lease } = await store.acquire('s', 'a');
      await store.append(lease, 'k', { n: 1 });
      await store.destroy('s');
      assert.equal(await store.read('s'), undefined);
      assert.equal(await store.append(lease, 'k2', { n: 2 }), 'fenced');
      assert.equal(await store.read('s'), undefined, 'an append of the former owner began it anew');
      assert.deepEqual((await store.acquire('s', 'b')).events, []);
    },
  },
  {
    name: 'touches and destroys an unknown session without a word',
    run: async (store) => {
      await store.touch('s');
      await store.destroy('s');
      assert.equal(await store.read('s'), undefined);
    },
  },
];

function idOf(appended: Awaited<ReturnType<SessionStore<TestEvent>['append']>>): string {
  if (typeof appended === 'string') assert.fail(`The event was not appended: ${appended}.`);
  return appended.id;
}

function numbersOf(events: readonly Stored<TestEvent>[] | undefined): number[] | undefined {
  return events?.map(({ event }) => event.n);
}
