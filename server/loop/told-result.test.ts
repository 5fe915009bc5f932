import assert from 'node:assert/strict';
import test from 'node:test';
import { messagesOf } from '../model/openai-messages.ts';
import { responseOf } from '../model/gemini-response.ts';
import { resultJson } from '../model/prompted-prompt.ts';
import { failure } from './loop.fixture.ts';
import { toldResult } from './told-result.ts';

const sent = { ok: true, value: { sent: true } } as const;
const change = { asked: { to: 'ada', text: 'Hello', copy: true }, ran: { to: 'ada', text: 'Hello, Ada' } };
const note =
  'The person changed the arguments before they agreed. It ran with these instead: {"text":"Hello, Ada"} It ran without: copy';

test('most results are told as they are', () => {
  assert.equal(toldResult(sent, false, undefined), sent);
});

test('a result whose arguments the person changed says what ran, and nothing of what did not change', () => {
  assert.deepEqual(toldResult(sent, false, change), { ...sent, note });
  assert.deepEqual(toldResult(sent, true, change), { ok: true, value: 'done', note });
  assert.deepEqual(toldResult(failure('timeout'), false, change), { ...failure('timeout'), note });
});

test('what was changed is told to a bounded length', () => {
  const ran = { text: 'x'.repeat(60_000) };
  const { note: long = '' } = toldResult(sent, false, { asked: {}, ran });
  assert.ok(long.length < 4_200);
  assert.match(long, /the rest is left out here/);
});

test('every kind of model is told it beside the output, and nothing where there is nothing to tell', () => {
  const told = toldResult(sent, false, change);
  const shown = { output: sent.value, note };
  assert.deepEqual(responseOf(told, false).response, shown);
  assert.deepEqual(responseOf(sent, false).response, { output: sent.value });
  assert.deepEqual(resultJson(told), shown);
  assert.deepEqual(resultJson(sent), { output: sent.value });
  const call = { name: 'mail_send', args: {} };
  const step = { raw: {}, text: '', calls: [call], finish: 'calls' } as const;
  for (const [result, expected] of [
    [told, shown],
    [sent, { output: sent.value }],
  ] as const) {
    const messages = messagesOf('', [
      { role: 'user', text: 'Go.' },
      { role: 'model', step },
      { role: 'results', results: [{ call, result }] },
    ]);
    assert.deepEqual(JSON.parse(String(messages.at(-1)?.['content'])), expected);
  }
});
