import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import test from 'node:test';
import { AgentError } from '../../shared/errors.ts';
import { answered, asked, collect, never, pair } from './openai.fixture.ts';
import { openaiModel } from './openai.ts';

const key = 'sk-a-key-that-must-stay-at-home';

test('carries a turn of several rounds with parallel calls past every check of ids, order and arguments', async (t) => {
  const { model, standin } = await pair(
    t,
    [
      { thought: 'Where?', calls: [{ name: 'geolocation_get', args: { high_accuracy: true }, id: 'a' }] },
      {
        text: 'One moment. ',
        calls: [
          { name: 'memory_put', args: { key: 'place', value: 'Jena' }, id: 'a' },
          { name: 'memory_put', args: { key: 'again', value: 1 } },
          { name: 'device_context' },
        ],
      },
      { text: 'Done.' },
    ],
    { standin: { sliceBytes: 7 } },
  );
  let history = asked.history;
  const first = await collect(model.run(asked, never));
  history = answered(history, first.step);
  const second = await collect(model.run({ ...asked, history }, never));
  history = answered(history, second.step);
  const last = await collect(model.run({ ...asked, history }, never));

  assert.equal(first.thoughts, 'Where?');
  assert.deepEqual(first.step.calls, [{ id: 'a', name: 'geolocation_get', args: { high_accuracy: true } }]);
  assert.equal(second.text, 'One moment. ');
  assert.deepEqual(
    second.step.calls.map(({ name, args }) => [name, args]),
    [
      ['memory_put', { key: 'place', value: 'Jena' }],
      ['memory_put', { key: 'again', value: 1 }],
      ['device_context', {}],
    ],
  );
  assert.deepEqual([first.step.finish, second.step.finish, last.step.finish], ['calls', 'calls', 'answered']);
  assert.deepEqual(last.step.usage, { inputTokens: 10, outputTokens: 5 });
  assert.deepEqual(
    standin.requests.map(({ refusal }) => refusal),
    [undefined, undefined, undefined],
  );
});

test('sends the model, the key, the tools and the fields that it was given', async (t) => {
  const { model, standin } = await pair(t, [{ text: 'ok' }], {
    standin: { apiKey: key },
    openai: { apiKey: key, body: { temperature: 0.2 } },
  });
  await collect(model.run(asked, never));
  const [request] = standin.requests;
  assert.equal(request?.path, '/v1/chat/completions');
  const { messages, tools, ...rest } = request?.body ?? {};
  assert.deepEqual(rest, {
    model: 'llama3.2',
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0.2,
  });
  assert.deepEqual(messages, [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Where am I?' },
  ]);
  assert.equal(Array.isArray(tools) && tools.length, asked.tools.length);
});

test('sends no Authorization without a key, and keeps the query of its address', async (t) => {
  const { standin } = await pair(t, [{ text: 'ok' }]);
  const model = openaiModel({ model: 'm', baseUrl: `${standin.url}/?api-version=1` });
  await collect(model.run(asked, never));
  assert.equal(standin.requests[0]?.headers['authorization'], undefined);
  assert.equal(standin.requests[0]?.path, '/v1/chat/completions?api-version=1');
});

test('forces a call, forces one tool and forbids tools in words that every server reads', async (t) => {
  const { model, standin } = await pair(t, [{ text: 'a' }, { text: 'b' }, { text: 'c' }, { text: 'd' }]);
  for (const toolChoice of ['required', { tool: 'speak' }, { tool: 'not_there' }, 'none'] as const) {
    await collect(model.run({ ...asked, toolChoice }, never));
  }
  const sent = standin.requests.map(({ body }) => ({
    tools: Array.isArray(body['tools']) ? body['tools'].length : 0,
    choice: body['tool_choice'],
  }));
  const all = asked.tools.length;
  assert.deepEqual(sent, [
    { tools: all, choice: 'required' },
    { tools: 1, choice: 'required' },
    { tools: all, choice: undefined },
    { tools: 0, choice: undefined },
  ]);
});

test('lets nothing be called when no tool was offered', async (t) => {
  const { model } = await pair(t, [{ text: 'All done.', calls: [{ name: 'speak', args: { text: 'hi' } }] }]);
  const { step } = await collect(model.run({ ...asked, toolChoice: 'none' }, never));
  assert.deepEqual([step.calls, step.finish, step.text], [[], 'answered', 'All done.']);
});

for (const [title, answer, finish, text] of [
  ['ends as truncated when a text grew too long', { text: 'Half a', finish: 'length' }, 'truncated', 'Half a'],
  ['takes calls that end with stop', { calls: [{ name: 'speak' }], finish: 'stop' }, 'calls', ''],
  ['takes an end whose name nobody knows', { text: 'Hi.', finish: 'eos_token' }, 'answered', 'Hi.'],
  [
    'takes a stream that ends with its mark alone',
    { chunks: [{ choices: [{ delta: { content: 'Hi.' } }] }] },
    'answered',
    'Hi.',
  ],
  [
    "shows a refusal in the model's own words",
    { chunks: [{ choices: [{ delta: { refusal: 'I can not.' } }] }] },
    'answered',
    'I can not.',
  ],
] as const) {
  test(title, async (t) => {
    const { model, standin } = await pair(t, [answer]);
    const { step } = await collect(model.run(asked, never));
    assert.deepEqual([step.finish, step.text], [finish, text]);
    assert.equal(standin.requests.length, 1);
  });
}

test('reads a whole answer of a server that does not stream', async (t) => {
  const message = {
    role: 'assistant',
    content: 'Hello.',
    tool_calls: [{ id: 'x', type: 'function', function: { name: 'speak', arguments: '{"text":"hi"}' } }],
  };
  const body = JSON.stringify({
    choices: [{ message, finish_reason: 'tool_calls' }],
    usage: { prompt_tokens: 3, completion_tokens: 4 },
  });
  const { model } = await pair(t, [{ status: 200, body }]);
  const { step } = await collect(model.run(asked, never));
  assert.deepEqual(step.calls, [{ id: 'x', name: 'speak', args: { text: 'hi' } }]);
  assert.deepEqual([step.text, step.usage], ['Hello.', { inputTokens: 3, outputTokens: 4 }]);
});

for (const [title, answer, code, words] of [
  ['a filtered answer', { text: 'No', finish: 'content_filter' }, 'model_refused', /refused/],
  ['an answer that says nothing, twice', { text: '' }, 'model_unavailable', /gave no answer/],
  [
    'calls that were cut short, twice',
    { calls: [{ name: 'speak' }], finish: 'length' },
    'model_unavailable',
    /too long/,
  ],
  ['a call without a name, twice', { calls: [{ name: '' }] }, 'model_unavailable', /without a name/],
  ['a stream without an end, twice', { chunks: [], open: true }, 'model_unavailable', /broke off/],
  ['an end in error, twice', { text: '', finish: 'error' }, 'model_unavailable', /can not be used/],
] as const) {
  test(`says in words what became of ${title}`, async (t) => {
    const { model, standin } = await pair(t, [answer, answer]);
    await assert.rejects(collect(model.run(asked, never)), sentence(code, words));
    assert.equal(standin.requests.length, title.endsWith('twice') ? 2 : 1);
  });
}

test('asks once more when an answer says nothing, and keeps the second', async (t) => {
  const { model } = await pair(t, [{ text: '' }, { text: 'Here I am.' }]);
  assert.equal((await collect(model.run(asked, never))).text, 'Here I am.');
});

test('tries three times, waits as asked, and otherwise with full jitter', async (t) => {
  const busy = { status: 503, body: '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}' };
  const { model, waits } = await pair(t, [
    { status: 429, body: '{}', headers: { 'Retry-After': '2' } },
    busy,
    { text: 'At last.' },
  ]);
  assert.equal((await collect(model.run(asked, never))).text, 'At last.');
  assert.deepEqual(waits, [2_000, 1_000]);
});

test('never asks again once a word was shown', async (t) => {
  const { model, standin } = await pair(t, [{ cut: 'Half ' }, { text: 'Whole.' }]);
  await assert.rejects(collect(model.run(asked, never)), sentence('model_unavailable', /could not be reached/));
  assert.equal(standin.requests.length, 1);
});

test('asks again when the connection broke before the first word', async (t) => {
  const { model } = await pair(t, [{ cut: '' }, { text: 'Whole.' }]);
  assert.equal((await collect(model.run(asked, never))).text, 'Whole.');
});

test('closes the request when it is stopped, and says who stopped it', async (t) => {
  const { model, standin } = await pair(t, [{ stall: 'Once upon ' }]);
  const stop = new AbortController();
  const reason = new AgentError('turn_cancelled', 'Stopped.');
  const run = async (): Promise<void> => {
    for await (const event of model.run(asked, stop.signal)) if (event.type === 'text') stop.abort(reason);
  };
  await assert.rejects(run(), reason);
  assert.equal(await standin.requests[0]?.left, true);
});

test('closes the request when whoever listens leaves', async (t) => {
  const { model, standin } = await pair(t, [{ stall: 'Once upon ' }]);
  for await (const event of model.run(asked, never)) if (event.type === 'text') break;
  assert.equal(await standin.requests[0]?.left, true);
});

test('uses a connection again, for it reads each answer to its end', async (t) => {
  const { model, standin } = await pair(
    t,
    Array.from({ length: 8 }, () => ({ text: 'Hi.' })),
  );
  for (let round = 0; round < 8; round += 1) await collect(model.run(asked, never));
  assert.ok(new Set(standin.requests.map(({ port }) => port)).size < 8);
});

test('is not held up by a server that leaves its stream open after the end', async (t) => {
  const { model, standin } = await pair(t, [{ stall: 'Hi.', marked: true }]);
  assert.equal((await collect(model.run(asked, never))).text, 'Hi.');
  assert.equal(await standin.requests[0]?.left, true);
});

test('gives up when its time is over, and closes the request', async (t) => {
  const { model, standin } = await pair(t, [{ stall: '' }], { openai: { timeoutMs: 100 } });
  await assert.rejects(collect(model.run(asked, never)), sentence('model_unavailable', /too long/));
  assert.equal(await standin.requests[0]?.left, true);
});

test('says that nobody is there', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const address = gone.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise((resolve) => gone.close(resolve));
  const model = openaiModel({ model: 'm', baseUrl: `http://127.0.0.1:${port}/v1`, sleep: async () => {} });
  await assert.rejects(collect(model.run(asked, never)), sentence('model_unavailable', /could not be reached/));
});

test('keeps the words of the server, and the key in them, out of what the person reads', async (t) => {
  const { model } = await pair(t, [], { standin: { apiKey: key }, openai: { apiKey: `${key}-wrong` } });
  await assert.rejects(collect(model.run(asked, never)), (thrown) => {
    assert.ok(AgentError.is(thrown));
    assert.match(thrown.message, /^The model refused the key of this server\./);
    return !thrown.message.includes(key);
  });
});

function sentence(code: string, words: RegExp) {
  return (thrown: unknown): boolean => AgentError.is(thrown) && thrown.code === code && words.test(thrown.message);
}
