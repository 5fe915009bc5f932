import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { StandinAnswer } from './answer.ts';
import { startRehearsal } from './rehearsal.ts';
import { startStandin, type StandinOptions } from './standin.ts';

interface Part {
  text?: string;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args: Record<string, unknown> };
  functionResponse?: Record<string, unknown>;
  [field: string]: unknown;
}
interface Content {
  role: string;
  parts: Part[];
}
interface Body {
  contents: unknown;
  [field: string]: unknown;
}

const tools = [{ functionDeclarations: ['one', 'two'].map((name) => ({ name, description: name })) }];
const calls = [
  { name: 'one', args: { a: 1, b: 2 } },
  { name: 'two', args: {} },
  { name: 'one', args: { a: 3 } },
];
const question: Content = { role: 'user', parts: [{ text: 'go' }] };

async function start(t: TestContext, answer: StandinAnswer, options: Partial<StandinOptions> = {}) {
  const standin = await startStandin({ answer: () => answer, ...options });
  t.after(() => standin.close());
  const post = async (
    body: unknown,
    path = '/v1beta/models/m:generateContent',
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(standin.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': 'k', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) };
  };
  return { standin, post };
}

/** A turn up to its first answered step, as a careful client would send it back. */
async function honestTurn(t: TestContext, options: Partial<StandinOptions> = {}) {
  const { post } = await start(t, { calls, text: 'Let me see. ', thought: 'hm' }, options);
  const first = await post({
    contents: [question],
    tools,
    generationConfig: { thinkingConfig: { includeThoughts: true } },
  });
  const model: Content = first.json().candidates[0].content;
  const responses: Content = {
    role: 'user',
    parts: model.parts.flatMap(({ functionCall }) =>
      functionCall ? [{ functionResponse: responseTo(functionCall) }] : [],
    ),
  };
  return { post, model, responses };
}

function responseTo({ id, name }: NonNullable<Part['functionCall']>): Record<string, unknown> {
  return { ...(id === undefined ? {} : { id }), name, response: { output: 'ok' } };
}

test('takes a careful client through, unary and streamed, on both versions', async (t) => {
  const { post, model, responses } = await honestTurn(t);
  for (const path of [
    '/v1/models/m:generateContent',
    '/v1beta/models/m:streamGenerateContent?alt=sse',
    '/proxy/v1beta/models/m:generateContent',
  ]) {
    const { status } = await post({ contents: [question, model, responses], tools }, path);
    assert.equal(status, 200);
  }
});

test('signs the first call only, and gives each call an id of its own', async (t) => {
  const { model } = await honestTurn(t);
  const signed = model.parts.filter((part) => part.thoughtSignature);
  assert.equal(signed.length, 1);
  assert.equal(
    signed[0],
    model.parts.find((part) => part.functionCall),
  );
  assert.equal(new Set(model.parts.flatMap((part) => part.functionCall?.id ?? [])).size, 3);
});

type Turn = { model: Content; responses: Content };
const callsOf = ({ model }: Turn) => model.parts.filter((part) => part.functionCall);

/** What careless clients do to a turn, and what they hear. */
const careless: [habit: string, spoil: (turn: Turn) => Content[] | void, message: RegExp][] = [
  [
    'drops the signature',
    (turn) => callsOf(turn).forEach((part) => delete part.thoughtSignature),
    /missing a thought_signature in functionCall parts.*`default_api:one`, position 1/,
  ],
  [
    'alters the signature',
    (turn) => callsOf(turn).forEach((part) => part.thoughtSignature && (part.thoughtSignature = 'AAAA')),
    /Corrupted thought signature/,
  ],
  [
    'sends a signature that is not base64',
    (turn) => callsOf(turn).forEach((part) => part.thoughtSignature && (part.thoughtSignature = '%%')),
    /Base64 decoding failed/,
  ],
  [
    'copies the signature to every call',
    (turn) => callsOf(turn).forEach((part) => (part.thoughtSignature = callsOf(turn)[0]?.thoughtSignature ?? '')),
    /Corrupted/,
  ],
  ['moves the signature to the last call', (turn) => void moveSignature(callsOf(turn)), /missing a thought_signature/],
  [
    'changes the arguments',
    (turn) => void Object.assign(callsOf(turn)[1]?.functionCall?.args ?? {}, { c: 1 }),
    /Corrupted/,
  ],
  ['reorders the arguments', (turn) => void reorder(callsOf(turn)[0]), /Corrupted/],
  ['drops a thought', (turn) => void turn.model.parts.shift(), /Corrupted/],
  ['drops the words before the calls', (turn) => void turn.model.parts.splice(1, 1), /Corrupted/],
  [
    'changes the words before the calls',
    (turn) => void Object.assign(turn.model.parts[1] ?? {}, { text: 'Let me see.' }),
    /Corrupted/,
  ],
  [
    'puts a signature on its own words',
    (turn) => [{ role: 'user', parts: [{ text: 'go', thoughtSignature: 'AAAA' }] }, turn.model, turn.responses],
    /Corrupted/,
  ],
  [
    'renames an id',
    (turn) => void Object.assign(turn.responses.parts[0]?.functionResponse ?? {}, { id: 'mine' }),
    /id does not match/,
  ],
  [
    'sends no ids',
    (turn) => turn.responses.parts.forEach((part) => delete part.functionResponse?.['id']),
    /id does not match/,
  ],
  [
    'uses one id twice',
    (turn) =>
      void Object.assign(turn.responses.parts[2]?.functionResponse ?? {}, {
        id: turn.responses.parts[0]?.functionResponse?.['id'],
      }),
    /Duplicate/,
  ],
  [
    'answers by name only',
    (turn) => void Object.assign(turn.responses.parts[0]?.functionResponse ?? {}, { name: 'two' }),
    /name 'two' does not match/,
  ],
  [
    'answers in another order',
    (turn) => void (turn.responses.parts = turn.responses.parts.toReversed()),
    /does not match/,
  ],
  ['leaves an answer out', (turn) => void turn.responses.parts.pop(), /number of function response parts is equal/],
  [
    'adds an answer',
    (turn) => void turn.responses.parts.push({ functionResponse: { name: 'one', response: {} } }),
    /number of function response parts/,
  ],
  [
    'adds words to the answers',
    (turn) => void turn.responses.parts.push({ text: 'so?' }),
    /number of function response parts/,
  ],
  [
    'splits the answers over messages',
    ({ model, responses }) => [question, model, ...responses.parts.map((part) => ({ role: 'user', parts: [part] }))],
    /number of function response parts/,
  ],
  [
    'answers before it was asked',
    ({ responses }) => [question, responses],
    /response turn comes immediately after a function call turn/,
  ],
  [
    'starts with the calls',
    ({ model, responses }) => [model, responses],
    /call turn comes immediately after a user turn/,
  ],
  [
    'puts two steps in a row',
    ({ model, responses }) => [question, { role: 'model', parts: [{ text: 'x' }] }, model, responses],
    /call turn comes immediately after a user turn/,
  ],
  ['ends with the model', ({ model }) => [question, model], /ending with a model turn/],
  ['answers as the role tool', (turn) => void (turn.responses.role = 'tool'), /Role 'tool' is not supported/],
  [
    'answers with a list',
    (turn) => void Object.assign(turn.responses.parts[0]?.functionResponse ?? {}, { response: [] }),
    /expected an object/,
  ],
  [
    'answers with a reference',
    (turn) => void Object.assign(turn.responses.parts[0]?.functionResponse ?? {}, { response: { $ref: 'x' } }),
    /Invalid reference/,
  ],
  [
    'adds a field to a call',
    (turn) => void Object.assign(callsOf(turn)[0]?.functionCall ?? {}, { callId: 'x' }),
    /Unknown name "callId"/,
  ],
  [
    'adds a field to a part',
    (turn) => void Object.assign(turn.model.parts[0] ?? {}, { mine: 1 }),
    /Unknown name "mine"/,
  ],
  ['sends a message without parts', (turn) => void (turn.model.parts = []), /parts must not be empty/],
  [
    'sends a part without anything in it',
    (turn) => void turn.responses.parts.push({}),
    /must have one initialized field/,
  ],
];

for (const [habit, spoil, message] of careless) {
  test(`refuses a client that ${habit}`, async (t) => {
    const { post, ...turn } = await honestTurn(t);
    const contents = spoil(turn) ?? [question, turn.model, turn.responses];
    const { status, json } = await post({ contents, tools });
    assert.equal(status, 400);
    assert.equal(json().error.status, 'INVALID_ARGUMENT');
    assert.match(json().error.message, message);
  });
}

function moveSignature(parts: Part[]): void {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return;
  last.thoughtSignature = first.thoughtSignature ?? '';
  delete first.thoughtSignature;
}

function reorder(part: Part | undefined): void {
  if (part?.functionCall)
    part.functionCall.args = Object.fromEntries(Object.entries(part.functionCall.args).toReversed());
}

test('looks at the signatures of the current turn only', async (t) => {
  const { post, model, responses } = await honestTurn(t);
  for (const part of model.parts) delete part.thoughtSignature;
  const contents = [question, model, responses, { role: 'model', parts: [{ text: 'Done.' }] }, question];
  assert.equal((await post({ contents, tools })).status, 200);
});

test('takes joined words for the same words', async (t) => {
  const { post, model, responses } = await honestTurn(t);
  const [thought, words, ...rest] = model.parts;
  assert.ok(thought && words);
  const split = { ...model, parts: [thought, { text: 'Let me ' }, { text: 'see. ' }, ...rest] };
  assert.equal((await post({ contents: [question, split, responses], tools })).status, 200);
});

test('does not take the signature of another stand-in', async (t) => {
  const { model, responses } = await honestTurn(t);
  const other = await start(t, { text: 'ok' });
  const { json } = await other.post({ contents: [question, model, responses], tools });
  assert.match(json().error.message, /Corrupted/);
});

test('plays older families: no ids and no signatures needed', async (t) => {
  const { post, model, responses } = await honestTurn(t, { profile: 'gemini-2.5' });
  assert.ok(model.parts.every((part) => part.functionCall?.id === undefined));
  for (const part of model.parts) delete part.thoughtSignature;
  assert.equal((await post({ contents: [question, model, responses], tools })).status, 200);
});

const declared = (declaration: unknown) => ({ contents: [question], tools: [{ functionDeclarations: [declaration] }] });
const named = { name: 'x', description: 'x' };

const badBodies: [what: string, body: unknown, message: RegExp][] = [
  ['no JSON', '{', /Invalid JSON payload/],
  ['no contents', {}, /contents is not specified/],
  ['empty contents', { contents: [] }, /contents is not specified/],
  ['an unknown field', { contents: [question], toolChoice: 'auto' }, /Unknown name "toolChoice"/],
  ['an unknown setting', { contents: [question], generationConfig: { thinking: true } }, /Unknown name "thinking"/],
  [
    'an unknown keyword in parameters',
    declared({ ...named, parameters: { type: 'object', properties: { n: { type: 'integer', exclusiveMinimum: 0 } } } }),
    /Unknown name "exclusiveMinimum" at 'tools\[0\]\.function_declarations\[0\]\.parameters\.properties\[n\]'/,
  ],
  [
    'both kinds of parameters',
    declared({ ...named, parameters: { type: 'object' }, parametersJsonSchema: { type: 'object' } }),
    /mutually exclusive/,
  ],
  [
    'a root that is no object',
    declared({ ...named, parametersJsonSchema: { type: 'string' } }),
    /must be of type object/,
  ],
  [
    'an empty member of an enum',
    declared({ ...named, parametersJsonSchema: { type: 'object', properties: { a: { type: 'string', enum: [''] } } } }),
    /enum': cannot be empty/,
  ],
  [
    'an array without items',
    declared({ ...named, parametersJsonSchema: { type: 'object', properties: { a: { type: 'array' } } } }),
    /items': missing field/,
  ],
  [
    'a bad name of a parameter',
    declared({ ...named, parametersJsonSchema: { type: 'object', properties: { 'a b': { type: 'string' } } } }),
    /invalid parameter name 'a b'/,
  ],
  ['a bad name of a function', declared({ name: '1 x' }), /Invalid function name/],
  [
    'one function twice',
    { contents: [question], tools: [...tools, ...tools] },
    /Duplicate function declaration found: one/,
  ],
  [
    'an unknown mode',
    { contents: [question], tools, toolConfig: { functionCallingConfig: { mode: 'SOME' } } },
    /"SOME"/,
  ],
  [
    'allowed names without ANY',
    {
      contents: [question],
      tools,
      toolConfig: { functionCallingConfig: { mode: 'AUTO', allowedFunctionNames: ['one'] } },
    },
    /only be set when/,
  ],
  [
    'allowed names that are not declared',
    {
      contents: [question],
      tools,
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['three'] } },
    },
    /'three' is not declared/,
  ],
];

for (const [what, body, message] of badBodies) {
  test(`refuses a request with ${what}`, async (t) => {
    const { post } = await start(t, { text: 'ok' });
    const { status, json } = await post(body);
    assert.equal(status, 400);
    assert.match(json().error.message, message);
  });
}

test('wants a key, and the right one where there is one', async (t) => {
  const { post } = await start(t, { text: 'ok' }, { apiKey: 'right' });
  const path = '/v1beta/models/m:generateContent';
  assert.equal((await post({ contents: [question] }, path, { 'x-goog-api-key': '' })).status, 403);
  const wrong = await post({ contents: [question] }, path, { 'x-goog-api-key': 'wrong' });
  assert.equal(wrong.json().error.details[0].reason, 'API_KEY_INVALID');
  assert.equal((await post({ contents: [question] }, path, { 'x-goog-api-key': 'right' })).status, 200);
});

test('counts tokens, and knows no other path', async (t) => {
  const { post } = await start(t, { text: 'ok' });
  assert.ok((await post({ contents: [question] }, '/v1/models/m:countTokens')).json().totalTokens > 0);
  assert.equal((await post({}, '/v1/models/m:embedContent')).status, 404);
  assert.equal((await post({}, '/v2/models/m:generateContent')).status, 404);
});

test('streams a text word by word and signs an empty part at its end', async (t) => {
  const { post } = await start(t, { text: 'One two three.' }, { sliceBytes: 5 });
  const { text } = await post({ contents: [question] }, '/v1beta/models/m:streamGenerateContent?alt=sse');
  const events = text
    .split('\r\n\r\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.replace(/^data: /, '')));
  assert.deepEqual(
    events.map((event) => event.candidates[0].content.parts[0].text),
    ['One', ' two', ' three.', ''],
  );
  assert.ok(events.at(-1).candidates[0].content.parts[0].thoughtSignature);
  assert.deepEqual(
    events.map((event) => event.candidates[0].finishReason),
    [undefined, undefined, undefined, 'STOP'],
  );
});

test('keeps the last requests only', async (t) => {
  const { post, standin } = await start(t, { text: 'ok' }, { keepRequests: 2 });
  for (const text of ['a', 'b', 'c']) await post({ contents: [{ role: 'user', parts: [{ text }] }] });
  assert.deepEqual(
    standin.requests.map(({ body }) => JSON.stringify(body).includes('"a"')),
    [false, false],
  );
});

test('rehearses behind the same checks', async (t) => {
  const rehearsal = await startRehearsal({ wordMs: 0 });
  t.after(() => rehearsal.close());
  const body: Body = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] };
  const response = await fetch(`${rehearsal.url}/v1beta/models/rehearsal:generateContent`, {
    method: 'POST',
    headers: { 'x-goog-api-key': 'k' },
    body: JSON.stringify(body),
  });
  assert.match(await response.text(), /Hello!/);
});
