import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { ChatAnswer } from '../../testing/chat-standin.ts';
import type { ModelStep } from './model.ts';
import { answered, asked, collect, never, pair } from './openai.fixture.ts';

/** Streams as these servers send them, played over HTTP by a stand-in that is strict about the history it gets back. */

function chunk(delta: object, finish: string | null = null): object {
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] };
}

const toolCalls = (...calls: object[]): object => chunk({ tool_calls: calls });

/** The step that comes of an answer, once the history with its results was accepted. */
async function stepOf(t: TestContext, answer: ChatAnswer): Promise<{ step: ModelStep; thoughts: string }> {
  const { model, standin } = await pair(t, [answer, { text: 'Done.' }], { standin: { sliceBytes: 11 } });
  const { step, thoughts } = await collect(model.run(asked, never));
  await collect(model.run({ ...asked, history: answered(asked.history, step) }, never));
  assert.deepEqual(
    standin.requests.map(({ refusal }) => refusal),
    [undefined, undefined],
  );
  return { step, thoughts };
}

const put = (key: string): string => JSON.stringify({ key, value: 1 });
const bothPut = [
  { name: 'memory_put', args: { key: 'a', value: 1 } },
  { name: 'memory_put', args: { key: 'b', value: 1 } },
];

function callsOf(step: ModelStep): object[] {
  return step.calls.map(({ name, args }) => ({ name, args }));
}

describe('Ollama', () => {
  test('sends whole calls that all have the index 0, and ends with stop', async (t) => {
    const call = (id: string, key: string): object => ({
      role: 'assistant',
      content: '',
      tool_calls: [{ id, index: 0, type: 'function', function: { name: 'memory_put', arguments: put(key) } }],
    });
    const chunks = [chunk(call('call_1', 'a'), ''), chunk(call('call_2', 'b'), ''), chunk({ content: '' }, 'stop')];
    const { step } = await stepOf(t, { chunks });
    assert.deepEqual(callsOf(step), bothPut);
    assert.equal(step.finish, 'calls');
  });

  test('sends calls without an index', async (t) => {
    const call = (id: string, key: string): object => ({
      id,
      type: 'function',
      function: { name: 'memory_put', arguments: put(key) },
    });
    const { step } = await stepOf(t, {
      chunks: [toolCalls(call('call_1', 'a'), call('call_2', 'b')), chunk({}, 'tool_calls')],
    });
    assert.deepEqual(callsOf(step), bothPut);
  });

  test('thinks in the field reasoning', async (t) => {
    const chunks = [
      chunk({ content: '', reasoning: 'The person ' }),
      chunk({ content: '', reasoning: 'asks.' }),
      chunk({ content: 'Jena.' }),
      chunk({}, 'stop'),
    ];
    const { model, standin } = await pair(t, [{ chunks }, { text: 'Yes.' }]);
    const { step, thoughts, text } = await collect(model.run(asked, never));
    assert.deepEqual([thoughts, text], ['The person asks.', 'Jena.']);
    const history = [...asked.history, { role: 'model', step }, { role: 'user', text: 'Sure?' }] as const;
    await collect(model.run({ ...asked, history }, never));
    assert.deepEqual(Object(standin.requests[1]?.body['messages'])[2], {
      role: 'assistant',
      content: 'Jena.',
      reasoning: 'The person asks.',
    });
  });

  test('leaves thoughts in the text where it does not know the model, and gets them back there', async (t) => {
    const { model, standin } = await pair(t, [{ text: '<think>A place.</think>\n\nJena.' }, { text: 'Yes.' }], {
      standin: { sliceBytes: 3 },
    });
    const { step, thoughts, text } = await collect(model.run(asked, never));
    assert.deepEqual([thoughts, text, step.text], ['A place.', 'Jena.', 'Jena.']);
    const history = [...asked.history, { role: 'model', step }, { role: 'user', text: 'Sure?' }] as const;
    await collect(model.run({ ...asked, history }, never));
    assert.match(JSON.stringify(standin.requests[1]?.body['messages']), /<think>A place\.<\/think>/);
  });

  test('says of a model that it takes no tools', async (t) => {
    const body =
      '{"error":{"message":"registry.ollama.ai/library/gemma3:latest does not support tools","type":"api_error"}}';
    const { model, standin } = await pair(t, [{ status: 400, body }]);
    await assert.rejects(collect(model.run(asked, never)), /^AgentError: The model of this server takes no tools/);
    assert.equal(standin.requests.length, 1);
  });
});

describe('llama.cpp', () => {
  test('streams thoughts, then a call whose name comes first and whose arguments come in pieces', async (t) => {
    const chunks = [
      chunk({ role: 'assistant', content: null }),
      chunk({ reasoning_content: 'I need ' }),
      chunk({ reasoning_content: 'a key.' }),
      toolCalls({ index: 0, id: 'x1Y2z3', type: 'function', function: { name: 'memory_put', arguments: '' } }),
      ...['{', '"key":"a",', '"value":1}'].map((piece) => toolCalls({ index: 0, function: { arguments: piece } })),
      toolCalls({ index: 1, id: 'x1Y2z4', type: 'function', function: { name: 'memory_put', arguments: put('b') } }),
      chunk({}, 'tool_calls'),
      { choices: [], usage: { prompt_tokens: 100, completion_tokens: 20 }, timings: { predicted_n: 20 } },
    ];
    const { step, thoughts } = await stepOf(t, { chunks });
    assert.equal(thoughts, 'I need a key.');
    assert.deepEqual(callsOf(step), bothPut);
    assert.deepEqual(step.usage, { inputTokens: 100, outputTokens: 20 });
  });

  test('gives arguments as an object, and no ids', async (t) => {
    const call = (key: string): object => ({
      type: 'function',
      function: { name: 'memory_put', arguments: { key, value: 1 } },
    });
    const { step } = await stepOf(t, { chunks: [toolCalls(call('a')), toolCalls(call('b')), chunk({}, 'tool_calls')] });
    assert.deepEqual(callsOf(step), bothPut);
    assert.deepEqual(
      step.calls.map(({ id }) => id),
      [undefined, undefined],
    );
  });

  for (const [title, answer] of [
    ['in a field of its own', 'error: {"code":500,"message":"Failed to parse input","type":"server_error"}\n\n'],
    ['as data', 'data: {"error":{"code":500,"message":"Failed to parse input","type":"server_error"}}\n\n'],
  ] as const) {
    test(`reports an error within the stream, ${title}`, async (t) => {
      const broken = { status: 200, body: answer, headers: { 'Content-Type': 'text/event-stream' } };
      const { model, waits } = await pair(t, [broken, { text: 'Well.' }]);
      assert.equal((await collect(model.run(asked, never))).text, 'Well.');
      assert.equal(waits.length, 1);
    });
  }

  test('was started without --jinja: says so once', async (t) => {
    const body = '{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}';
    const { model, standin } = await pair(t, [{ status: 500, body }]);
    await assert.rejects(collect(model.run(asked, never)), /^AgentError: The model of this server takes no tools/);
    assert.equal(standin.requests.length, 1);
  });

  test('says that the conversation grew too long for it', async (t) => {
    const body =
      '{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}';
    const { model } = await pair(t, [{ status: 400, body }]);
    await assert.rejects(collect(model.run(asked, never)), /^AgentError: The conversation has grown too long/);
  });
});

describe('vLLM', () => {
  test('begins each call at index 0 with a new id, and goes on with empty ids and null names', async (t) => {
    const begin = (id: string): object =>
      toolCalls({ index: 0, id, type: 'function', function: { name: 'memory_put', arguments: '' } });
    const more = (piece: string): object => toolCalls({ index: 0, id: '', function: { name: null, arguments: piece } });
    const chunks = [
      chunk({ role: 'assistant', content: '' }),
      begin('chatcmpl-tool-1'),
      more('{"key":"a",'),
      more('"value":1}'),
      begin('chatcmpl-tool-2'),
      more('{"key":"b",'),
      more('"value":1}'),
      { choices: [{ index: 0, delta: { content: '' }, finish_reason: 'tool_calls', stop_reason: null }] },
      { choices: [], usage: { prompt_tokens: 5, completion_tokens: 6, total_tokens: 11 } },
    ];
    assert.deepEqual(callsOf((await stepOf(t, { chunks })).step), bothPut);
  });

  test('repeats name and id with each piece, and null for arguments', async (t) => {
    const piece = (id: string, part: string | null): object =>
      toolCalls({ index: id === 'a' ? 0 : 1, id, type: 'function', function: { name: 'memory_put', arguments: part } });
    const chunks = [
      piece('a', null),
      piece('a', '{"key":"a",'),
      piece('a', '"value":1}'),
      piece('a', ''),
      piece('b', null),
      piece('b', put('b')),
      chunk({}, 'tool_calls'),
    ];
    assert.deepEqual(callsOf((await stepOf(t, { chunks })).step), bothPut);
  });

  test('ends the call that was forced with stop, in one chunk with its last piece', async (t) => {
    const last = { index: 0, function: { arguments: '{"key":"a","value":1}' } };
    const chunks = [
      toolCalls({ index: 0, id: 'c', type: 'function', function: { name: 'memory_put' } }),
      { choices: [{ index: 0, delta: { tool_calls: [last] }, finish_reason: 'stop' }] },
    ];
    assert.deepEqual(callsOf((await stepOf(t, { chunks })).step), [bothPut[0]]);
  });

  test('was started without a tool parser: says so once', async (t) => {
    const body =
      '{"object":"error","message":"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","code":400}';
    const { model, standin } = await pair(t, [{ status: 400, body }]);
    await assert.rejects(collect(model.run(asked, never)), /^AgentError: The model of this server takes no tools/);
    assert.equal(standin.requests.length, 1);
  });
});

describe('others', () => {
  test('stream two calls by turns', async (t) => {
    const open = (index: number): object => ({
      index,
      id: `id${index}`,
      function: { name: 'memory_put', arguments: '' },
    });
    const more = (index: number, piece: string): object => toolCalls({ index, function: { arguments: piece } });
    const chunks = [
      toolCalls(open(0), open(1)),
      more(0, '{"key":"a"'),
      more(1, '{"key":"b"'),
      more(0, ',"value":1}'),
      more(1, ',"value":1}'),
      chunk({}, 'tool_calls'),
    ];
    assert.deepEqual(callsOf((await stepOf(t, { chunks })).step), bothPut);
  });

  test('give all calls of an answer, and of the next one, the same id', async (t) => {
    const call = (index: number, key: string): object => ({
      index,
      id: 'memory_put',
      type: 'function',
      function: { name: 'memory_put', arguments: put(key) },
    });
    const { step } = await stepOf(t, {
      chunks: [toolCalls(call(0, 'a')), toolCalls(call(1, 'b')), chunk({}, 'tool_calls')],
    });
    assert.deepEqual(callsOf(step), bothPut);
  });

  test('encode arguments twice', async (t) => {
    const call = { index: 0, id: 'd', function: { name: 'memory_put', arguments: JSON.stringify(put('a')) } };
    assert.deepEqual(callsOf((await stepOf(t, { chunks: [toolCalls(call), chunk({}, 'tool_calls')] })).step), [
      bothPut[0],
    ]);
  });

  test('cut arguments short: the call says that it can not be read, and the history is still taken', async (t) => {
    const call = { index: 0, id: 'd', function: { name: 'memory_put', arguments: '{"key":"a", "val' } };
    const { step } = await stepOf(t, { chunks: [toolCalls(call), chunk({}, 'tool_calls')] });
    assert.deepEqual(callsOf(step), [{ name: 'memory_put', args: {} }]);
    assert.match(step.calls[0]?.unreadable ?? '', /one JSON object/);
  });

  test('want signatures and reasoning back that they sent with a call', async (t) => {
    const signed = {
      index: 0,
      id: 's',
      function: { name: 'memory_put', arguments: put('a') },
      extra_content: { google: { thought_signature: 'S1' } },
    };
    const details = [{ type: 'reasoning.encrypted', data: 'D1' }];
    const chunks = [
      chunk({ reasoning_content: 'Hm.', reasoning_details: details }),
      toolCalls(signed),
      chunk({}, 'tool_calls'),
    ];
    const { model, standin } = await pair(t, [{ chunks }, { text: 'Done.' }]);
    const { step } = await collect(model.run(asked, never));
    await collect(model.run({ ...asked, history: answered(asked.history, step) }, never));
    assert.deepEqual(Object(standin.requests[1]?.body['messages'])[2], {
      role: 'assistant',
      content: null,
      reasoning_content: 'Hm.',
      reasoning_details: details,
      tool_calls: [
        {
          id: 's',
          type: 'function',
          function: { name: 'memory_put', arguments: put('a') },
          extra_content: { google: { thought_signature: 'S1' } },
        },
      ],
    });
  });

  test('keep the line open with comments, and end their lines as they like', async (t) => {
    const body = [
      ': OPENROUTER PROCESSING',
      '',
      `data:${JSON.stringify(chunk({ content: 'Hi' }))}`,
      '',
      `data: ${JSON.stringify(chunk({}, 'stop'))}`,
      '',
      'data: [DONE]',
    ].join('\r\n');
    const { model } = await pair(t, [{ status: 200, body, headers: { 'Content-Type': 'text/event-stream' } }]);
    assert.equal((await collect(model.run(asked, never))).text, 'Hi');
  });

  test('answer with a page, because the address is not that of a model', async (t) => {
    const page = { status: 200, body: '<!doctype html>', headers: { 'Content-Type': 'text/html' } };
    const { model, standin } = await pair(t, [page]);
    await assert.rejects(collect(model.run(asked, never)), /check its name and its address/);
    assert.equal(standin.requests.length, 1);
  });
});
