import assert from 'node:assert/strict';
import test from 'node:test';
import type { SessionEvent } from '../loop/event.ts';
import type { ModelAdapter } from '../model/model.ts';
import { MemorySessionStore } from '../store/memory-session-store.ts';
import { Sight } from './sight.ts';
import { stepOf, user } from './sight.fixture.ts';

const model: ModelAdapter = {
  label: 'Model',
  rehearsal: true,
  async *run() {
    yield { type: 'text', text: 'words' };
    yield { type: 'step', step: stepOf() };
  },
};

function see() {
  const store = new MemorySessionStore<SessionEvent>({ expiryMs: 60_000 });
  let now = 0;
  return new Sight({ store, model, sessions: () => 3, now: () => (now += 1) });
}

test('shows what the store and the model do, whoever uses them', async () => {
  const sight = see();
  const { lease } = await sight.store.acquire('s', 'me');
  void sight.store.append(lease, 'k', user());
  const events = sight.model.run(
    { system: '', history: [], tools: [], toolChoice: 'auto' },
    AbortSignal.timeout(1_000),
  );
  const first = await events[Symbol.asyncIterator]().next();
  assert.deepEqual(first.value, { type: 'text', text: 'words' });
  const { contentType, text } = await sight.exposition();
  assert.match(contentType, /^text\/plain; version=0\.0\.4/);
  for (const line of ['sessions 3', 'turns_running 1', 'model_requests_running 1', 'sockets 0']) {
    assert.match(text, new RegExp(`^headless_agent_${line}$`, 'm'));
  }
});

test('leaves the model’s own words about itself as they are', () => {
  const { label, rehearsal, service } = see().model;
  assert.deepEqual([label, rehearsal, service], ['Model', true, undefined]);
});

test('each server counts for itself', async () => {
  const [one, other] = [see(), see()];
  one.sockets.limitHit('frames');
  assert.match((await one.exposition()).text, /limits_hit_total\{limit="frames"\} 1/);
  assert.match((await other.exposition()).text, /limits_hit_total\{limit="frames"\} 0/);
});
