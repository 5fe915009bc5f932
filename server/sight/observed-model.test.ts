import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { AgentError } from '../../shared/errors.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import type { ModelAdapter, ModelEvent, ModelRequest } from '../model/model.ts';
import { observedModel } from './observed-model.ts';
import { atOnce, counted, metricsOf, stepOf } from './sight.fixture.ts';

const request: ModelRequest = { system: '', history: [], tools: [], toolChoice: 'auto' };
const text: ModelEvent = { type: 'text', text: 'words' };
const step: ModelEvent = { type: 'step', step: { ...stepOf(), usage: { inputTokens: 12, outputTokens: 3 } } };

function observing(run: (clock: FakeClock, signal: AbortSignal) => AsyncIterable<ModelEvent>) {
  const clock = new FakeClock();
  const metrics = metricsOf();
  const inner: ModelAdapter = { label: 'Inner', rehearsal: false, run: (_, signal) => run(clock, signal) };
  const { adapter, running } = observedModel(inner, { metrics, aside: atOnce, now: clock.now });
  const stop = new AbortController();
  const ask = async () => {
    const events = [];
    for await (const event of adapter.run(request, stop.signal)) {
      events.push(event);
      if (event.type === 'step') break;
    }
    return events;
  };
  return { adapter, metrics, running, ask, stop };
}

suite('a model that is watched', () => {
  test('says what it said, and is counted with its time and its tokens', async () => {
    const { metrics, running, ask } = observing(async function* (clock) {
      clock.advance(500);
      yield text;
      clock.advance(1_500);
      yield step;
    });
    assert.deepEqual(await ask(), [text, step]);
    assert.deepEqual(counted(metrics.modelRequests), { answered: 1 });
    assert.deepEqual(counted(metrics.tokens), { input: 12, output: 3 });
    assert.deepEqual([metrics.modelFirstSeconds.of().sum, metrics.modelSeconds.of().sum], [0.5, 2]);
    assert.equal(running(), 0);
  });

  for (const [what, thrown, outcome] of [
    ['an error of ours by its code', new AgentError('model_quota', 'Later.'), 'model_quota'],
    ['a foreign one as other', new TypeError('the words of a provider'), 'other'],
  ] as const) {
    test(`counts ${what}, and lets it through`, async () => {
      const refusing = { next: () => Promise.reject<IteratorResult<ModelEvent>>(thrown) };
      const { metrics, running, ask } = observing(() => ({ [Symbol.asyncIterator]: () => refusing }));
      await assert.rejects(ask(), thrown);
      assert.deepEqual(counted(metrics.modelRequests), { [outcome]: 1 });
      assert.equal(running(), 0);
    });
  }

  test('counts an answer without an end as one that was not there', async () => {
    const { metrics, ask } = observing(async function* () {
      yield text;
    });
    await ask();
    assert.deepEqual(counted(metrics.modelRequests), { model_unavailable: 1 });
  });

  test('counts one that was stopped as cancelled, and lets its request end', async () => {
    let hasEnded = false;
    const { adapter, metrics, running } = observing(async function* () {
      try {
        yield text;
        yield step;
      } finally {
        hasEnded = true;
      }
    });
    for await (const event of adapter.run(request, new AbortController().signal)) {
      assert.equal(running(), 1);
      if (event.type === 'text') break;
    }
    assert.ok(hasEnded);
    assert.deepEqual(counted(metrics.modelRequests), { cancelled: 1 });
    assert.equal(running(), 0);
  });

  test('hands on the very promise of the model: no word comes a tick later', () => {
    const next = Promise.resolve({ done: false as const, value: text });
    const { adapter } = observing(() => ({ [Symbol.asyncIterator]: () => ({ next: () => next }) }));
    const events = adapter.run(request, new AbortController().signal)[Symbol.asyncIterator]();
    assert.equal(events.next(), next);
  });
});
