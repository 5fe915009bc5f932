import assert from 'node:assert/strict';
import test from 'node:test';
import type { ToolResult } from '../../shared/protocol.ts';
import { promptedModel } from '../model/prompted.ts';
import { LoopFixture, type LoopFixtureOptions } from './loop.fixture.ts';
import { runTurn } from './run-turn.ts';

const builtins = ['memory_get', 'memory_put', 'device_context'];

/** One turn of the loop with a text model that gives these answers in turn, the last one over and over. */
async function turn(answers: readonly string[], options: LoopFixtureOptions = {}) {
  const loop = new LoopFixture({ offer: { builtins }, ...options });
  let asked = 0;
  const model = promptedModel(
    async function* () {
      yield answers[Math.min(asked, answers.length - 1)] ?? '';
      asked += 1;
    },
    { newNonce: () => 'k7f3' },
  );
  loop.take({ type: 'user', turn: 1, message: 'm1', text: 'Go on.', toolChoice: 'auto' });
  await runTurn({ ...loop.ports, model }, loop.controller.signal);
  return loop;
}

function messageOf(result: ToolResult | undefined): string {
  return result?.ok === false ? result.error.message : '';
}

const tagged = (body: string): string => `<tool_call id="k7f3">${body}</tool_call>`;
const get = tagged('{"name":"memory_get","arguments":{"key":"a"}}');
const oddGet = tagged('{"name":"memory_get","arguments":{"key":"a",}}');

test('a text model calls tools through the loop, and answers', async () => {
  const loop = await turn([`${get}${tagged('{"name":"device_context"}')}`, 'It is blue.']);
  assert.deepEqual(loop.outcomes, { '1.1.0': 'ok', '1.1.1': 'ok' });
  assert.equal(loop.end?.reason, 'answered');
});

test('a call that had to be mended is marked in the log, for the page to ask about it', async () => {
  const loop = await turn([oddGet, 'It is blue.']);
  assert.deepEqual(loop.outcomes, { '1.1.0': 'ok' });
  const steps = loop.events.flatMap(({ event }) => (event.type === 'model' ? [event.step] : []));
  assert.equal(steps[0]?.calls[0]?.repaired, true);
});

test('a call that can not be read is told to the model, and the others of its round run', async () => {
  const loop = await turn([`${tagged('{"name":"memory_get" oops}')}${get}`, 'It is blue.']);
  assert.deepEqual(loop.outcomes, { '1.1.0': 'invalid_args', '1.1.1': 'ok' });
  assert.match(messageOf(loop.results['1.1.0']), /^The call could not be read\. .*not valid JSON/);
});

test('a model that never gets a call right comes to the limit of rounds', async () => {
  const loop = await turn([tagged('oops')], { limits: { maxRounds: 4 } });
  assert.equal(loop.end?.error?.code, 'max_rounds');
  assert.equal(Object.keys(loop.results).length, 4);
});
