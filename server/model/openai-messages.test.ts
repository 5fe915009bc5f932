import assert from 'node:assert/strict';
import test from 'node:test';
import { refusalOf } from '../../testing/chat-checks.ts';
import type { HistoryEntry, ModelStep } from './model.ts';
import { messagesOf } from './openai-messages.ts';

const ofGemini: ModelStep = {
  raw: { role: 'model', parts: [{ functionCall: { name: 'speak', args: { text: 'hi' } }, thoughtSignature: 'S' }] },
  text: 'One moment.',
  calls: [
    { name: 'speak', args: { text: 'hi' } },
    { id: 'their id', name: 'battery', args: null },
  ],
  finish: 'calls',
};
const history: HistoryEntry[] = [
  { role: 'user', text: 'Hello' },
  { role: 'model', step: ofGemini },
  {
    role: 'results',
    results: [
      { call: { name: 'speak', args: {} }, result: { ok: true, value: { said: true } } },
      { call: { name: 'battery', args: {} }, result: { ok: false, error: { code: 'unsupported', message: 'No.' } } },
    ],
  },
];

test('tells a step of another adapter in its own words, with an id for each call and each result', () => {
  assert.deepEqual(messagesOf('', history), [
    { role: 'user', content: 'Hello' },
    {
      role: 'assistant',
      content: 'One moment.',
      tool_calls: [
        { id: 'call00001', type: 'function', function: { name: 'speak', arguments: '{"text":"hi"}' } },
        { id: 'call00002', type: 'function', function: { name: 'battery', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call00001', content: '{"output":{"said":true}}' },
    { role: 'tool', tool_call_id: 'call00002', content: '{"error":{"code":"unsupported","message":"No."}}' },
  ]);
});

test('makes ids that Mistral takes, no two alike, and the same ones in every request', () => {
  const step: ModelStep = { ...ofGemini, calls: ofGemini.calls.map(({ name }) => ({ name, args: {} })) };
  const long: HistoryEntry[] = Array.from({ length: 5 }).flatMap(() =>
    history.map((entry) => (entry.role === 'model' ? { role: 'model', step } : entry)),
  );
  const messages = messagesOf('', long);
  assert.equal(refusalOf({ model: 'm', messages }, true), undefined);
  assert.deepEqual(messagesOf('', [...long, { role: 'user', text: 'More' }]).slice(0, messages.length), messages);
});

test('never takes an id of its own that the model has made up before', () => {
  const step: ModelStep = {
    ...ofGemini,
    calls: [
      { id: 'call00001', name: 'a', args: {} },
      { name: 'b', args: {} },
    ],
  };
  const [message] = messagesOf('', [{ role: 'model', step }]);
  assert.deepEqual(
    Object(message?.['tool_calls']).map(({ id }: { id: string }) => id),
    ['call00001', 'call00002'],
  );
});

test('says nothing where another model said nothing', () => {
  const step: ModelStep = { raw: null, text: '', calls: [], finish: 'answered' };
  assert.deepEqual(messagesOf('', [{ role: 'model', step }]), [{ role: 'assistant', content: '' }]);
});

test('lets roles take turns where a turn was not answered', () => {
  const messages = messagesOf('Be brief.', [
    ...history,
    { role: 'user', text: 'Well?' },
    { role: 'user', text: 'Hello?' },
  ]);
  assert.equal(refusalOf({ model: 'm', messages }, true), undefined);
  assert.deepEqual(
    messages.slice(-3).map(({ role }) => role),
    ['user', 'assistant', 'user'],
  );
});
