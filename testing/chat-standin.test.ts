import assert from 'node:assert/strict';
import test from 'node:test';
import { refusalOf } from './chat-checks.ts';
import { startChatStandin } from './chat-standin.ts';

const call = (id: string): object => ({ id, type: 'function', function: { name: 'speak', arguments: '{}' } });
const user = { role: 'user', content: 'Hi' };
const called = { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] };
const result = (id: string): object => ({ role: 'tool', tool_call_id: id, content: '{"output":1}' });
const tool = { type: 'function', function: { name: 'speak', parameters: { type: 'object', properties: {} } } };

test('takes a history that is whole', () => {
  const body = {
    model: 'm',
    messages: [user, called, result('a'), result('b')],
    tools: [tool],
    tool_choice: 'required',
  };
  assert.equal(refusalOf(body, false), undefined);
});

for (const [words, messages] of [
  [/no results/, [user, called, result('a'), user]],
  [/no results/, [user, called]],
  [/out of order/, [user, called, result('b'), result('a')]],
  [/no open call/, [user, result('a')]],
  [/twice/, [user, { ...called, tool_calls: [call('a'), call('a')] }]],
  [/without an id/, [user, { ...called, tool_calls: [call('')] }]],
  [/JSON of an object/, [user, { ...called, tool_calls: [{ ...call('a'), function: { name: 'x', arguments: '{' } }] }]],
  [/must be a text/, [user, { role: 'assistant', content: null }]],
  [/extra field name/, [{ ...user, name: 'Ada' }]],
  [/must be the first/, [user, { role: 'system', content: 'x' }]],
  [/last message/, [user, { role: 'assistant', content: 'Hello' }]],
  [/must alternate/, [user, user]],
  [/must alternate/, [user, called, result('a'), result('b'), user]],
  [/unknown role/, [{ role: 'model', content: 'x' }]],
] as const) {
  test(`refuses a history: ${String(words)}`, () =>
    assert.match(refusalOf({ model: 'm', messages }, false) ?? '', words));
}

for (const [words, fields] of [
  [/without tools/, { tool_choice: 'required' }],
  [/empty list/, { tools: [] }],
  [/twice/, { tools: [tool, tool] }],
  [/unknown tool_choice/, { tools: [tool], tool_choice: 'any' }],
  [/no object schema/, { tools: [{ type: 'function', function: { name: 'x', parameters: {} } }] }],
  [/tool name/, { tools: [{ type: 'function', function: { name: 'a.b' } }] }],
] as const) {
  test(`refuses tools: ${String(words)}`, () => {
    assert.match(refusalOf({ model: 'm', messages: [user], ...fields }, false) ?? '', words);
  });
}

test('refuses long ids where Mistral would', () => {
  const messages = [user, { ...called, tool_calls: [call('call_1234')] }, result('call_1234')];
  assert.match(refusalOf({ model: 'm', messages }, true) ?? '', /length of 9/);
});

test('answers with a stream, and shows what it was asked', async (t) => {
  const standin = await startChatStandin({ answer: ({ text }) => ({ text: `You said ${text}.` }) });
  t.after(() => standin.close());
  const body = JSON.stringify({ model: 'm', messages: [user] });
  const response = await fetch(`${standin.url}/chat/completions`, { method: 'POST', body });
  assert.match(
    await response.text(),
    /"content":"Hi\."[\s\S]*"finish_reason":"stop"[\s\S]*"usage"[\s\S]*data: \[DONE\]/,
  );
  assert.equal(standin.requests[0]?.path, '/v1/chat/completions');
});
