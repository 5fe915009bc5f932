import assert from 'node:assert/strict';
import test from 'node:test';
import type { StandinAnswer } from '../standin/answer.ts';
import { afterCalls, asked, bodyOf, collect, never, pair, plainError } from './gemini.fixture.ts';
import { noRepair, repairAfter, repaired, signatureRepair } from './gemini-repair.ts';
import type { HistoryEntry, ModelStep } from './model.ts';

const malformed: StandinAnswer = { parts: null, finishReason: 'MALFORMED_FUNCTION_CALL' };
const bypass = 'skip_thought_signature_validator';

test('asks a model that twice garbled its call a third time, with the names of the tools (009)', async (t) => {
  const notes: string[] = [];
  const onNote = (note: string): void => void notes.push(note);
  const { model, standin } = await pair(t, [malformed, malformed, { text: 'Here I am.' }], { gemini: { onNote } });
  const { step } = await collect(model.run(asked, never));
  assert.equal(step.text, 'Here I am.');
  assert.deepEqual(bodyOf(standin, 1).contents, bodyOf(standin, 0).contents);
  const [, note] = bodyOf(standin, 2).contents;
  assert.equal(note.role, 'user');
  assert.match(note.parts[0].text, /could not be read.*geolocation_get/);
  assert.equal(notes.filter((each) => each.includes('MALFORMED_FUNCTION_CALL')).length, 2);
});

test('reminds it behind the results of a round, and the next round knows nothing of it (009)', async (t) => {
  const { model, standin } = await pair(t, [
    { calls: [{ name: 'memory_list' }] },
    malformed,
    malformed,
    { calls: [{ name: 'memory_list' }] },
    { text: 'Done.' },
  ]);
  const first = await collect(model.run(asked, never));
  const history = afterCalls(first.step);
  const second = await collect(model.run({ ...asked, history }, never));
  assert.equal(bodyOf(standin, 3).contents.length, 4);
  const more: HistoryEntry[] = [...history, ...afterCalls(second.step).slice(1)];
  const { text } = await collect(model.run({ ...asked, history: more }, never));
  assert.equal(text, 'Done.');
  assert.doesNotMatch(JSON.stringify(bodyOf(standin, 4).contents), /Note from the program/);
});

test('repeats a request without its signatures once it is refused for one of another stand-in', async (t) => {
  const foreign = await pair(t, [{ calls: [{ name: 'memory_list' }, { name: 'memory_list' }] }]);
  const { step } = await collect(foreign.model.run(asked, never));
  const { model, standin } = await pair(t, [{ text: 'ok' }]);
  assert.equal((await collect(model.run({ ...asked, history: afterCalls(step) }, never))).text, 'ok');
  assert.equal(standin.requests[0]?.refusal?.check, 'signature-altered');
  const [first, second] = bodyOf(standin, 1).contents[1].parts;
  assert.equal(first.thoughtSignature, bypass);
  assert.equal('thoughtSignature' in second, false);
});

test('fills in a signature that is missing, and touches none that is there', async (t) => {
  const { model, standin } = await pair(t, [{ calls: [{ name: 'memory_list' }] }, { text: 'ok' }]);
  const { step } = await collect(model.run(asked, never));
  const unsigned: ModelStep = {
    ...step,
    raw: { role: 'model', parts: [{ functionCall: { id: 'u', name: 'speak', args: { text: 'x' } } }] },
    calls: [{ id: 'u', name: 'speak', args: { text: 'x' } }],
  };
  const history = [...afterCalls(step), ...afterCalls(unsigned).slice(1)];
  assert.equal((await collect(model.run({ ...asked, history }, never))).text, 'ok');
  const { contents } = bodyOf(standin, 2);
  assert.deepEqual(contents[1], step.raw);
  assert.equal(contents[3].parts[0].thoughtSignature, bypass);
});

test('gives up on signatures that are refused in their repaired form, too', async (t) => {
  const refusal = { status: 400, message: 'Corrupted thought signature.' };
  const { model, standin } = await pair(t, [refusal, refusal, { text: 'too late' }]);
  await assert.rejects(collect(model.run(asked, never)), plainError('model_unavailable'));
  assert.equal(standin.requests.length, 2);
});

test('repairs the turn that goes on and none before it', () => {
  const step = { role: 'model', parts: [{ functionCall: {}, thoughtSignature: 'a' }] };
  const results = { role: 'user', parts: [{ functionResponse: {} }] };
  const said = { role: 'user', parts: [{ text: 'x' }] };
  const contents = [said, step, results, said, step, results];
  const after = repaired(contents, { malformed: 0, signatures: 'spoiled' }, []);
  assert.deepEqual(after.slice(0, 4), contents.slice(0, 4));
  assert.deepEqual(after[4], { role: 'model', parts: [{ functionCall: {}, thoughtSignature: bypass }] });
  assert.equal(repaired(contents, noRepair, []), contents);
});

test('ends: no kind of repair goes on for ever', () => {
  let repair = noRepair;
  for (const reason of ['MALFORMED_RESPONSE', 'UNEXPECTED_TOOL_CALL', 'MISSING_THOUGHT_SIGNATURE']) {
    repair = repairAfter(reason, repair) ?? assert.fail(reason);
  }
  for (const reason of ['MALFORMED_RESPONSE', 'UNEXPECTED_TOOL_CALL', 'MISSING_THOUGHT_SIGNATURE', 'OTHER', '']) {
    assert.equal(repairAfter(reason, repair), undefined);
  }
  assert.equal(signatureRepair('spoiled', repair), undefined);
});
