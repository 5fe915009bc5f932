import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { ErrorCode } from '../../shared/errors.ts';
import { decode, encode, serverMessage, type ServerMessage, type ToolResult } from '../../shared/protocol.ts';
import type { SessionEvent } from '../loop/event.ts';
import { emptyState, reduce } from '../loop/state.ts';
import type { ModelStep } from '../model/model.ts';
import { project } from './project.ts';
import { replay } from './replay.ts';

const now = 1_000;
const usage = { inputTokens: 10, outputTokens: 3 };
const pageTool = {
  name: 'cart_add',
  description: 'Put a product into the cart.',
  inputSchema: { type: 'object' },
  readOnly: false,
  definition: 'f1',
};
const step: ModelStep = {
  raw: { secret: 'signature' },
  text: 'Let me see.',
  calls: [
    { name: 'cart_add', args: { sku: 'a' }, id: 'of the model' },
    { name: 'memory_list', args: undefined },
  ],
  finish: 'calls',
};

const offered: SessionEvent = {
  type: 'offered',
  page: 'p1',
  revision: 1,
  offer: { builtins: ['memory_list'], pageTools: [pageTool] },
};
const user: SessionEvent = { type: 'user', turn: 1, message: 'm1', text: 'Hi', toolChoice: 'auto' };
const model: SessionEvent = { type: 'model', turn: 1, round: 1, step };
const dispatch: SessionEvent = { type: 'dispatch', call: '1.1.0', page: 'p1', tab: 't1', ledger: 'l1' };
const result: SessionEvent = { type: 'result', call: '1.1.0', result: { ok: true, value: 1 } };
const attached: SessionEvent = { type: 'attached', tab: 't1', page: 'p1', ledger: 'l1', tokenHash: 'h1' };
const begun = [attached, offered, user, model];

/** What is told of the last event; the messages are valid on the wire. */
function told(events: readonly SessionEvent[], live: boolean): ServerMessage[] {
  const log = events.map((event, at) => ({ id: String(at + 1), event }));
  const last = log.at(-1);
  assert.ok(last);
  const state = log.reduce(reduce, emptyState);
  const messages = live
    ? project(last, state, now)
    : replay(log, log.length - 1, { state, attempt: 3, now, fromStart: false });
  for (const message of messages) assert.deepEqual(decode(serverMessage, encode(message)), message);
  return messages;
}

/** What a page that saw nothing is told of a whole log. */
function replayed(events: readonly SessionEvent[]): ServerMessage[] {
  const log = events.map((event, at) => ({ id: String(at + 1), event }));
  return replay(log, 0, { state: log.reduce(reduce, emptyState), attempt: 3, now, fromStart: true });
}

for (const live of [true, false]) {
  suite(live ? 'live' : 'catching up', () => {
    test('a turn begins under the id of its message', () => {
      assert.deepEqual(told([user], live), [{ type: 'turn.started', at: '1', turn: 1, message: 'm1' }]);
    });

    test('a call goes out with its arguments and, for a page tool, the definition that the model saw', () => {
      assert.deepEqual(told([...begun, dispatch], live), [
        { type: 'tool.call', at: '5', turn: 1, call: '1.1.0', name: 'cart_add', args: { sku: 'a' }, definition: 'f1' },
      ]);
    });

    test('a built-in tool has no definition, and missing arguments are none', () => {
      const other: SessionEvent = { type: 'dispatch', call: '1.1.1', page: 'p1', tab: 't1', ledger: 'l1' };
      assert.deepEqual(told([...begun, other], live), [
        { type: 'tool.call', at: '5', turn: 1, call: '1.1.1', name: 'memory_list', args: {} },
      ]);
    });

    test('a call that had to be mended says so', () => {
      const made = { name: 'cart_add', args: { sku: 'a' }, repaired: true } as const;
      const mended: SessionEvent = {
        type: 'model',
        turn: 1,
        round: 1,
        step: { raw: {}, text: '', calls: [made], finish: 'calls' },
      };
      const [message] = told([attached, offered, user, mended, dispatch], live);
      assert.deepEqual(message?.type === 'tool.call' && [message.repaired, message.definition], [true, 'f1']);
    });

    for (const reason of ['answered', 'truncated', 'cancelled'] as const) {
      test(`a turn ends as ${reason}`, () => {
        const end: SessionEvent = { type: 'end', turn: 1, reason, usage };
        assert.deepEqual(told([user, end], live), [{ type: 'turn.ended', at: '2', turn: 1, reason, usage }]);
      });
    }

    test('a turn fails with its code and sentence', () => {
      const error = { code: 'max_rounds', message: 'Stopped after 8 steps.' } as const;
      const end: SessionEvent = { type: 'end', turn: 1, reason: 'failed', error, usage };
      assert.deepEqual(told([user, end], live), [{ type: 'turn.failed', at: '2', turn: 1, error }]);
    });

    test('what concerns nobody but the server is not told', () => {
      const silent: SessionEvent[] = [
        { type: 'attached', tab: 't1', page: 'p1', ledger: 'l1', tokenHash: 'h1' },
        offered,
        { type: 'approval', call: '1.1.0', decision: 'once' },
        { type: 'late', call: '1.1.0', result: { ok: true, value: 1 } },
      ];
      for (const event of silent) assert.deepEqual(told([...begun, dispatch, event], live), []);
    });

    test("nothing of the model's own message leaves the server but its text", () => {
      assert.doesNotMatch(JSON.stringify(told(begun, live)), /signature|of the model/);
    });
  });
}

suite('the text of a round', () => {
  test('is told whole to a page that catches up, and not again to one that saw it grow', () => {
    assert.deepEqual(told(begun, true), []);
    assert.deepEqual(told(begun, false), [
      { type: 'turn.text', at: '4', turn: 1, round: 1, attempt: 3, text: 'Let me see.', whole: true },
    ]);
  });

  test('is not told where there is none', () => {
    assert.deepEqual(told([user, { type: 'model', turn: 1, round: 1, step: { ...step, text: '' } }], false), []);
  });
});

suite('a call that has its result', () => {
  test('is not sent again: it must not run twice (020)', () => {
    assert.deepEqual(
      replayed([...begun, dispatch, result]).map(({ type }) => type),
      ['turn.started', 'turn.text', 'tool.settled'],
    );
  });

  test('is not sent again when its turn is over', () => {
    const end: SessionEvent = { type: 'end', turn: 1, reason: 'answered', usage };
    const types = replayed([...begun, dispatch, result, end]).map(({ type }) => type);
    assert.deepEqual(types, ['turn.started', 'turn.text', 'tool.settled', 'turn.ended']);
  });

  test('is not told live: the page gave it', () => {
    assert.deepEqual(told([...begun, dispatch, result], true), []);
  });

  for (const [code, reason] of [
    ['cancelled', 'stopped'],
    ['timeout', 'timeout'],
    ['unknown_outcome', 'timeout'],
    ['disconnected', 'disconnected'],
  ] as const) {
    test(`is called off at a page that was away when the server gave it up as ${code}`, () => {
      const given: SessionEvent = { type: 'result', call: '1.1.0', result: failure(code) };
      assert.deepEqual(told([...begun, dispatch, given], false), [{ type: 'tool.cancel', call: '1.1.0', reason }]);
    });
  }

  test('is not called off when the browser failed by itself', () => {
    const given: SessionEvent = { type: 'result', call: '1.1.0', result: failure('permission_denied') };
    assert.deepEqual(told([...begun, dispatch, given], false), []);
  });
});

function failure(code: ErrorCode): ToolResult {
  return { ok: false, error: { code, message: 'No.' } };
}

suite('a page that was not there', () => {
  const other: SessionEvent = { ...attached, page: 'p2', tab: 't2', tokenHash: 'h2' };
  const end: SessionEvent = { type: 'end', turn: 1, reason: 'answered', usage };
  const settled = { type: 'tool.settled', turn: 1, call: '1.1.0', name: 'cart_add', args: { sku: 'a' } } as const;
  const taint = { untrusted: ['cart_add'], sensitive: ['cart_add'] };

  test('is told what the person said, and each call with its outcome', () => {
    const messages = replayed([...begun, dispatch, result, end, other]);
    assert.deepEqual(messages[0], { type: 'turn.started', at: '3', turn: 1, message: 'm1', text: 'Hi' });
    assert.deepEqual(messages[2], { ...settled, at: '6', result: { ok: true, value: 1 } });
  });

  test('is told all of several turns, in their order', () => {
    const again: SessionEvent[] = [
      { ...user, turn: 2, message: 'm2' },
      { ...model, turn: 2, step: { ...step, calls: [] } },
      { ...end, turn: 2 },
    ];
    const told = replayed([...begun, dispatch, result, end, ...again, other]);
    const turn = ['turn.started', 'turn.text'];
    assert.deepEqual(
      told.map(({ type }) => type),
      [...turn, 'tool.settled', 'turn.ended', ...turn, 'turn.ended'],
    );
  });

  test('is not given an open call that went to another page, until it is sent to it', () => {
    assert.deepEqual(
      replayed([...begun, dispatch, other]).map(({ type }) => type),
      ['turn.started', 'turn.text'],
    );
    const moved: SessionEvent = { ...dispatch, page: 'p2', tab: 't2', again: 1 };
    const calls = replayed([...begun, dispatch, other, moved]).filter(({ type }) => type === 'tool.call');
    assert.deepEqual(
      calls.map((message) => 'at' in message && message.at),
      ['7'],
    );
  });

  test('is given the time that is left to decide, and none when it is over', () => {
    const moved: SessionEvent = { ...dispatch, page: 'p2', tab: 't2', again: 1 };
    for (const [until, remainingMs] of [
      [now + 500, 500],
      [now - 500, 0],
    ] as const) {
      const asking: SessionEvent = { type: 'asking', call: '1.1.0', until };
      const last: ServerMessage | undefined = replayed([...begun, dispatch, asking, other, moved]).at(-1);
      assert.ok(last?.type === 'tool.call');
      assert.equal(last.remainingMs, remainingMs);
    }
  });

  test('hears live of the outcome of a call that went to the page before it, and what came in with it', () => {
    assert.deepEqual(told([...begun, dispatch, other, result], true), [
      { ...settled, at: '7', result: { ok: true, value: 1 }, taint },
    ]);
  });

  test('hears live of a call that never left the server', () => {
    assert.deepEqual(told([...begun, result], true), [{ ...settled, at: '5', result: { ok: true, value: 1 }, taint }]);
  });

  test('that was given a call which the server gave up is told to stop it, and what it came to', () => {
    const error = { code: 'unknown_outcome', message: 'Who knows.' } as const;
    const given: SessionEvent = { type: 'result', call: '1.1.0', result: { ok: false, error } };
    const types = replayed([...begun, dispatch, given]).map(({ type }) => type);
    assert.deepEqual(types.slice(2), ['tool.settled', 'tool.cancel']);
    assert.deepEqual(told([...begun, dispatch, given], false), [
      { type: 'tool.cancel', call: '1.1.0', reason: 'timeout' },
    ]);
  });

  test('and whose dispatch came too late was given nothing', () => {
    const types = replayed([...begun, other, dispatch, result, { ...attached, tokenHash: 'h3' }]).map(
      ({ type }) => type,
    );
    assert.deepEqual(types, ['turn.started', 'turn.text', 'tool.settled']);
  });
});
