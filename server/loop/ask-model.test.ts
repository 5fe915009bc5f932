import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { ModelRequest } from '../model/model.ts';
import { askModel } from './ask-model.ts';
import { LoopFixture, call, calls, failure, pageTool, says, type Answer } from './loop.fixture.ts';

const offer = { builtins: ['speak'], pageTools: [pageTool('cart_add')] };

async function ask(answer: Answer, withTools = true) {
  const loop = new LoopFixture({ offer, answers: [answer] });
  loop.take({ type: 'user', turn: 1, message: 'm1', text: 'Hi', toolChoice: 'required' });
  const { turn } = loop.state;
  assert.ok(turn);
  const step = await askModel(loop.ports, { turn, round: 1, withTools }, loop.controller.signal);
  return { loop, step };
}

suite('askModel', () => {
  test('passes on text and thoughts as they come and returns the step', async () => {
    const { loop, step } = await ask(async function* () {
      yield { type: 'thought', text: 'Hm.' };
      yield { type: 'text', text: 'You are ' };
      yield { type: 'text', text: 'here.' };
      yield { type: 'step', step: says('You are here.') };
    });
    assert.deepEqual(step, says('You are here.'));
    assert.deepEqual(loop.said, [
      { kind: 'thought', turn: 1, round: 1, text: 'Hm.' },
      { kind: 'text', turn: 1, round: 1, text: 'You are ' },
      { kind: 'text', turn: 1, round: 1, text: 'here.' },
    ]);
  });

  test('ends a model that goes on behind its step', async () => {
    let isEnded = false;
    await ask(async function* () {
      try {
        yield { type: 'step', step: says('Hi') };
        yield { type: 'text', text: 'and more' };
      } finally {
        isEnded = true;
      }
    });
    assert.equal(isEnded, true);
  });

  test('calls a model that ends without a step unavailable', async () => {
    const half: Answer = async function* () {
      yield { type: 'text', text: 'You are' };
    };
    await assert.rejects(ask(half), { name: 'AgentError', code: 'model_unavailable' });
  });

  test('sends the history, the tools in their order and the system prompt', async () => {
    const { loop } = await ask(says('Hi'));
    const [request] = loop.requests;
    assert.deepEqual(request?.history, [{ role: 'user', text: 'Hi' }]);
    assert.deepEqual(
      request?.tools.map(({ name }) => name),
      ['speak', 'cart_add'],
    );
    assert.match(request?.system ?? '', /cart_add/);
  });

  test('keeps the declarations and forbids calls when it asks without tools: what was called stays declared', async () => {
    const { loop } = await ask(says('Nobody is there.'), false);
    assert.equal(loop.requests[0]?.toolChoice, 'none');
    assert.equal(loop.requests[0]?.tools.length, 2);
  });
});

suite('a tool choice of the page', () => {
  const choiceOf = ({ toolChoice }: ModelRequest) => toolChoice;
  const twoRounds = () =>
    new LoopFixture({ offer, answers: [calls(call('cart_add')), calls(call('cart_add', { n: 1 }))] });

  for (const choice of ['required', { tool: 'cart_add' }] as const) {
    test(`${JSON.stringify(choice)} holds for the first round only: a model that must call never ends`, async () => {
      const loop = twoRounds();
      await loop.turn('Hi', choice);
      assert.deepEqual(loop.requests.map(choiceOf), [choice, 'auto', 'auto']);
    });
  }

  test('none holds for the whole turn', async () => {
    const loop = twoRounds();
    await loop.turn('Hi', 'none');
    assert.deepEqual(loop.requests.map(choiceOf), ['none', 'none', 'none']);
  });

  test('gives way to none when nobody is there to run a tool', async () => {
    const loop = new LoopFixture({
      offer,
      answers: [calls(call('cart_add'))],
      callTool: () => failure('disconnected'),
    });
    await loop.turn('Hi', 'required');
    assert.deepEqual(loop.requests.map(choiceOf), ['required', 'none']);
    assert.equal(loop.end?.reason, 'answered');
  });
});
