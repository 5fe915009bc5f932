import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { deferred, type Deferred } from '../../shared/deferred.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import { LoopFixture, call, calls, failure, pageTool, says } from './loop.fixture.ts';

const names = ['a', 'b', 'c'];
const offer = { pageTools: names.map((name) => pageTool(name)) };
const value = (text: string): ToolResult => ({ ok: true, value: text });

/** A page that answers when the test says so, call by call. */
class SlowPage {
  readonly #open = new Map<string, Deferred<ToolResult>>();
  readonly #arrived = new Map<string, Deferred<void>>();

  readonly callTool = ({ id }: { readonly id: string }): Promise<ToolResult> => {
    const answer = deferred<ToolResult>();
    this.#open.set(id, answer);
    this.#arrival(id).resolve();
    return answer.promise;
  };

  /** Resolves when the call has reached the page. */
  reached(id: string): Promise<void> {
    return this.#arrival(id).promise;
  }

  answer(id: string, result: ToolResult): void {
    this.#open.get(id)?.resolve(result);
  }

  #arrival(id: string): Deferred<void> {
    const arrival = this.#arrived.get(id) ?? deferred<void>();
    this.#arrived.set(id, arrival);
    return arrival;
  }
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

suite('several calls in one round', () => {
  for (const order of permutations(names.map((_, index) => `1.1.${index}`))) {
    test(`run at once and are told in the model's order when they finish as ${order.join(', ')} (023)`, async () => {
      const page = new SlowPage();
      const loop = new LoopFixture({
        offer,
        answers: [calls(...names.map((name) => call(name)))],
        callTool: page.callTool,
      });
      const turn = loop.turn();
      await Promise.all(order.map((id) => page.reached(id)));
      assert.equal(loop.requests.length, 1, 'the model was asked before the page had answered');

      for (const id of order) page.answer(id, value(id));
      await turn;

      assert.deepEqual(loop.requests[1]?.history.at(-1), {
        role: 'results',
        results: names.map((name, index) => ({ call: call(name), result: value(`1.1.${index}`) })),
      });
      assert.equal(loop.requests.length, 2, 'the model was asked more than once for one round');
    });
  }

  test('are answered together, however many there are: 21 calls, one entry, one request (004, 005)', async () => {
    const page = new SlowPage();
    const made = Array.from({ length: 21 }, (_, n) => ({ ...call('a', { n }), ...(n % 2 === 0 && { id: 'same' }) }));
    const loop = new LoopFixture({
      offer,
      answers: [calls(...made)],
      callTool: page.callTool,
      limits: { maxCalls: 21 },
    });
    const turn = loop.turn();
    await page.reached('1.1.20');
    for (const index of [7, 0, 20, 13, ...Array(21).keys()]) page.answer(`1.1.${index}`, value(`${index}`));
    await turn;
    const entry = loop.requests[1]?.history.at(-1);
    assert.deepEqual(
      entry?.role === 'results' && entry.results,
      made.map((one, index) => ({ call: one, result: value(`${index}`) })),
    );
    assert.equal(loop.requests.length, 2);
  });

  test('do not wait for each other: the log holds the quick one while the slow one runs', async () => {
    const page = new SlowPage();
    const loop = new LoopFixture({
      offer,
      answers: [calls(call('a'), call('nope'), call('b'))],
      callTool: page.callTool,
    });
    const turn = loop.turn();
    await page.reached('1.1.2');
    page.answer('1.1.2', value('quick'));
    await new Promise(setImmediate);
    assert.deepEqual(loop.outcomes, { '1.1.1': 'unknown_tool', '1.1.2': 'ok' });
    page.answer('1.1.0', failure('timeout'));
    await turn;
    assert.deepEqual(loop.outcomes, { '1.1.0': 'timeout', '1.1.1': 'unknown_tool', '1.1.2': 'ok' });
  });

  test('get the answers that belong to them, though two have one name and one id (008)', async () => {
    const page = new SlowPage();
    const made = [
      { ...call('a', { n: 1 }), id: 'x' },
      { ...call('a', { n: 2 }), id: 'x' },
    ];
    const loop = new LoopFixture({ offer, answers: [calls(...made)], callTool: page.callTool });
    const turn = loop.turn();
    await page.reached('1.1.1');
    page.answer('1.1.1', value('second'));
    page.answer('1.1.0', value('first'));
    await turn;
    assert.deepEqual(loop.results, { '1.1.0': value('first'), '1.1.1': value('second') });
  });
});

suite('answers in one tick', () => {
  test('lead to exactly one more request (022)', async () => {
    const page = new SlowPage();
    const loop = new LoopFixture({ offer, answers: [calls(call('a'), call('b'))], callTool: page.callTool });
    const turn = loop.turn();
    await page.reached('1.1.1');
    page.answer('1.1.0', value('one'));
    page.answer('1.1.1', value('two'));
    await turn;
    assert.equal(loop.requests.length, 2);
  });
});

suite('a call', () => {
  test('stands in the log as dispatched before the page hears of it', async () => {
    const loop: LoopFixture = new LoopFixture({
      offer,
      answers: [calls(call('a'))],
      callTool: ({ id, sentTo }) => {
        const types = loop.events.map(({ event }) => event.type);
        assert.deepEqual([id, sentTo, types.at(-1)], ['1.1.0', undefined, 'dispatch']);
        return value('fine');
      },
    });
    await loop.turn();
    assert.deepEqual(loop.outcomes, { '1.1.0': 'ok' });
    const dispatch = loop.events.map(({ event }) => event).find((event) => event.type === 'dispatch');
    assert.deepEqual(dispatch, { type: 'dispatch', call: '1.1.0', page: 'p1', tab: 't1', ledger: 'l1' });
  });

  test('never reaches the page when the log does not take its dispatch in', async () => {
    const loop: LoopFixture = new LoopFixture({
      offer,
      answers: [calls(call('a'))],
      beforeAppend: ({ type }) => {
        if (type === 'dispatch') loop.isFenced = true;
      },
    });
    await loop.turn();
    assert.deepEqual(loop.called, []);
    assert.equal(loop.end, undefined);
  });

  test('is checked against the offer of its turn, whatever the page offers meanwhile (031)', async () => {
    const loop: LoopFixture = new LoopFixture({
      offer,
      answers: [calls(call('a')), calls(call('b')), calls(call('d'))],
      callTool: () => {
        const changed = { builtins: [], pageTools: [pageTool('d')] };
        loop.take({ type: 'offered', page: 'p1', revision: 2, offer: changed });
        return value('fine');
      },
    });
    await loop.turn();
    assert.deepEqual(loop.outcomes, { '1.1.0': 'ok', '1.2.0': 'ok', '1.3.0': 'unknown_tool' });
    assert.deepEqual(
      loop.requests.map(({ tools }) => tools.map(({ name }) => name)),
      loop.requests.map(() => names),
    );
  });

  test('that stands as dispatched is waited for and not checked or dispatched again', async () => {
    const first = new LoopFixture({
      offer,
      answers: [calls(call('a'), call('b'))],
      callTool: () => deferred<ToolResult>().promise,
    });
    void first.turn();
    await new Promise(setImmediate);
    const next = new LoopFixture({ events: first.events, answers: [says('Both.')], callTool: ({ id }) => value(id) });
    await next.run();
    assert.deepEqual(next.called, ['1.1.0', '1.1.1']);
    assert.equal(next.events.filter(({ event }) => event.type === 'dispatch').length, 2);
    assert.equal(next.end?.reason, 'answered');
  });

  test('that another version dispatched to a tool which is gone has an unknown outcome', async () => {
    const loop = new LoopFixture({ offer });
    loop.take({ type: 'user', turn: 1, message: 'm1', text: 'Hi', toolChoice: 'auto' });
    loop.take({ type: 'model', turn: 1, round: 1, step: calls(call('retired')) });
    loop.take({ type: 'dispatch', call: '1.1.0', page: 'p1', tab: 't1', ledger: 'l1' });
    await loop.run();
    assert.deepEqual(loop.outcomes, { '1.1.0': 'unknown_outcome' });
    assert.deepEqual(loop.called, []);
    assert.equal(loop.end?.reason, 'answered');
  });

  test('that was not dispatched when the person stopped never reaches the page', async () => {
    const loop: LoopFixture = new LoopFixture({
      offer,
      answers: [calls(call('a'), call('nope'))],
      beforeAppend: ({ type }) => {
        if (type === 'model') loop.controller.abort();
      },
    });
    await loop.turn();
    assert.deepEqual(loop.called, []);
    assert.deepEqual(loop.outcomes, { '1.1.0': 'cancelled', '1.1.1': 'unknown_tool' });
    assert.equal(loop.end?.reason, 'cancelled');
  });
});
