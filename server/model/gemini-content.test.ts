import assert from 'node:assert/strict';
import test from 'node:test';
import { contentsOf } from './gemini-content.ts';
import { familyOf } from './gemini-family.ts';
import type { HistoryEntry, ModelCall, ModelStep } from './model.ts';

const newest = familyOf('gemini-flash-latest');
const old = familyOf('gemini-2.5-flash');

function turn(step: ModelStep): HistoryEntry[] {
  const results = step.calls.map((call) => ({ call, result: { ok: true, value: 1 } as const }));
  return [
    { role: 'user', text: 'Hi' },
    { role: 'model', step },
    { role: 'results', results },
  ];
}

function foreign(...calls: readonly ModelCall[]): ModelStep {
  return { raw: { role: 'assistant' }, text: '', calls, finish: 'calls' };
}

test('replays a message of its own as the very object that came (001)', () => {
  const parts = [{ functionCall: { id: 'x', name: 'read' }, thoughtSignature: 'S1', futureField: [1] }];
  const raw = { role: 'model', parts };
  const [, model, results] = contentsOf(turn({ ...foreign({ id: 'x', name: 'read', args: {} }), raw }), newest);
  assert.equal(model, raw);
  assert.deepEqual(results?.parts, [{ functionResponse: { id: 'x', name: 'read', response: { output: 1 } } }]);
});

test('invents no signature for the other calls of a batch, and keeps their order (004, 005)', () => {
  const calls = Array.from({ length: 21 }, (_, at) => ({ id: `c${at}`, name: 'read', args: { at } }));
  const parts = calls.map((functionCall, at) => ({ functionCall, ...(at === 0 && { thoughtSignature: 'S1' }) }));
  const [, model, results] = contentsOf(turn({ ...foreign(...calls), raw: { role: 'model', parts } }), newest);
  assert.equal(JSON.stringify(model).split('thoughtSignature').length, 2);
  assert.equal(results?.parts.length, 21);
  assert.deepEqual(
    results?.parts.map((part) => JSON.stringify(part).match(/"id":"(c\d+)"/)?.[1]),
    calls.map(({ id }) => id),
  );
});

test("tells another model's calls with ids of ours on both sides, where there are ids", () => {
  const step = foreign({ id: 'same', name: 'read', args: {} }, { id: 'same', name: 'read', args: 'x' });
  const [, model, results] = contentsOf(turn(step), newest);
  assert.deepEqual(model?.parts, [
    { functionCall: { id: 'told-1-0', name: 'read', args: {} }, thoughtSignature: 'skip_thought_signature_validator' },
    { functionCall: { id: 'told-1-1', name: 'read', args: {} } },
  ]);
  assert.match(JSON.stringify(results), /"id":"told-1-0".*"id":"told-1-1"/);
  assert.doesNotMatch(JSON.stringify(contentsOf(turn(step), old)), /"id"|thoughtSignature/);
});

test('mends a name that another model made up, on both sides', () => {
  for (const [name, told] of [
    ['read it', 'read_it'],
    ['', '_'],
    ['1st', '_1st'],
    ['ä'.repeat(99), '_'.repeat(64)],
  ] as const) {
    const [, model, results] = contentsOf(turn(foreign({ name, args: {} })), old);
    assert.deepEqual(model?.parts, [{ functionCall: { name: told, args: {} } }]);
    assert.match(JSON.stringify(results), new RegExp(`"name":"${told}"`));
  }
});

test('makes a message of a step that says nothing', () => {
  const [, model] = contentsOf(
    [
      { role: 'user', text: 'Hi' },
      { role: 'model', step: foreign() },
    ],
    newest,
  );
  assert.deepEqual(model, { role: 'model', parts: [{ text: ' ' }] });
});
