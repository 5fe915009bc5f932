import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { FakeClock } from '../../testing/fake-clock.ts';
import { MemorySessionStore } from './memory-session-store.ts';
import { conformanceCases, type TestEvent } from './session-store.conformance.ts';

function open(): { readonly clock: FakeClock; readonly store: MemorySessionStore<TestEvent> } {
  const clock = new FakeClock();
  return { clock, store: new MemorySessionStore<TestEvent>({ expiryMs: 1_000, now: clock.now }) };
}

suite('conformance', () => {
  for (const { name, run } of conformanceCases) test(name, () => run(open().store));
});

suite('expiry', () => {
  test('drops a session that nobody touched for so long, and not a moment before', async () => {
    const { clock, store } = open();
    await store.acquire('s', 'a');
    clock.advance(999);
    assert.deepEqual(await store.read('s'), []);
    clock.advance(1);
    assert.equal(await store.read('s'), undefined);
  });

  for (const [what, use] of [
    ['a touch', (store: MemorySessionStore<TestEvent>) => store.touch('s')],
    ['an acquisition', (store: MemorySessionStore<TestEvent>) => store.acquire('s', 'b')],
  ] as const) {
    test(`is put off by ${what}`, async () => {
      const { clock, store } = open();
      await store.acquire('s', 'a');
      clock.advance(900);
      await use(store);
      clock.advance(900);
      assert.deepEqual(await store.read('s'), []);
    });
  }

  test('is put off by an append', async () => {
    const { clock, store } = open();
    const { lease } = await store.acquire('s', 'a');
    clock.advance(900);
    store.append(lease, 'k', { n: 1 });
    clock.advance(900);
    assert.equal((await store.read('s'))?.length, 1);
  });

  test('is not put off by reading', async () => {
    const { clock, store } = open();
    await store.acquire('s', 'a');
    clock.advance(900);
    await store.read('s');
    clock.advance(100);
    assert.equal(await store.read('s'), undefined);
  });

  test('comes to an idle session although an older one is in use', async () => {
    const { clock, store } = open();
    const { lease } = await store.acquire('old and busy', 'a');
    await store.acquire('idle', 'a');
    clock.advance(999);
    store.append(lease, 'k', { n: 1 });
    clock.advance(1);
    assert.equal(await store.read('idle'), undefined);
    assert.equal((await store.read('old and busy'))?.length, 1);
  });

  test('fences the owner of a session that is gone, and lets it begin anew', async () => {
    const { clock, store } = open();
    const { lease } = await store.acquire('s', 'a');
    store.append(lease, 'k', { n: 1 });
    clock.advance(1_000);
    await store.acquire('another', 'a');
    assert.equal(store.append(lease, 'k2', { n: 2 }), 'fenced');
    assert.deepEqual((await store.acquire('s', 'a')).events, []);
  });
});
