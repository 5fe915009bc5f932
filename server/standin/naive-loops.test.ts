import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { checks, type CheckId } from './checks/catalogue.ts';
import {
  NaiveLoop,
  callsIn,
  calledLoop,
  question,
  responseAt,
  tools,
  unary,
  type Content,
  type Reply,
  type Round,
} from './naive-loop.fixture.ts';
import type { StandinOptions } from './standin.ts';

type Spoil = (round: Round) => readonly Content[] | void;

/** A loop that answers a first round, and does one thing wrong about it. */
function afterRound(spoil: Spoil, options: Partial<StandinOptions> = {}, more: object = {}) {
  return async (t: TestContext): Promise<Reply> => {
    const { loop, ...round } = await calledLoop(t, options);
    return loop.send(spoil(round) ?? [question, round.model, round.responses], more);
  };
}

/** A loop whose very first request has something wrong. */
function atOnce(
  body: unknown,
  path = unary,
  headers: Record<string, string> = {},
  options: Partial<StandinOptions> = {},
) {
  return async (t: TestContext): Promise<Reply> => {
    const loop = await NaiveLoop.start(t, { text: 'ok' }, options);
    return loop.post(body, path, headers);
  };
}

const contents = [question];
const declared = (declaration: object) => ({
  contents,
  tools: [{ functionDeclarations: [{ name: 'x', description: 'x', ...declaration }] }],
});
const property = (schema: object) => ({
  parametersJsonSchema: { type: 'object', properties: { a: schema } },
});

/** What naive loops do, and which one check catches it. */
const habits: readonly (readonly [check: CheckId, habit: string, run: (t: TestContext) => Promise<Reply>])[] = [
  ['route', 'asks for another method', atOnce({ contents }, '/v1beta/models/m:embedContent')],
  ['route', 'asks another version', atOnce({ contents }, '/v2/models/m:generateContent')],
  [
    'route',
    'comes by Vertex’ path to the Developer API',
    atOnce({ contents }, '/v1/publishers/google/models/m:generateContent'),
  ],
  ['key', 'sends no key', atOnce({ contents }, unary, { 'x-goog-api-key': '' })],
  ['key', 'puts the key into the address', atOnce({ contents }, `${unary}?key=k`)],
  ['body', 'sends no JSON', atOnce('{')],
  ['body', 'does not say that it sends JSON', atOnce({ contents }, unary, { 'content-type': 'text/plain' })],
  ['body', 'sends too much', atOnce(`"${'x'.repeat(20_000_001)}"`)],
  ['model', 'asks for a model that is gone', atOnce({ contents }, unary, {}, { models: ['n'] })],

  ['fields', 'takes another API’s field', atOnce({ contents, toolChoice: 'auto' })],
  ['fields', 'takes another API’s setting', atOnce({ contents, generationConfig: { maxTokens: 5 } })],
  ['fields', 'spells one field twice', atOnce({ contents, toolConfig: {}, tool_config: {} })],
  [
    'fields',
    'keeps its own mark on a part',
    afterRound(({ model }) => void Object.assign(model.parts[0] ?? {}, { mine: 1 })),
  ],
  [
    'fields',
    'keeps its own id in a call',
    afterRound((round) => void Object.assign(callsIn(round)[0]?.functionCall ?? {}, { callId: 'x' })),
  ],
  ['contents', 'sends no contents', atOnce({})],
  ['contents', 'sends empty contents', atOnce({ contents: [] })],
  ['role', 'answers as the role tool', afterRound(({ responses }) => void (responses.role = 'tool'))],
  ['role', 'puts its instructions into a system message', atOnce({ contents: [{ ...question, role: 'system' }] })],
  ['role', 'answers as the model', afterRound(({ responses }) => void (responses.role = 'model'))],
  ['parts', 'sends a message without parts', afterRound(({ model }) => void (model.parts = []))],
  ['parts', 'sends a part without anything in it', afterRound(({ responses }) => void responses.parts.push({}))],
  [
    'parts',
    'puts two things into one part',
    atOnce({ contents: [{ role: 'user', parts: [{ text: 'a', fileData: {} }] }] }),
  ],
  ['objects', 'answers with a list', afterRound((round) => void (responseAt(round, 0)['response'] = []))],
  ['objects', 'answers with a text', afterRound((round) => void (responseAt(round, 0)['response'] = 'ok'))],
  [
    'objects',
    'keeps arguments as a text',
    afterRound((round) => void Object.assign(callsIn(round)[0]?.functionCall ?? {}, { args: '{}' })),
  ],
  [
    'objects',
    'answers with a reference',
    afterRound((round) => void (responseAt(round, 0)['response'] = { a: [{ $ref: 'x' }] })),
  ],
  [
    'base64',
    'reads a signature as text',
    afterRound((round) => void Object.assign(callsIn(round)[0] ?? {}, { thoughtSignature: '�%' })),
  ],
  [
    'base64',
    'sends a picture as a data URL',
    atOnce({
      contents: [
        { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'data:image/png;base64,AA' } }] },
      ],
    }),
  ],
  ['thinking', 'sets a temperature', atOnce({ contents, generationConfig: { temperature: 0 } })],

  [
    'starts-with-user',
    'cuts old messages off, and not whole turns',
    atOnce({ contents: [{ role: 'model', parts: [{ text: 'Hi.', thoughtSignature: 'AA' }] }, question] }),
  ],
  [
    'ends-with-user',
    'starts the model’s answer for it',
    atOnce({ contents: [question, { role: 'model', parts: [{ text: 'It is' }] }] }),
  ],
  ['ends-with-user', 'asks again before the calls are answered', afterRound(({ model }) => [question, model])],
  ['call-after-user', 'cuts the question off', afterRound(({ model, responses }) => [model, responses])],
  [
    'call-after-user',
    'drops the message between two answers',
    afterRound(
      ({ model, responses }) => [
        question,
        { role: 'model', parts: [{ text: 'Done.' }, { text: '', thoughtSignature: 'AA' }] },
        model,
        responses,
      ],
      { profile: 'gemini-2.5' },
    ),
  ],
  ['response-after-call', 'cuts the calls off', afterRound(({ responses }) => [question, responses])],
  ['response-count', 'forgets a call', afterRound(({ responses }) => void responses.parts.pop())],
  [
    'response-count',
    'answers a call twice',
    afterRound(({ responses }) => void responses.parts.push({ functionResponse: { name: 'one', response: {} } })),
  ],
  ['response-count', 'goes on without any answer', afterRound(({ model }) => [question, model, question])],
  [
    'response-count',
    'ends with open calls where that is taken',
    afterRound(({ model }) => [question, model], { profile: 'gemini-3' }),
  ],
  [
    'one-response-content',
    'sends each answer by itself',
    afterRound(({ model, responses }) => [
      question,
      model,
      ...responses.parts.map((part) => ({ role: 'user', parts: [part] })),
    ]),
  ],
  [
    'one-response-content',
    'adds words to the answers',
    afterRound(({ responses }) => void responses.parts.push({ text: 'so?' })),
  ],
  ['response-name', 'answers by name only', afterRound((round) => void (responseAt(round, 0)['name'] = 'two'))],
  [
    'response-id',
    'sends no ids',
    afterRound(({ responses }) => responses.parts.forEach((part) => delete part.functionResponse?.['id'])),
  ],
  ['response-id', 'answers in another order', afterRound((round) => swapIds(round))],
  [
    'response-id',
    'invents ids for calls that have none',
    afterRound((round) => void (responseAt(round, 0)['id'] = 'x'), { profile: 'gemini-2.5' }),
  ],
  [
    'duplicate-ids',
    'keys answers by name',
    afterRound((round) => void (responseAt(round, 2)['id'] = responseAt(round, 0)['id'])),
  ],
  ['unknown-id', 'sends ids of its own', afterRound((round) => void (responseAt(round, 0)['id'] = 'mine'))],

  [
    'signature-missing',
    'rebuilds the calls',
    afterRound((round) => callsIn(round).forEach((part) => delete part.thoughtSignature)),
  ],
  ['signature-missing', 'moves the signature to the last call', afterRound((round) => moveSignature(round))],
  [
    'signature-altered',
    'makes a signature up',
    afterRound((round) => callsIn(round).forEach((part) => part.thoughtSignature && (part.thoughtSignature = 'AAAA'))),
  ],
  [
    'signature-moved',
    'copies the signature to every call',
    afterRound((round) => callsIn(round).forEach((part) => (part.thoughtSignature = signatureOf(round)))),
  ],
  [
    'signature-moved',
    'signs its own words',
    afterRound(({ model, responses }) => [
      { role: 'user', parts: [{ text: 'go', thoughtSignature: 'AAAA' }] },
      model,
      responses,
    ]),
  ],
  [
    'signed-content',
    'changes the arguments',
    afterRound((round) => void Object.assign(callsIn(round)[1]?.functionCall?.args ?? {}, { c: 1 })),
  ],
  ['signed-content', 'orders the arguments by name', afterRound((round) => reorder(round))],
  ['signed-content', 'drops a thought', afterRound(({ model }) => void model.parts.shift())],
  ['signed-content', 'drops the words before the calls', afterRound(({ model }) => void model.parts.splice(1, 1))],
  [
    'signed-content',
    'trims the words before the calls',
    afterRound(({ model }) => void (model.parts[1] = { text: 'Let me see.' })),
  ],
  [
    'signed-content',
    'puts the calls into another order',
    afterRound(
      ({ model, responses }) => (
        model.parts.push(...model.parts.splice(3, 1)),
        void responses.parts.push(...responses.parts.splice(1, 1))
      ),
    ),
  ],
  [
    'signed-content',
    'takes two equal answers for one',
    afterRound(({ model, responses }) => (model.parts.pop(), void responses.parts.pop())),
  ],
  [
    'signature-bypass',
    'never keeps a signature',
    afterRound(
      (round) => void Object.assign(callsIn(round)[0] ?? {}, { thoughtSignature: 'skip_thought_signature_validator' }),
    ),
  ],
  [
    'text-signature',
    'drops parts with an empty text',
    atOnce({ contents: [question, { role: 'model', parts: [{ text: 'ok' }] }, question] }),
  ],
  ['other-model', 'changes the model within a turn', changesModel],

  ['declarations', 'gives a function a title for a name', atOnce(declared({ name: '1 x' }))],
  ['declarations', 'declares one function twice', atOnce({ contents, tools: [...tools, ...tools] })],
  [
    'declarations',
    'declares too many functions',
    atOnce({
      contents,
      tools: [{ functionDeclarations: Array.from({ length: 513 }, (_, at) => ({ name: `f${at}` })) }],
    }),
  ],
  [
    'one-schema',
    'sends both kinds of parameters',
    atOnce(declared({ parameters: { type: 'object' }, parametersJsonSchema: { type: 'object' } })),
  ],
  [
    'openapi-keywords',
    'sends JSON Schema as parameters',
    atOnce(declared({ parameters: { type: 'object', properties: { n: { type: 'integer', exclusiveMinimum: 0 } } } })),
  ],
  ['json-schema', 'has a root that is no object', atOnce(declared({ parametersJsonSchema: { anyOf: [] } }))],
  ['json-schema', 'has an empty member in an enum', atOnce(declared(property({ type: 'string', enum: [''] })))],
  ['json-schema', 'has an array of anything', atOnce(declared(property({ type: 'array' })))],
  ['json-schema', 'puts words beside a reference', atOnce(declared(property({ $ref: '#/$defs/a', type: 'object' })))],
  [
    'json-schema',
    'requires what is not there',
    atOnce(declared({ parametersJsonSchema: { type: 'object', required: ['a'] } })),
  ],
  [
    'json-schema',
    'has a parameter with a blank',
    atOnce(declared({ parametersJsonSchema: { type: 'object', properties: { 'a b': { type: 'string' } } } })),
  ],
  ['json-schema', 'nests without an end', atOnce(declared(property(nested(40))))],
  [
    'json-schema',
    'forces calls into very many choices',
    atOnce({
      ...declared(property({ type: 'string', enum: Array.from({ length: 3_000 }, (_, at) => `choice ${at}`) })),
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    }),
  ],
  [
    'calling-mode',
    'uses another API’s mode',
    atOnce({ contents, tools, toolConfig: { functionCallingConfig: { mode: 'REQUIRED' } } }),
  ],
  [
    'calling-mode',
    'names functions without ANY',
    atOnce({ contents, tools, toolConfig: { functionCallingConfig: { mode: 'AUTO', allowedFunctionNames: ['one'] } } }),
  ],
  [
    'calling-mode',
    'names a function that is not declared',
    atOnce({
      contents,
      tools,
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['three'] } },
    }),
  ],
  [
    'calling-mode',
    'names none and means none',
    atOnce({ contents, tools, toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [] } } }),
  ],
  ['undeclared-call', 'takes functions away that were called', callsTheUndeclared],
  [
    'stable-tools',
    'changes the tools within a turn',
    afterRound(
      () => {},
      {},
      { tools: [{ functionDeclarations: [...(tools[0]?.functionDeclarations ?? []), { name: 'three' }] }] },
    ),
  ],
];

for (const [check, habit, run] of habits) {
  test(`${check} catches a loop that ${habit}`, async (t) => {
    const { status, text, record } = await run(t);
    const { effect, messages, status: refusedWith } = checks[check];
    const isKnown = (told = ''): boolean => messages.some((beginning) => told.startsWith(beginning));
    if (effect === 'warns') {
      assert.equal(status, 200, text);
      assert.deepEqual([...new Set(record.warnings.map((warning) => warning.check))], [check]);
      assert.ok(isKnown(record.warnings[0]?.message), record.warnings[0]?.message);
      return;
    }
    assert.equal(record.refusal?.check, check, text);
    assert.equal(status, refusedWith);
    const { error } = JSON.parse(text);
    assert.deepEqual(Object.keys(error).slice(0, 3), ['code', 'message', 'status']);
    assert.ok(isKnown(error.message), error.message);
  });
}

test('each check that refuses or warns has a naive loop that it alone catches', () => {
  const caught = new Set(habits.map(([check]) => check));
  const judging = Object.entries(checks).filter(([, { effect }]) => effect !== 'plays');
  assert.deepEqual(
    judging.map(([id]) => id).filter((id) => !habits.some(([check]) => check === id)),
    [],
  );
  assert.equal(caught.size, judging.length);
});

function signatureOf(round: Round): string {
  return callsIn(round)[0]?.thoughtSignature ?? '';
}

function moveSignature(round: Round): void {
  const calls = callsIn(round);
  const [first, last] = [calls[0], calls.at(-1)];
  if (!first || !last) return;
  last.thoughtSignature = first.thoughtSignature ?? '';
  delete first.thoughtSignature;
}

function swapIds(round: Round): void {
  const [first, last] = [responseAt(round, 0), responseAt(round, 2)];
  [first['id'], last['id']] = [last['id'], first['id']];
}

function reorder(round: Round): void {
  const call = callsIn(round)[0]?.functionCall;
  if (call) call.args = Object.fromEntries(Object.entries(call.args).toReversed());
}

function nested(depth: number): object {
  return depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } };
}

async function changesModel(t: TestContext): Promise<Reply> {
  const { loop, model, responses } = await calledLoop(t);
  return loop.send([question, model, responses], {}, '/v1beta/models/other:generateContent');
}

async function callsTheUndeclared(t: TestContext): Promise<Reply> {
  const loop = await NaiveLoop.start(t, { calls: [{ name: 'three' }] });
  const { model, responses } = await loop.round();
  return loop.send([question, model, responses]);
}
