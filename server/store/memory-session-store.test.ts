import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeClock } from '../../testing/fake-clock.ts';
import { MemorySessionStore } from './memory-session-store.ts';
import { testConformance } from './session-store.conformance.ts';
import { fill, type TestEvent } from './session-store-subject.conformance.ts';

const expiryMs = 1_000;

function open(): { readonly clock: FakeClock; readonly store: MemorySessionStore<TestEvent> } {
  const clock = new FakeClock();
  return { clock, store: new MemorySessionStore<TestEvent>({ expiryMs, now: clock.now }) };
}

testConformance(async (run) => {
  const { clock, store } = open();
  await run({ store, expiryMs, advance: async (ms) => clock.advance(ms) });
});

test('keeps a session to the last moment, and not a moment longer', async () => {
  const { clock, store } = open();
  await fill(store, 's', 1);
  clock.advance(expiryMs - 1);
  assert.equal((await store.read('s'))?.length, 1);
  clock.advance(1);
  assert.equal(await store.read('s'), undefined);
});

test('answers an append at once: there is nothing to wait for', async () => {
  const { store } = open();
  const { lease } = await store.acquire('s', 'a');
  assert.deepEqual(store.append(lease, 'k', { n: 1 }), { id: '1' });
});
