import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { keyOf, type SessionEvent } from '../loop/event.ts';
import { MemorySessionStore } from '../store/memory-session-store.ts';
import type { SessionStore } from '../store/session-store.ts';
import { observedStore } from './observed-store.ts';
import { atOnce, counted, end, metricsOf, model, stepOf, user } from './sight.fixture.ts';
import { TurnWatch } from './turn-watch.ts';

type Store = SessionStore<SessionEvent>;

function observing(changes: (store: Store) => Partial<Store> = () => ({})) {
  const inner = new MemorySessionStore<SessionEvent>({ expiryMs: 60_000 });
  const kept: Store = {
    acquire: (session, owner) => inner.acquire(session, owner),
    append: (lease, key, event) => inner.append(lease, key, event),
    read: (session, after) => inner.read(session, after),
    touch: (session) => inner.touch(session),
    destroy: (session) => inner.destroy(session),
    ready: () => inner.ready(),
    close: () => inner.close(),
    ...changes(inner),
  };
  const metrics = metricsOf();
  const turns = new TurnWatch(metrics);
  let at = 0;
  // Each look at the clock is a millisecond later than the one before.
  const store = observedStore(kept, { metrics, turns, aside: atOnce, now: () => (at += 1) });
  return { store, metrics, turns };
}

suite('a store that is watched', () => {
  test('answers at once what it answered at once', async () => {
    const { store, metrics } = observing();
    const { lease } = await store.acquire('s', 'me');
    assert.deepEqual(store.append(lease, keyOf(user()), user()), { id: '1' });
    assert.equal(store.append(lease, keyOf(user()), user()), 'duplicate');
    assert.equal(store.append({ ...lease, epoch: 0 }, keyOf(end()), end()), 'fenced');
    assert.deepEqual(counted(metrics.storeAppends), { appended: 1, duplicate: 1, fenced: 1 });
  });

  test('passes its promises on as they are, and has noted the answer before whoever waits for it', async () => {
    const answer = Promise.resolve({ id: '1' });
    const { store, metrics, turns } = observing(() => ({ append: () => answer }));
    const { lease } = await store.acquire('s', 'me');
    const appended = store.append(lease, 'k', user());
    assert.equal(appended, answer);
    assert.equal(await Promise.resolve(appended).then(() => turns.size), 1);
    assert.equal(metrics.storeSeconds.of().sum, 0.001);
  });

  test('counts what failed, and lets the failure through', async () => {
    const failure = new Error('down');
    const { store, metrics } = observing(() => ({
      append: () => Promise.reject(failure),
      read: () => Promise.reject(failure),
      ready: () => Promise.reject(failure),
    }));
    const { lease } = await store.acquire('s', 'me');
    await assert.rejects(Promise.resolve(store.append(lease, 'k', user())), failure);
    await assert.rejects(store.read('s'), failure);
    await assert.rejects(store.ready(), failure);
    assert.deepEqual(counted(metrics.storeErrors), { append: 1, read: 1, ready: 1 });
    assert.deepEqual(counted(metrics.storeAppends), { error: 1 });
  });

  test('follows the turns that it takes in, and not one that it refuses', async () => {
    const { store, metrics, turns } = observing();
    const { lease } = await store.acquire('s', 'me');
    for (const event of [user(), user(), model(stepOf())]) void store.append(lease, keyOf(event), event);
    assert.equal(turns.size, 1);
    await store.acquire('s', 'other');
    assert.equal(turns.size, 1);
    void store.append(lease, keyOf(end()), end());
    assert.equal(turns.size, 1);
    await store.destroy('s');
    assert.equal(turns.size, 0);
    assert.deepEqual(counted(metrics.turns), {});
  });
});
