import assert from 'node:assert/strict';
import test from 'node:test';
import type { HistoryEntry, ModelStep } from './model.ts';
import { clientMessages, nonceOf, textMessages, type PromptedRaw } from './prompted-history.ts';

const call = { name: 'get_location', args: { high: true } };
const foreign: ModelStep = { raw: { role: 'model', parts: [{}] }, text: 'Sure.', calls: [call], finish: 'calls' };
const ok = { ok: true, value: 1 } as const;
const turn: readonly HistoryEntry[] = [
  { role: 'user', text: 'Where am I?' },
  { role: 'model', step: foreign },
  { role: 'results', results: [{ call, result: ok }] },
];

function ours(raw: Partial<PromptedRaw>): HistoryEntry {
  const whole: PromptedRaw = { adapter: 'prompted', content: 'Hm.', tool_calls: [], ...raw };
  return { role: 'model', step: { raw: whole, text: 'Hm.', calls: [], finish: 'answered' } };
}

test('a step that another adapter made is told in the words of this one', () => {
  assert.deepEqual(clientMessages(turn), [
    { role: 'user', content: 'Where am I?' },
    {
      role: 'assistant',
      content: 'Sure.',
      tool_calls: [{ id: 'call_1', name: 'get_location', arguments: { high: true } }],
    },
    { role: 'tool', name: 'get_location', content: '{"output":1}' },
  ]);
  assert.equal(
    textMessages(turn, 'k7f3')[1]?.content,
    'Sure.\n<tool_call id="k7f3">{"name":"get_location","arguments":{"high":true}}</tool_call>',
  );
});

test('an answer without calls has no list of calls', () => {
  assert.deepEqual(clientMessages([ours({})]), [{ role: 'assistant', content: 'Hm.' }]);
});

test('in text, roles take turns even after a turn that failed', () => {
  const messages = textMessages([...turn, { role: 'user', text: 'And now?' }, { role: 'user', text: 'Well?' }], 'k7f3');
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  );
  assert.match(messages[2]?.content ?? '', /<\/tool_result>\n\nAnd now\?\n\nWell\?$/);
});

test('a step in text is told again as it was, and anew where its nonce is not that of the conversation', () => {
  const step = ours({ nonce: 'k7f3', text: 'Hm, as it was.' });
  assert.equal(textMessages([step], 'k7f3')[0]?.content, 'Hm, as it was.');
  assert.equal(textMessages([step], 'other')[0]?.content, 'Hm.');
});

test('the nonce of a conversation is that of its latest step in text', () => {
  assert.equal(nonceOf(turn), undefined);
  assert.equal(nonceOf([ours({ nonce: 'old1' }), ours({ nonce: 'new1' }), ours({}), ...turn]), 'new1');
});
