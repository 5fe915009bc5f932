import assert from 'node:assert/strict';
import test from 'node:test';
import type { ModelEvent, ModelRequest } from '../server/model/model.ts';
import { scriptedModel } from './index.ts';

const request: ModelRequest = { system: '', history: [{ role: 'user', text: 'hi' }], tools: [], toolChoice: 'auto' };
const never = new AbortController().signal;

async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const collected: ModelEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

test('gives its answers in turn and records the requests', async () => {
  const model = scriptedModel([
    { thought: 'hm', calls: [{ id: 'a', name: 'speak' }] },
    (asked) => `${asked.history.length} entries`,
  ]);
  const [thought, step] = await collect(model.run(request, never));
  assert.deepEqual(thought, { type: 'thought', text: 'hm' });
  assert.equal(step?.type === 'step' && step.step.finish, 'calls');
  const second = await collect(model.run(request, never));
  assert.deepEqual(second.slice(0, 2), [
    { type: 'text', text: '1' },
    { type: 'text', text: ' entries' },
  ]);
  assert.deepEqual(model.requests, [request, request]);
});

test('throws what it is told to, and when the script is over', async () => {
  const model = scriptedModel([new Error('as told')]);
  await assert.rejects(collect(model.run(request, never)), /as told/);
  await assert.rejects(collect(model.run(request, never)), /no answer for request 2/);
});

test('ends with the reason of the signal, even while it waits', async () => {
  const model = scriptedModel([() => new Promise<string>(() => {})]);
  const stop = new AbortController();
  const run = collect(model.run(request, stop.signal));
  const reason = new Error('stopped');
  stop.abort(reason);
  await assert.rejects(run, reason);
});
