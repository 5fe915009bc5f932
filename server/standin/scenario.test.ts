import assert from 'node:assert/strict';
import test from 'node:test';
import { faults } from './faults.ts';
import { NaiveLoop, question, responseTo, type Content } from './naive-loop.fixture.ts';
import { scenario } from './scenario.ts';

const script = scenario({
  go: [[faults.overloaded(), { calls: [{ name: 'one' }] }], (view) => ({ text: `Got ${view.results.length}.` })],
  more: [{ text: 'More.' }],
});

test('a script answers round by round, another attempt with another answer, and one message after another', async (t) => {
  const loop = await NaiveLoop.start(t, { text: '' }, { answer: script });
  assert.equal((await loop.send([question])).status, 503);
  const model: Content = (await loop.send([question])).json().candidates[0].content;
  const call = model.parts[0]?.functionCall;
  assert.ok(call);
  const contents = [question, model, { role: 'user', parts: [responseTo(call)] }];
  const answer: Content = (await loop.send(contents)).json().candidates[0].content;
  assert.equal(answer.parts[0]?.text, 'Got 1.');
  const more = { role: 'user', parts: [{ text: 'more' }] };
  assert.match((await loop.send([...contents, answer, more])).text, /More\./);
});

test('a script that has run out says where', async (t) => {
  const loop = await NaiveLoop.start(t, { text: '' }, { answer: scenario({}) });
  assert.match((await loop.send([question])).text, /no answer for round 1 of \\"go\\"/);
});
