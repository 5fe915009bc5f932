import assert from 'node:assert/strict';
import test from 'node:test';
import { faults } from './faults.ts';
import {
  NaiveLoop,
  calledLoop,
  calls,
  callsIn,
  question,
  responseAt,
  streamed,
  tools,
  unary,
  type Content,
} from './naive-loop.fixture.ts';
import { profiles, type ProfileName } from './profile.ts';
import { startRehearsal } from './rehearsal.ts';

/** The events of a stream, as a client reads them that waits for the blank line. */
function eventsOf(text: string): ReturnType<typeof JSON.parse>[] {
  const events = text.split('\r\n\r\n').filter((event) => event !== '');
  return events.map((event) => JSON.parse(event.replace(/^data: /, '')));
}

const partsOf = (events: ReturnType<typeof JSON.parse>[]) =>
  events.flatMap((event) => event.candidates[0].content.parts);

for (const profile of Object.keys(profiles).filter((name): name is ProfileName => name in profiles)) {
  test(`${profile} takes a careful client through, unary and streamed, on both versions`, async (t) => {
    const { loop, model, responses } = await calledLoop(t, { profile });
    for (const path of ['/v1/models/m:generateContent', streamed, `/proxy${unary}`]) {
      const { status, record } = await loop.send([question, model, responses], {}, path);
      assert.equal(status, 200);
      assert.deepEqual(record.warnings, []);
    }
  });
}

test('takes a step that the client keeps in several contents, as one SDK does', async (t) => {
  const { loop, model, responses } = await calledLoop(t);
  const pieces = model.parts.map((part) => ({ role: 'model', parts: [part] }));
  assert.equal((await loop.send([question, ...pieces, responses])).status, 200);
});

test('reads snake_case as well, in every place but those of the client’s own', async (t) => {
  const { loop, model, responses } = await calledLoop(t);
  const snake = (content: Content): Content => ({
    ...content,
    parts: content.parts.map(({ functionCall, functionResponse, thoughtSignature, ...rest }) => ({
      ...rest,
      ...(functionCall && { function_call: functionCall }),
      ...(functionResponse && { function_response: functionResponse }),
      ...(thoughtSignature && { thought_signature: thoughtSignature }),
    })),
  });
  const { status, text } = await loop.post({
    contents: [question, snake(model), snake(responses)],
    tools: [
      {
        function_declarations: [
          { name: 'one', parameters_json_schema: { type: 'object', properties: { a_b: { type: 'string' } } } },
          { name: 'two' },
        ],
      },
    ],
    tool_config: { function_calling_config: { mode: 'AUTO' } },
    generation_config: { thinking_config: { include_thoughts: true, thinking_level: 'LOW' } },
    system_instruction: { parts: [{ text: 'Be brief.' }] },
  });
  assert.equal(status, 200, text);
});

test('signs the first call only, and gives each call an id of its own', async (t) => {
  const round = await calledLoop(t);
  const signed = round.model.parts.filter((part) => part.thoughtSignature);
  assert.deepEqual(signed, callsIn(round).slice(0, 1));
  assert.equal(new Set(callsIn(round).map((part) => part.functionCall?.id)).size, 3);
});

test('gives no ids where the family has none', async (t) => {
  const round = await calledLoop(t, { profile: 'gemini-2.5' });
  assert.ok(callsIn(round).every((part) => part.functionCall?.id === undefined));
});

test('needs no signatures of the family that has them only now and then', async (t) => {
  const { loop, model, responses } = await calledLoop(t, { profile: 'gemini-2.5' });
  for (const part of model.parts) delete part.thoughtSignature;
  assert.equal((await loop.send([question, model, responses])).status, 200);
});

test('takes responses without ids of Gemini 3', async (t) => {
  const { loop, ...round } = await calledLoop(t, { profile: 'gemini-3' });
  for (const at of [0, 1, 2]) delete responseAt(round, at)['id'];
  assert.equal((await loop.send([question, round.model, round.responses])).status, 200);
});

test('answers with nothing on Vertex when an id is missing, and says so in its log', async (t) => {
  const { loop, ...round } = await calledLoop(t, { profile: 'vertex-3' });
  delete responseAt(round, 0)['id'];
  const { status, json, record } = await loop.send([question, round.model, round.responses]);
  assert.equal(status, 200);
  assert.deepEqual(json().candidates[0].content.parts, [{ text: '' }]);
  assert.deepEqual(
    record.warnings.map(({ check }) => check),
    ['response-id'],
  );
});

test('is reached by Vertex’ own path and token where it plays Vertex', async (t) => {
  const loop = await NaiveLoop.start(t, { text: 'ok' }, { profile: 'vertex-3', apiKey: 'k' });
  const path = '/v1beta1/projects/p/locations/global/publishers/google/models/m:generateContent';
  const token = { authorization: 'Bearer x', 'x-goog-api-key': '' };
  assert.equal((await loop.post({ contents: [question] }, path, token)).status, 200);
});

test('looks at the signatures of the current turn only', async (t) => {
  const { loop, model, responses } = await calledLoop(t);
  for (const part of model.parts) delete part.thoughtSignature;
  const done = { role: 'model', parts: [{ text: 'Done.' }] };
  assert.equal((await loop.send([question, model, responses, done, question])).status, 200);
});

test('takes joined words for the same words', async (t) => {
  const { loop, model, responses } = await calledLoop(t);
  const [thought, , ...rest] = model.parts;
  const split = { ...model, parts: [{ ...thought }, { text: 'Let me ' }, { text: 'see. ' }, ...rest] };
  assert.equal((await loop.send([question, split, responses])).status, 200);
});

test('does not take the signature of another stand-in', async (t) => {
  const { model, responses } = await calledLoop(t);
  const other = await NaiveLoop.start(t, { text: 'ok' });
  const { record } = await other.send([question, model, responses]);
  assert.equal(record.refusal?.check, 'signature-altered');
});

test('takes words of steering in a content of their own, and media where the family has them', async (t) => {
  const { loop, ...round } = await calledLoop(t);
  const parts = [{ inlineData: { mimeType: 'image/png', data: 'AAAA', displayName: 'photo' } }];
  Object.assign(responseAt(round, 0), { response: { output: { $ref: 'photo' } }, parts });
  const steering = { role: 'user', parts: [{ text: 'Be quick.' }] };
  assert.equal((await loop.send([question, round.model, round.responses, steering])).status, 200);
  const old = await calledLoop(t, { profile: 'gemini-2.5' });
  Object.assign(responseAt(old, 0), { parts });
  assert.equal((await old.loop.send([question, old.model, old.responses])).record.refusal?.check, 'fields');
});

test('refuses a level of thinking that the family does not have', async (t) => {
  const level = (thinkingLevel: string) => ({
    contents: [question],
    generationConfig: { thinkingConfig: { thinkingLevel } },
  });
  const statusOf = async (profile: ProfileName, name: string) => {
    const loop = await NaiveLoop.start(t, { text: 'ok' }, { profile });
    return (await loop.post(level(name))).status;
  };
  assert.equal(await statusOf('gemini-4', 'MINIMAL'), 400);
  assert.equal(await statusOf('gemini-3', 'MINIMAL'), 200);
  assert.equal(await statusOf('gemini-2.5', 'LOW'), 400);
});

test('tells a wrong key with its reason, and names the check in a header', async (t) => {
  const loop = await NaiveLoop.start(t, { text: 'ok' }, { apiKey: 'right' });
  const wrong = await loop.post({ contents: [question] }, unary, { 'x-goog-api-key': 'wrong' });
  assert.equal(wrong.status, 400);
  assert.equal(wrong.json().error.details[0].reason, 'API_KEY_INVALID');
  assert.equal((await loop.post({ contents: [question] }, unary, { 'x-goog-api-key': 'right' })).status, 200);
  const { headers } = await fetch(loop.standin.url, { method: 'POST' });
  assert.equal(headers.get('x-standin-check'), 'route');
});

test('counts tokens', async (t) => {
  const loop = await NaiveLoop.start(t, { text: 'ok' });
  const counted = await loop.post({ contents: [question] }, '/v1/models/m:countTokens');
  assert.ok(counted.json().totalTokens > 0);
  assert.equal((await loop.post({}, '/v1/models/m:countTokens')).record.refusal?.check, 'contents');
});

test('notes how long the client is ready to wait', async (t) => {
  const loop = await NaiveLoop.start(t, { text: 'ok' });
  const { record } = await loop.post({ contents: [question] }, unary, { 'x-server-timeout': '30' });
  assert.equal(record.timeoutSeconds, 30);
});

test('streams a text word by word and signs an empty part at its end, with running usage', async (t) => {
  const loop = await NaiveLoop.start(t, { text: 'One 🍋 three.' });
  const { text } = await loop.send([question], {}, streamed);
  const events = eventsOf(text);
  assert.deepEqual(
    partsOf(events).map((part) => part.text),
    ['One', ' 🍋', ' three.', ''],
  );
  assert.ok(partsOf(events).at(-1).thoughtSignature);
  assert.deepEqual(
    events.map((event) => event.candidates[0].finishReason),
    [undefined, undefined, undefined, 'STOP'],
  );
  const totals = events.map(({ usageMetadata }) => usageMetadata.candidatesTokenCount);
  assert.deepEqual(
    totals,
    totals.toSorted((one, other) => one - other),
  );
  assert.equal(new Set(events.map(({ responseId, modelVersion }) => `${responseId} ${modelVersion}`)).size, 1);
});

test('without alt=sse, a stream is one JSON array', async (t) => {
  const loop = await NaiveLoop.start(t, { text: 'One two.' });
  const { json } = await loop.send([question], {}, '/v1beta/models/m:streamGenerateContent');
  assert.deepEqual(
    partsOf(json()).map((part) => part.text),
    ['One', ' two.', ''],
  );
});

test('cuts letters and JSON, so that a client which reads piece by piece gets neither', async (t) => {
  const loop = await NaiveLoop.start(t, { text: '🍋🍋🍋', sliceBytes: 3 });
  const response = await fetch(loop.standin.url + streamed, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': 'k' },
    body: JSON.stringify({ contents: [question] }),
  });
  assert.ok(response.body);
  let naive = '';
  let careful = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body) {
    naive += new TextDecoder().decode(piece);
    careful += decoder.decode(piece, { stream: true });
  }
  assert.ok(!naive.includes('🍋🍋🍋'), 'letters fall apart');
  assert.equal(partsOf(eventsOf(careful))[0].text, '🍋🍋🍋');
});

test('gives an answer in pieces, and signs it as a whole', async (t) => {
  let asked = 0;
  const loop = await NaiveLoop.start(
    t,
    { text: '' },
    { answer: () => ((asked += 1) === 1 ? { text: 'Half ', continues: true } : { calls }) },
  );
  const [first] = (await loop.send([question])).json().candidates;
  assert.equal(first.finishReason, 'CONTINUATION');
  const [rest] = (await loop.send([question], { continuationToken: first.continuationToken })).json().candidates;
  const model = { role: 'model', parts: [...first.content.parts, ...rest.content.parts] };
  const answered = model.parts
    .filter((part) => part.functionCall)
    .map(({ functionCall: { id, name } }) => ({ functionResponse: { id, name, response: {} } }));
  assert.equal((await loop.send([question, model, { role: 'user', parts: answered }])).status, 200);
});

test('never calls where the mode is NONE', async (t) => {
  const loop = await NaiveLoop.start(t, { calls });
  const { json } = await loop.send([question], { toolConfig: { functionCallingConfig: { mode: 'NONE' } } });
  assert.equal(json().candidates[0].finishReason, 'UNEXPECTED_TOOL_CALL');
  assert.equal(json().candidates[0].content, undefined);
});

test('plays each end of an answer', async (t) => {
  const ends = [
    [{ text: 'a', finishReason: 'MAX_TOKENS' }, 'MAX_TOKENS', 1],
    [{ text: 'a', finishReason: 'A_REASON_OF_TOMORROW' }, 'A_REASON_OF_TOMORROW', 1],
    [{ parts: null, finishReason: 'SAFETY' }, 'SAFETY', undefined],
    [{ parts: [] }, 'STOP', 0],
    [{ text: 'a', finishReason: null }, undefined, 1],
  ] as const;
  for (const [answer, reason, least] of ends) {
    const loop = await NaiveLoop.start(t, answer);
    const [candidate] = (await loop.send([question])).json().candidates;
    assert.equal(candidate.finishReason, reason);
    assert.ok(least === undefined ? candidate.content === undefined : candidate.content.parts.length >= least);
  }
  const malformed = await NaiveLoop.start(t, {
    parts: null,
    finishReason: 'MALFORMED_FUNCTION_CALL',
    finishMessage: 'Malformed function call: one(',
  });
  assert.match((await malformed.send([question])).text, /"finishMessage":"Malformed/);
  const blocked = await NaiveLoop.start(t, { blockReason: 'SAFETY' });
  assert.deepEqual((await blocked.send([question])).json().promptFeedback, { blockReason: 'SAFETY' });
});

test('notices when the client leaves', async (t) => {
  const loop = await NaiveLoop.start(t, { stall: 'One two' });
  const leave = new AbortController();
  const response = await fetch(loop.standin.url + streamed, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': 'k' },
    body: JSON.stringify({ contents: [question] }),
    signal: leave.signal,
  });
  assert.equal(response.status, 200);
  leave.abort();
  assert.equal(await loop.standin.requests[0]?.left, true);
  assert.equal(
    await (await NaiveLoop.start(t, { text: 'ok' })).send([question]).then(({ record }) => record.left),
    false,
  );
});

test('keeps the last requests only, and tells of each when it is over', async (t) => {
  const over: string[] = [];
  const loop = await NaiveLoop.start(t, { text: 'ok' }, { keepRequests: 2, onRequest: ({ path }) => over.push(path) });
  for (const text of ['a', 'b', 'c']) await loop.send([{ role: 'user', parts: [{ text }] }]);
  assert.deepEqual(
    loop.standin.requests.map(({ body }) => JSON.stringify(body).includes('"a"')),
    [false, false],
  );
  assert.ok(over.length >= 2);
});

test('says what went wrong in whoever plays the model', async (t) => {
  const loop = await NaiveLoop.start(
    t,
    { text: '' },
    {
      answer: () => {
        throw new Error('No more lines.');
      },
    },
  );
  const { status, json } = await loop.send([question]);
  assert.equal(status, 500);
  assert.match(json().error.message, /No more lines/);
  assert.equal(
    (await NaiveLoop.start(t, faults.internal()).then((other) => other.send([question], { tools }))).status,
    500,
  );
});

test('rehearses behind the same checks', async (t) => {
  const rehearsal = await startRehearsal({ wordMs: 0 });
  t.after(() => rehearsal.close());
  const response = await fetch(`${rehearsal.url}/v1beta/models/rehearsal:generateContent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': 'k' },
    body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }),
  });
  assert.match(await response.text(), /Hello!/);
});
