import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { startChatStandin, type ChatAnswer } from '../../testing/chat-standin.ts';
import { asked, collect, never } from './openai.fixture.ts';
import { openaiText } from './openai-text.ts';
import { promptedModel } from './prompted.ts';
import type { TextMessage, TextStream } from './prompted-shapes.ts';

async function pair(t: TestContext, answer: ChatAnswer) {
  const standin = await startChatStandin({ answer: () => answer, sliceBytes: 5 });
  t.after(() => standin.close());
  const text = openaiText({ model: 'gemma', baseUrl: standin.url, body: { temperature: 0 } });
  return { text, standin };
}

test('sends messages and stop words, and never a tool', async (t) => {
  const { text, standin } = await pair(t, { text: 'Hello there.' });
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { role: 'user', content: 'Again' },
  ] as const;
  const pieces = await piecesOf(text, [...messages]);
  assert.deepEqual(pieces.at(-1), { finishReason: 'stop', usage: { inputTokens: 10, outputTokens: 5 } });
  assert.equal(pieces.slice(0, -1).join(''), 'Hello there.');
  assert.deepEqual(standin.requests[0]?.body, {
    model: 'gemma',
    messages,
    stream: true,
    stream_options: { include_usage: true },
    stop: ['END'],
    temperature: 0,
  });
});

test('says that an answer was cut off', async (t) => {
  const { text } = await pair(t, { text: 'Hello', finish: 'length' });
  const [, end] = await piecesOf(text, [{ role: 'user', content: 'Hi' }]);
  assert.equal(Object(end).finishReason, 'length');
});

test('is a caller of tools once it is prompted, and its thoughts are thoughts', async (t) => {
  const call = '<tool_call id="n1">{"name":"memory_put","arguments":{"key":"a","value":1}}</tool_call>';
  const { text } = await pair(t, { thought: 'A key.', text: `One moment.\n${call}` });
  const model = promptedModel(text, { newNonce: () => 'n1' });
  const { step, thoughts } = await collect(model.run(asked, never));
  assert.deepEqual(
    step.calls.map(({ name, args }) => ({ name, args })),
    [{ name: 'memory_put', args: { key: 'a', value: 1 } }],
  );
  assert.equal(thoughts, 'A key.');
});

async function piecesOf(text: TextStream, messages: TextMessage[]) {
  const pieces = [];
  for await (const piece of await text(messages, { signal: never, stop: ['END'] })) pieces.push(piece);
  return pieces;
}
