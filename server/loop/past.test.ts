import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AgentError } from '../../shared/errors.ts';
import { LoopFixture, call, calls, pageTool, says } from './loop.fixture.ts';

const refused = new AgentError('model_refused', 'The model refused to answer that.');
const down = new AgentError('model_unavailable', 'The model could not be reached.');
const offer = { pageTools: [pageTool('read', { readOnly: false })] };

/** What the model is shown in the last request of all, as JSON. */
function lastAsked(loop: LoopFixture): string {
  return JSON.stringify(loop.requests.at(-1)?.history);
}

suite('a turn that failed', () => {
  for (const error of [refused, down]) {
    test(`before a word was said leaves nothing: ${error.code}`, async () => {
      const loop = new LoopFixture({ answers: [error, says('Hello.')] });
      await loop.turn('Something vile.');
      await loop.turn('Hi.');
      assert.deepEqual(loop.requests.at(-1)?.history, [{ role: 'user', text: 'Hi.' }]);
      assert.equal(loop.end?.reason, 'answered');
    });
  }

  test('for a refusal in the middle leaves the names of what was called, and none of the words', async () => {
    const loop = new LoopFixture({
      answers: [calls(call('read'), call('re"ad', { n: 2 })), refused, says('Hello.')],
      offer,
      callTool: () => ({ ok: true, value: 'vile' }),
    });
    await loop.turn('Read it.');
    await loop.turn('Hi.');
    const { history = [] } = loop.requests.at(-1) ?? {};
    assert.deepEqual(
      history.map(({ role }) => role),
      ['user', 'user'],
    );
    assert.match(lastAsked(loop), /Called before that: read \(done\), read \(unknown_tool\)/);
    assert.doesNotMatch(lastAsked(loop), /vile|Read it/);
  });

  test('for anything else in the middle keeps what the tools did', async () => {
    const loop = new LoopFixture({ answers: [calls(call('read')), down, says('Hello.')], offer });
    await loop.turn('Read it.');
    await loop.turn('Hi.');
    const roles = loop.requests.at(-1)?.history.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'model', 'results', 'user']);
  });

  test('gives back what it was told of an earlier call, so that the next turn hears of it', async () => {
    const loop = new LoopFixture({ answers: [calls(call('read')), says('Done.'), down, says('Hello.')], offer });
    await loop.turn('Read it.');
    loop.take({ type: 'late', call: '1.1.0', result: { ok: true, value: 'came late' } });
    await loop.turn('And?');
    await loop.turn('Hi.');
    assert.match(lastAsked(loop), /came late/);
    await loop.turn('Once more.');
    assert.equal(lastAsked(loop).split('came late').length, 2, 'it is told once');
  });
});

test('a log that ends a turn with an open call still leaves an answer to it', () => {
  const loop = new LoopFixture();
  loop.take({ type: 'user', turn: 1, message: 'm1', text: 'Go.', toolChoice: 'auto' });
  loop.take({ type: 'model', turn: 1, round: 1, step: calls(call('read'), call('read')) });
  loop.take({ type: 'result', call: '1.1.1', result: { ok: true, value: 1 } });
  loop.take({ type: 'end', turn: 1, reason: 'cancelled', usage: { inputTokens: 0, outputTokens: 0 } });
  const last = loop.state.past.at(-1);
  assert.ok(last?.role === 'results');
  assert.deepEqual(
    last.results.map(({ result }) => (result.ok ? 'ok' : result.error.code)),
    ['unknown_outcome', 'ok'],
  );
});

suite('a tool choice', () => {
  test('of a tool that is not on offer ends the turn in words, without a request', async () => {
    const loop = new LoopFixture({ offer });
    await loop.turn('Pay.', { tool: 'pay' });
    assert.deepEqual(loop.end?.error, {
      code: 'unknown_tool',
      message: 'There is no tool "pay" to call. The tools here are: read.',
    });
    assert.equal(loop.requests.length, 0);
    await loop.turn('Hi.');
    assert.equal(loop.end?.reason, 'answered');
  });

  test('of a tool where there is none says so', async () => {
    const loop = new LoopFixture();
    await loop.turn('Pay.', { tool: 'pay' });
    assert.match(loop.end?.error?.message ?? '', /There are no tools here\.$/);
  });
});
