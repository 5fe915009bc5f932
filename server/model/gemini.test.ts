import assert from 'node:assert/strict';
import test from 'node:test';
import { builtinTools } from '../../shared/tools/index.ts';
import type { StandinAnswer } from '../standin/answer.ts';
import { startStandin } from '../standin/standin.ts';
import { afterCalls, asked, bodyOf, collect, never, pair, plainError, tools, until } from './gemini.fixture.ts';
import { geminiModel } from './gemini.ts';
import type { HistoryEntry, ModelStep } from './model.ts';

test('carries a turn of several rounds with parallel calls past every check of ids, order, counts and signatures', async (t) => {
  const { model, standin } = await pair(
    t,
    [
      { calls: [{ name: 'geolocation_get', args: { high_accuracy: true } }], thought: 'Where?' },
      {
        calls: [
          { name: 'memory_put', args: { key: 'a', value: 1 } },
          { name: 'memory_put', args: { key: 'b', value: 2 } },
          { name: 'speak', args: { text: 'hi' } },
        ],
        text: 'One moment. ',
      },
      { text: 'Done: both are remembered.' },
      { text: 'You are welcome.' },
    ],
    { standin: { sliceBytes: 7 } },
  );
  const history: HistoryEntry[] = [...asked.history];
  const steps: ModelStep[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { step } = await collect(model.run({ ...asked, history }, never));
    steps.push(step);
    history.push({ role: 'model', step });
    if (step.calls.length > 0)
      history.push({
        role: 'results',
        results: step.calls.map((call) => ({ call, result: { ok: true, value: { $ref: 'x', at: 1 } } })),
      });
  }
  history.push({ role: 'user', text: 'Thanks' });
  await collect(model.run({ ...asked, history }, never));

  assert.deepEqual(
    steps.map((step) => step.finish),
    ['calls', 'calls', 'answered'],
  );
  assert.equal(steps[1]?.text, 'One moment. ');
  assert.equal(new Set(steps[1]?.calls.map((call) => call.id)).size, 3);
  const replayed = bodyOf(standin, 3).contents;
  assert.deepEqual(replayed[1], steps[0]?.raw);
  assert.deepEqual(replayed[3], steps[1]?.raw);
  assert.deepEqual(replayed[2].parts[0].functionResponse.response, { output: { _ref: 'x', at: 1 } });
  assert.deepEqual(replayed[5].parts.at(-1).text, '', 'the empty part that carries the signature is kept');
  assert.ok(replayed[5].parts.at(-1).thoughtSignature);
});

test('streams words and thoughts as they come', async (t) => {
  const { model } = await pair(t, [{ text: 'Grüß dich, wie geht’s?', thought: 'A greeting.' }], {
    standin: { sliceBytes: 3 },
  });
  const { text, thoughts, step } = await collect(model.run(asked, never));
  assert.equal(text, 'Grüß dich, wie geht’s?');
  assert.equal(thoughts, 'A greeting.');
  assert.equal(step.text, text);
  assert.ok(step.usage && step.usage.inputTokens > 0 && step.usage.outputTokens > 0);
});

test('sends what Gemini wants and nothing that it refuses', async (t) => {
  const { model, standin } = await pair(t, [{ text: 'ok' }]);
  await collect(model.run(asked, never));
  const body = bodyOf(standin, 0);
  assert.equal(standin.requests[0]?.headers['x-goog-api-key'], 'key');
  assert.equal(standin.requests[0]?.path, '/v1beta/models/gemini-flash-latest:streamGenerateContent?alt=sse');
  assert.equal(body.tools[0].functionDeclarations.length, builtinTools.length);
  assert.ok(
    body.tools[0].functionDeclarations.every(
      (each: object) => 'parametersJsonSchema' in each && !('parameters' in each),
    ),
  );
  assert.deepEqual(body.generationConfig, { thinkingConfig: { includeThoughts: true, thinkingLevel: 'LOW' } });
  assert.equal(body.systemInstruction.parts[0].text, 'Be brief.');
});

test('uses the key that it is given, whatever the environment holds', async (t) => {
  const { GOOGLE_API_KEY: google, GEMINI_API_KEY: gemini } = process.env;
  t.after(() => {
    for (const [name, value] of Object.entries({ GOOGLE_API_KEY: google, GEMINI_API_KEY: gemini })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  Object.assign(process.env, { GOOGLE_API_KEY: 'google', GEMINI_API_KEY: 'gemini' });
  const { model, standin } = await pair(t, [{ text: 'ok' }]);
  await collect(model.run(asked, never));
  assert.equal(standin.requests[0]?.headers['x-goog-api-key'], 'key');
});

test('says nothing of levels to models that know none', async (t) => {
  for (const [name, config] of [
    ['gemini-2.5-flash', { thinkingConfig: { includeThoughts: true } }],
    ['models/gemini-3.8-flash', { thinkingConfig: { includeThoughts: true, thinkingLevel: 'LOW' } }],
    ['gemma-4-31b-it', {}],
  ] as const) {
    const { model, standin } = await pair(t, [{ text: 'ok' }], { gemini: { model: name } });
    await collect(model.run(asked, never));
    assert.deepEqual(bodyOf(standin, 0).generationConfig ?? {}, config, name);
  }
});

test('maps each tool choice', async (t) => {
  for (const [toolChoice, config] of [
    ['auto', { mode: 'AUTO' }],
    ['required', { mode: 'ANY' }],
    ['none', { mode: 'NONE' }],
    [{ tool: 'speak' }, { mode: 'ANY', allowedFunctionNames: ['speak'] }],
    [{ tool: 'not_on_offer' }, { mode: 'AUTO' }],
  ] as const) {
    const { model, standin } = await pair(t, [{ text: 'ok' }]);
    await collect(model.run({ ...asked, toolChoice }, never));
    assert.deepEqual(bodyOf(standin, 0).toolConfig, { functionCallingConfig: config });
  }
});

test('leaves a tool out whose name would fail the whole request', async (t) => {
  const { model, standin } = await pair(t, [{ text: 'ok' }]);
  const parameters = { type: 'object' };
  const bad = ['a b', '', 'ä', 'shop.cart', 'speak'].map((name) => ({ name, description: 'x', parameters }));
  await collect(model.run({ ...asked, tools: [...tools, ...bad] }, never));
  assert.equal(bodyOf(standin, 0).tools[0].functionDeclarations.length, builtinTools.length);
});

test('asks for nothing about tools when there are none', async (t) => {
  const { model, standin } = await pair(t, [{ text: 'ok' }]);
  await collect(model.run({ ...asked, tools: [] }, never));
  assert.equal('tools' in bodyOf(standin, 0) || 'toolConfig' in bodyOf(standin, 0), false);
});

test('gives fields of a part back that nobody knows yet', async (t) => {
  const parts = [
    {
      functionCall: { id: 'a', name: 'speak', args: { text: 'x' } },
      thoughtSignature: 'skip_thought_signature_validator',
      futureField: { deep: [1] },
    },
  ];
  const { model, standin } = await pair(t, [{ parts }, { text: 'ok' }], { standin: { partFields: ['futureField'] } });
  const { step } = await collect(model.run(asked, never));
  await collect(model.run({ ...asked, history: afterCalls(step) }, never));
  assert.deepEqual(bodyOf(standin, 1).contents[1].parts, parts);
});

test('sends no id back when the model sent none, and keeps two equal calls two', async (t) => {
  const call = { name: 'memory_list', args: {} };
  const { model, standin } = await pair(t, [{ calls: [call, call, call] }, { text: 'ok' }], {
    standin: { profile: 'gemini-2.5' },
    gemini: { model: 'gemini-2.5-flash' },
  });
  const { step } = await collect(model.run(asked, never));
  assert.equal(step.calls.length, 3);
  await collect(model.run({ ...asked, history: afterCalls(step) }, never));
  const responses = bodyOf(standin, 1).contents[2].parts;
  assert.equal(responses.length, 3);
  assert.ok(responses.every((part: { functionResponse: object }) => !('id' in part.functionResponse)));
});

test('tells a failed call as an error with its code', async (t) => {
  const { model, standin } = await pair(t, [{ calls: [{ name: 'clipboard_read' }] }, { text: 'ok' }]);
  const { step } = await collect(model.run(asked, never));
  const error = { code: 'user_declined', message: 'The person said no.' } as const;
  const results = step.calls.map((call) => ({ call, result: { ok: false, error } as const }));
  await collect(
    model.run({ ...asked, history: [...asked.history, { role: 'model', step }, { role: 'results', results }] }, never),
  );
  assert.deepEqual(bodyOf(standin, 1).contents[2].parts[0].functionResponse.response, { error });
});

test("tells a step of another model's in Gemini's words", async (t) => {
  const step: ModelStep = {
    raw: { role: 'assistant', content: '' },
    text: 'Let me see.',
    calls: [{ name: 'speak', args: { text: 'x' } }],
    finish: 'calls',
  };
  const { model } = await pair(t, [{ text: 'ok' }], { standin: { profile: 'gemini-3' } });
  const { text } = await collect(model.run({ ...asked, history: afterCalls(step) }, never));
  assert.equal(text, 'ok');
});

const broken: [name: string, answer: StandinAnswer][] = [
  [
    'MALFORMED_FUNCTION_CALL without content',
    { parts: null, finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'x' },
  ],
  ['MALFORMED_FUNCTION_CALL with a call', { calls: [{ name: 'speak' }], finishReason: 'MALFORMED_FUNCTION_CALL' }],
  ['UNEXPECTED_TOOL_CALL', { parts: null, finishReason: 'UNEXPECTED_TOOL_CALL' }],
  ['TOO_MANY_TOOL_CALLS', { parts: null, finishReason: 'TOO_MANY_TOOL_CALLS' }],
  ['MALFORMED_RESPONSE', { parts: [], finishReason: 'MALFORMED_RESPONSE' }],
  ['MISSING_THOUGHT_SIGNATURE', { parts: null, finishReason: 'MISSING_THOUGHT_SIGNATURE' }],
  ['STOP without content', { parts: null }],
  ['STOP without parts', { parts: [] }],
  ['STOP with an empty text', { parts: [{ text: '' }] }],
  ['STOP with thoughts only', { parts: [{ text: 'hm', thought: true }] }],
  ['a call without a name', { parts: [{ functionCall: { args: {} } }] }],
  ['a stream that ends without a reason', { parts: [{ text: '' }], finishReason: null }],
  ['calls cut short by MAX_TOKENS', { calls: [{ name: 'speak' }], finishReason: 'MAX_TOKENS' }],
  ['nothing but MAX_TOKENS', { parts: null, finishReason: 'MAX_TOKENS' }],
  ['OTHER', { parts: null, finishReason: 'OTHER' }],
  ['NO_IMAGE', { parts: null, finishReason: 'NO_IMAGE' }],
  ['a reason that nobody knows with calls', { calls: [{ name: 'speak' }], finishReason: 'SOMETHING_NEW' }],
];

for (const [name, answer] of broken) {
  test(`asks once more after ${name}, and keeps nothing of it (009, 010, 011)`, async (t) => {
    const { model, standin } = await pair(t, [answer, { text: 'Here I am.' }]);
    const { step } = await collect(model.run(asked, never));
    assert.equal(step.text, 'Here I am.');
    assert.deepEqual(bodyOf(standin, 1), bodyOf(standin, 0));
  });

  test(`says in words that ${name} came again and again (009, 010, 011)`, async (t) => {
    const { model, standin } = await pair(t, [answer, answer, answer, { text: 'too late' }]);
    await assert.rejects(collect(model.run(asked, never)), plainError('model_unavailable'));
    assert.equal(standin.requests.length, /MALFORMED|UNEXPECTED/.test(name) ? 3 : 2);
  });
}

for (const reason of [
  'SAFETY',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'RECITATION',
  'LANGUAGE',
  'ESCALATION',
  'PUP_LIMITED_DISABLED',
  'MODEL_ARMOR',
  'IMAGE_SAFETY',
]) {
  test(`takes ${reason} for a refusal, at once (010)`, async (t) => {
    const { model, standin } = await pair(t, [{ parts: null, finishReason: reason }]);
    await assert.rejects(collect(model.run(asked, never)), plainError('model_refused'));
    assert.equal(standin.requests.length, 1);
  });
}

test('takes a blocked prompt for a refusal (010)', async (t) => {
  const { model } = await pair(t, [{ blockReason: 'PROHIBITED_CONTENT' }]);
  await assert.rejects(collect(model.run(asked, never)), plainError('model_refused'));
});

for (const finishReason of ['MAX_TOKENS', 'OTHER', 'SOMETHING_NEW']) {
  test(`keeps a text that ended with ${finishReason}, marked as truncated`, async (t) => {
    const { model } = await pair(t, [{ text: 'Half an ans', finishReason }]);
    const { step } = await collect(model.run(asked, never));
    assert.equal(step.finish, 'truncated');
  });
}

test('does not contradict words that were shown already', async (t) => {
  for (const answer of [
    { text: 'I will', finishReason: 'MALFORMED_FUNCTION_CALL' },
    { text: 'I will', finishReason: null },
    { cut: 'midway', text: 'I will not finish this' },
  ] satisfies StandinAnswer[]) {
    const { model, standin } = await pair(t, [answer, { text: 'Something else.' }]);
    await assert.rejects(collect(model.run(asked, never)), plainError('model_unavailable'));
    assert.equal(standin.requests.length, 1);
  }
});

test('tries three times on a server that is down, a connection that breaks, or both', async (t) => {
  const { model, waits } = await pair(t, [{ status: 503 }, { cut: 'at once' }, { text: 'ok' }]);
  assert.equal((await collect(model.run(asked, never))).text, 'ok');
  assert.deepEqual(waits, [500, 1_000]);
});

test('gives up after the third attempt with a plain sentence', async (t) => {
  const { model, standin } = await pair(t, [{ status: 500 }, { status: 503 }, { status: 504 }, { text: 'too late' }]);
  await assert.rejects(collect(model.run(asked, never)), plainError('model_unavailable'));
  assert.equal(standin.requests.length, 3);
});

test('waits as long as it is asked to: the body before the header', async (t) => {
  const headers = { 'retry-after': '7' };
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2.5s' }];
  const { model, waits } = await pair(t, [{ status: 429, details, headers }, { status: 429, headers }, { text: 'ok' }]);
  await collect(model.run(asked, never));
  assert.deepEqual(waits, [2_500, 7_000]);
});

test('does not wait for an allowance of the day', async (t) => {
  const details = [
    {
      '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
      violations: [{ quotaId: 'GenerateRequestsPerDayPerProject' }],
    },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' },
  ];
  const { model, standin } = await pair(t, [{ status: 429, details }]);
  await assert.rejects(collect(model.run(asked, never)), plainError('model_quota'));
  assert.equal(standin.requests.length, 1);
});

test('does not wait longer than anybody would', async (t) => {
  const { model, waits } = await pair(t, [{ status: 429, headers: { 'retry-after': '600' } }]);
  await assert.rejects(collect(model.run(asked, never)), plainError('model_quota'));
  assert.deepEqual(waits, []);
});

test('never repeats a request that was refused, and never shows the words of the refusal', async (t) => {
  for (const status of [400, 401, 403, 404]) {
    const { model, standin } = await pair(t, [{ status, message: 'secret words about key AIza123' }]);
    await assert.rejects(collect(model.run(asked, never)), plainError('model_unavailable'));
    assert.equal(standin.requests.length, 1);
  }
});

test('says that the key is wrong without saying the key', async (t) => {
  const { model } = await pair(t, [], { standin: { apiKey: 'another' } });
  await assert.rejects(collect(model.run(asked, never)), /refused the key of this server/);
});

test('closes the request when it is aborted, before the first word and after it', async (t) => {
  for (const answer of [() => new Promise<StandinAnswer>(() => {}), () => ({ stall: 'One two three' })]) {
    const standin = await startStandin({ answer });
    t.after(() => standin.close());
    const model = geminiModel({ apiKey: 'key', baseUrl: standin.url });
    const stop = new AbortController();
    const reason = new Error('the person stopped');
    const run = collect(model.run(asked, stop.signal));
    await until(() => standin.requests.length === 1);
    stop.abort(reason);
    await assert.rejects(run, reason);
    assert.equal(await standin.requests[0]?.left, true);
  }
});

test('closes the request when whoever listens leaves early', async (t) => {
  const { model, standin } = await pair(t, [{ stall: 'One two three' }]);
  for await (const event of model.run(asked, never)) {
    assert.equal(event.type, 'text');
    break;
  }
  assert.equal(await standin.requests[0]?.left, true);
});

test('asks nobody when it is aborted beforehand', async (t) => {
  const { model, standin } = await pair(t, []);
  const reason = new Error('never mind');
  await assert.rejects(collect(model.run(asked, AbortSignal.abort(reason))), reason);
  assert.equal(standin.requests.length, 0);
});

test('ends a silent model at its deadline', async (t) => {
  const { model, standin } = await pair(t, [{ stall: 'One two' }], { gemini: { timeoutMs: 150 } });
  await assert.rejects(collect(model.run(asked, never)), plainError('model_unavailable'));
  assert.equal(await standin.requests[0]?.left, true);
});

test('says that nobody answers at that address', async (t) => {
  const { model, standin } = await pair(t, []);
  await standin.close();
  await assert.rejects(collect(model.run(asked, never)), plainError('model_unavailable'));
});
