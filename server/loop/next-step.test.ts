import assert from 'node:assert/strict';
import test from 'node:test';
import type { ModelStep } from '../model/model.ts';
import type { SessionEvent } from './event.ts';
import { call, calls, failure, says } from './loop.fixture.ts';
import { nextStep, type NextStep } from './next-step.ts';
import { emptyState, reduce } from './state.ts';

const begin: SessionEvent = { type: 'user', turn: 1, message: 'm1', text: 'Hi', toolChoice: 'auto' };

function stepAfter(events: readonly SessionEvent[], maxRounds = 8): NextStep {
  return nextStep(events.map((event, at) => ({ id: String(at), event })).reduce(reduce, emptyState), maxRounds);
}

function model(round: number, step: ModelStep): SessionEvent {
  return { type: 'model', turn: 1, round, step };
}

function result(id: string): SessionEvent {
  return { type: 'result', call: id, result: { ok: true, value: null } };
}

test('is idle before the first turn and after the last', () => {
  assert.deepEqual(stepAfter([]), { kind: 'idle' });
  const usage = { inputTokens: 0, outputTokens: 0 };
  assert.deepEqual(stepAfter([begin, { type: 'end', turn: 1, reason: 'answered', usage }]), { kind: 'idle' });
});

test('asks the model first', () => {
  const step = stepAfter([begin]);
  assert.deepEqual(
    [step.kind, step.kind === 'ask-model' && step.round, step.kind === 'ask-model' && step.withTools],
    ['ask-model', 1, true],
  );
});

test('answers exactly the calls that have no result, dispatched or not', () => {
  const made = model(1, calls(call('a'), call('b'), call('c')));
  const step = stepAfter([
    begin,
    made,
    { type: 'dispatch', call: '1.1.2', page: 'p1', tab: 't1', ledger: 'l1' },
    result('1.1.0'),
  ]);
  assert.deepEqual(step.kind === 'answer-calls' && step.calls.map(({ id, sentTo }) => [id, sentTo?.page]), [
    ['1.1.1', undefined],
    ['1.1.2', 'p1'],
  ]);
});

test('asks the model again when all calls have their results', () => {
  const step = stepAfter([begin, model(1, calls(call('a'))), result('1.1.0')]);
  assert.deepEqual([step.kind, step.kind === 'ask-model' && step.round], ['ask-model', 2]);
});

for (const finish of ['answered', 'truncated'] as const) {
  test(`ends with the reason ${finish} when the model says so`, () => {
    const step = stepAfter([begin, model(1, { ...says('Well.'), finish })]);
    assert.deepEqual([step.kind, step.kind === 'end' && step.reason], ['end', finish]);
  });
}

test('ends in words for the person when the rounds are used up, with every call answered (013)', () => {
  const events = [begin, model(1, calls(call('a'))), result('1.1.0'), model(2, calls(call('b')))];
  assert.equal(stepAfter(events, 2).kind, 'answer-calls');
  const step = stepAfter([...events, result('1.2.0')], 2);
  assert.deepEqual(step.kind === 'end' && [step.reason, step.error], [
    'failed',
    { code: 'max_rounds', message: 'Stopped after 2 steps without an answer. Send a message to go on.' },
  ]);
});

test('ends as answered in the last round that is allowed', () => {
  const step = stepAfter([begin, model(1, says('Hi'))], 1);
  assert.equal(step.kind === 'end' && step.reason, 'answered');
});

test('offers no tool when nobody is there to run one', () => {
  const gone: SessionEvent = { type: 'result', call: '1.1.1', result: failure('disconnected') };
  const step = stepAfter([begin, model(1, calls(call('a'), call('b'))), result('1.1.0'), gone]);
  assert.equal(step.kind === 'ask-model' && step.withTools, false);
});

test('offers tools after any other failure', () => {
  const slow: SessionEvent = { type: 'result', call: '1.1.0', result: failure('timeout') };
  const step = stepAfter([begin, model(1, calls(call('a'))), slow]);
  assert.equal(step.kind === 'ask-model' && step.withTools, true);
});
