import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelAdapter, ModelEvent } from '../server/model/model.ts';
import { faultKinds } from './history/faults.ts';
import { details, isClean } from './history/report.ts';
import { runHistory } from './history/run.ts';
import { planTurn } from './history/turn-plan.ts';

const turns = 240;

test('random turns with faults, stops and reconnects leave no history that Gemini refuses, and none ends without a word', async () => {
  const result = await runHistory({ seed: 'short', turns, people: 4 });
  assert.ok(isClean(result), details(result));
  assert.equal(result.turns, turns);
  assert.ok(result.cancellations > 5, 'some are stopped');
  assert.ok(result.reconnects > 20, 'some are cut off');
  assert.ok(result.faults.size > faultKinds.length / 3, 'many kinds of faults are met');
  assert.deepEqual(
    [...result.warnings.keys()].filter((check) => check !== 'undeclared-call'),
    [],
    'no signature was lost or made up, and the tools stayed the same',
  );
});

test('a seed says what happens in each turn', () => {
  for (const number of [0, 7, 4_711]) assert.deepEqual(planTurn('one', number), planTurn('one', number));
  assert.notDeepEqual(planTurn('one', 7), planTurn('two', 7));
});

/** The same model, with every step that ends a run made into another one. */
function withSteps(change: (step: StepEvent['step']) => StepEvent['step']): (model: ModelAdapter) => ModelAdapter {
  return (model) => ({
    ...model,
    async *run(request, signal) {
      for await (const event of model.run(request, signal)) {
        yield event.type === 'step' ? { ...event, step: change(event.step) } : event;
      }
    },
  });
}

type StepEvent = Extract<ModelEvent, { type: 'step' }>;

test('a loop that loses signatures is caught', async () => {
  const forgetful = withSteps((step) => {
    const raw: unknown = JSON.parse(JSON.stringify(step.raw), (key, value: unknown) =>
      key === 'thoughtSignature' ? undefined : value,
    );
    return { ...step, raw };
  });
  const { refusals } = await runHistory({ seed: 'forgetful', turns: 30, people: 1, tamper: forgetful });
  assert.ok(refusals.some((refusal) => refusal.includes('signature-missing')));
});

test('a loop that takes an empty answer for success is caught', async () => {
  const mute = (model: ModelAdapter): ModelAdapter => ({
    ...model,
    async *run() {
      yield {
        type: 'step',
        step: { raw: { role: 'model', parts: [{ text: '' }] }, text: '', calls: [], finish: 'answered' },
      };
    },
  });
  const { silentEnds } = await runHistory({ seed: 'mute', turns: 30, people: 1, tamper: mute });
  assert.ok(silentEnds > 20);
});
