import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { deferred } from '../../shared/deferred.ts';
import { AgentError } from '../../shared/errors.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import { LoopFixture, call, calls, failure, pageTool, says, type Answer } from './loop.fixture.ts';
import { runTurn } from './run-turn.ts';

const offer = { builtins: ['memory_get', 'memory_put'], pageTools: [pageTool('a')] };
const get = (n: number) => call('memory_get', { key: `k${n}` });

function typesOf(loop: LoopFixture): string[] {
  return loop.events.map(({ event }) => event.type).filter((type) => type !== 'offered');
}

/** A model that says half a sentence and then waits until it is stopped. */
const waits: Answer = async function* (_request, signal) {
  yield { type: 'text', text: 'Let me' };
  await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
};

suite('a turn', () => {
  test('without a call is one request and one answer', async () => {
    const loop = new LoopFixture({ offer, answers: [says('Hello.')] });
    await loop.turn();
    assert.deepEqual(typesOf(loop), ['user', 'model', 'end']);
    assert.deepEqual(loop.end, {
      type: 'end',
      turn: 1,
      reason: 'answered',
      usage: { inputTokens: 10, outputTokens: 1 },
    });
    assert.equal(loop.requests.length, 1);
  });

  test('with one call is two requests', async () => {
    const loop = new LoopFixture({ offer, answers: [calls(get(1)), says('Fine.')] });
    await loop.turn();
    assert.deepEqual(typesOf(loop), ['user', 'model', 'dispatch', 'result', 'model', 'end']);
    assert.deepEqual(
      loop.requests[1]?.history.map(({ role }) => role),
      ['user', 'model', 'results'],
    );
  });

  test('may have several rounds, and counts what all of them cost', async () => {
    const loop = new LoopFixture({ offer, answers: [calls(get(1)), calls(get(2), get(3)), says('Fine.')] });
    await loop.turn();
    assert.deepEqual(loop.called, ['1.1.0', '1.2.0', '1.2.1']);
    assert.deepEqual(loop.end?.usage, { inputTokens: 30, outputTokens: 3 });
  });

  test('ends as truncated when the model ran out of words', async () => {
    const loop = new LoopFixture({ offer, answers: [{ ...says('Once upon'), finish: 'truncated' }] });
    await loop.turn();
    assert.equal(loop.end?.reason, 'truncated');
  });

  test('follows another with all that was said before', async () => {
    const loop = new LoopFixture({ offer, answers: [calls(get(1)), says('One.'), says('Two.')] });
    await loop.turn('First');
    await loop.turn('Second');
    assert.deepEqual(
      loop.requests[2]?.history.map(({ role }) => role),
      ['user', 'model', 'results', 'model', 'user'],
    );
  });

  test('that is over is not taken up again: no request without new words of the person (021)', async () => {
    const loop = new LoopFixture({ offer, answers: [says('Hello.')] });
    await loop.turn();
    for (let again = 0; again < 3; again += 1) await loop.run();
    assert.equal(loop.requests.length, 1);
  });
});

suite('a model that never stops calling', () => {
  test('is stopped after the rounds that are allowed, in words for the person (013)', async () => {
    let n = 0;
    const loop = new LoopFixture({ offer, answers: () => calls(get((n += 1))) });
    await loop.turn();
    assert.equal(loop.requests.length, 8);
    assert.deepEqual(loop.end?.error?.code, 'max_rounds');
    assert.equal(loop.events.filter(({ event }) => event.type === 'result').length, 8);
  });

  test('is stopped however many calls it makes in a round', async () => {
    const loop = new LoopFixture({ offer, answers: () => calls(...Array.from({ length: 10 }, () => call('a'))) });
    await loop.turn();
    assert.ok(loop.called.length <= 16, `${loop.called.length} calls ran`);
    assert.equal(loop.end?.reason, 'failed');
  });
});

suite('a model that fails', () => {
  const failures: readonly (readonly [what: string, answer: Answer, code: string, message: RegExp])[] = [
    [
      'for a known reason',
      new AgentError('model_quota', 'The model is used up for today.'),
      'model_quota',
      /^The model is used up/,
    ],
    [
      'with foreign words',
      new Error('401 key AIza-secret'),
      'model_unavailable',
      /^The model could not answer\. Try again/,
    ],
    [
      'by ending without an answer',
      async function* () {
        yield { type: 'text', text: 'We' };
      },
      'model_unavailable',
      /middle of its answer/,
    ],
    ['before it begins', () => assert.fail('secret'), 'model_unavailable', /^The model could not answer\. Try again/],
  ];
  for (const [what, answer, code, message] of failures) {
    test(`${what} ends the turn with the code ${code} and a neutral sentence`, async () => {
      const loop = new LoopFixture({ offer, answers: [answer] });
      await loop.turn();
      assert.equal(loop.end?.reason, 'failed');
      assert.equal(loop.end?.error?.code, code);
      assert.match(loop.end?.error?.message ?? '', message);
      assert.equal(loop.reported.length, 1, 'the log of the operator has the rest');
    });
  }

  test('in a later round keeps what the tools did: they ran once, and the next turn knows (016)', async () => {
    const loop = new LoopFixture({
      offer,
      answers: [calls(get(1), get(2)), new Error('503'), says('Both are there.')],
    });
    await loop.turn();
    assert.equal(loop.end?.reason, 'failed');
    await loop.turn('Go on.');
    assert.deepEqual(loop.called, ['1.1.0', '1.1.1']);
    assert.deepEqual(
      loop.requests[2]?.history.map(({ role }) => role),
      ['user', 'model', 'results', 'user'],
    );
  });
});

suite('the person stops', () => {
  test('while the model answers: the turn ends as cancelled, and nothing is reported', async () => {
    const loop = new LoopFixture({ offer, answers: [waits] });
    const turn = loop.turn();
    await new Promise(setImmediate);
    loop.controller.abort();
    await turn;
    assert.deepEqual(typesOf(loop), ['user', 'end']);
    assert.deepEqual([loop.end?.reason, loop.end?.error], ['cancelled', undefined]);
    assert.deepEqual(loop.reported, []);
  });

  test('in the middle of an answer: what has come of it is counted, by its size', async () => {
    const halfway: Answer = async function* (_request, signal) {
      yield { type: 'text', text: 'x'.repeat(400) };
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const loop = new LoopFixture({ offer, answers: [halfway] });
    const turn = loop.turn();
    await new Promise(setImmediate);
    loop.controller.abort();
    await turn;
    assert.equal(loop.end?.usage.outputTokens, 100);
    assert.ok((loop.end?.usage.inputTokens ?? 0) > 0);
  });

  test('before the model was asked: it is not asked', async () => {
    const loop = new LoopFixture({ offer });
    loop.controller.abort();
    await loop.turn();
    assert.equal(loop.requests.length, 0);
    assert.equal(loop.end?.reason, 'cancelled');
  });

  test('while a call is open: once the call is settled the model is not asked again (028)', async () => {
    const answer = deferred<ToolResult>();
    const loop = new LoopFixture({ offer, answers: [calls(get(1))], callTool: () => answer.promise });
    const turn = loop.turn();
    await new Promise(setImmediate);
    loop.controller.abort();
    answer.resolve({ ok: false, error: { code: 'cancelled', message: 'The person stopped the turn.' } });
    await turn;
    assert.deepEqual(typesOf(loop), ['user', 'model', 'dispatch', 'result', 'end']);
    assert.equal(loop.requests.length, 1);
    assert.equal(loop.end?.reason, 'cancelled');
  });

  test('while a model answers that does not listen: what it says last still counts, its calls do not run', async () => {
    const gate = deferred<void>();
    const deaf: Answer = async function* () {
      await gate.promise;
      yield { type: 'step', step: calls(get(1)) };
    };
    const loop = new LoopFixture({ offer, answers: [deaf] });
    const turn = loop.turn();
    loop.controller.abort();
    gate.resolve();
    await turn;
    assert.deepEqual(loop.called, []);
    assert.equal(loop.end?.reason, 'cancelled');
    assert.equal(loop.requests.length, 1);
  });

  test('and speaks again: the next turn is answered, with a history that is whole', async () => {
    const loop = new LoopFixture({ offer, answers: [calls(get(1))], callTool: () => failure('disconnected') });
    loop.controller.abort();
    await loop.turn();
    const next = new LoopFixture({ events: loop.events, answers: [says('Hello.')] });
    await next.turn('Again');
    assert.equal(next.end?.reason, 'answered');
  });
});

suite('the person is gone', () => {
  test('the model gets one last round without tools, so that the turn ends in words', async () => {
    const loop = new LoopFixture({
      offer,
      answers: [calls(get(1), get(2)), says('I could not look.')],
      callTool: ({ id }) => (id === '1.1.1' ? failure('disconnected') : { ok: true, value: 1 }),
    });
    await loop.turn();
    assert.equal(loop.requests.length, 2);
    assert.equal(loop.requests[1]?.toolChoice, 'none');
    assert.equal(loop.end?.reason, 'answered');
  });
});

suite('a log that takes nothing in', () => {
  for (const type of ['model', 'dispatch', 'result', 'end'] as const) {
    test(`ends the work at once when another owner came before ${type}`, async () => {
      const loop: LoopFixture = new LoopFixture({
        offer,
        answers: [calls(get(1)), says('Fine.')],
        beforeAppend: (event) => {
          if (event.type === type) loop.isFenced = true;
        },
      });
      await loop.turn();
      assert.equal(typesOf(loop).includes(type), false);
      assert.ok(loop.state.turn, 'the turn is left to the new owner');
      assert.deepEqual(loop.reported, []);
    });
  }

  test('because it has the event already ends the work too, instead of going round for ever', async () => {
    const loop = new LoopFixture({ offer });
    const ports = { ...loop.ports, append: async () => false };
    loop.take({ type: 'user', turn: 1, message: 'm1', text: 'Hi', toolChoice: 'auto' });
    await runTurn(ports, loop.controller.signal);
    assert.equal(loop.requests.length, 1);
  });
});

suite('a late outcome', () => {
  test('is told to the model in the next turn', async () => {
    const loop = new LoopFixture({ offer, answers: [calls(get(1))], callTool: () => failure('timeout') });
    await loop.turn();
    loop.take({ type: 'late', call: '1.1.0', result: { ok: true, value: { found: true } } });
    await loop.turn('And?');
    const said = loop.requests.at(-1)?.history.at(-1);
    assert.match(said?.role === 'user' ? said.text : '', /memory_get, given up earlier.*"found":true[^]*\n\nAnd\?$/);
  });
});

suite('a server that was killed in the middle of a call', () => {
  /** The log as the killed server left it: one call answered, one in the page. */
  async function interrupted(): Promise<LoopFixture> {
    const loop = new LoopFixture({
      offer,
      answers: [calls(get(1), get(2))],
      callTool: ({ id }) => (id === '1.1.0' ? { ok: true, value: 1 } : deferred<ToolResult>().promise),
    });
    void loop.turn();
    await new Promise(setImmediate);
    assert.deepEqual(loop.outcomes, { '1.1.0': 'ok' });
    return loop;
  }

  test('leaves no orphan: the open call gets its outcome, and the next turn works at the first try (015)', async () => {
    const { events } = await interrupted();
    const next = new LoopFixture({
      events,
      answers: [says('Not sure.'), says('Hello.')],
      callTool: () => failure('unknown_outcome'),
    });
    await next.run();
    assert.deepEqual(next.called, ['1.1.1'], 'what had its result was asked for again');
    await next.turn('Again');
    assert.equal(next.end?.reason, 'answered');
    assert.deepEqual(
      next.requests[1]?.history.map(({ role }) => role),
      ['user', 'model', 'results', 'model', 'user'],
    );
  });

  test('goes on with the same declarations (024)', async () => {
    const before = await interrupted();
    const next = new LoopFixture({ events: before.events });
    await next.run();
    assert.deepEqual(next.requests[0]?.tools, before.requests[0]?.tools);
    assert.equal(next.requests[0]?.tools.length, 3);
  });
});

test('a long conversation is asked within a bound, however much its tools have said (037)', async () => {
  const limits = { maxHistoryTokens: 20_000 };
  const answers = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? calls(get(at)) : says('Read.')));
  const value = 'x'.repeat(32_000);
  const loop = new LoopFixture({ offer, answers, limits, callTool: () => ({ ok: true, value }) });
  const sizes: number[] = [];
  for (let turn = 0; turn < 30; turn += 1) {
    await loop.turn();
    sizes.push(JSON.stringify(loop.requests.at(-1)?.history).length);
  }
  // The turn before the current one is there in any case, and the current one is whole.
  assert.ok(Math.max(...sizes) < 4 * limits.maxHistoryTokens + 2 * 40_000, sizes.join(' '));
  assert.equal(loop.called.length, 30);
  assert.equal(loop.end?.reason, 'answered');
});
