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
      ['turn.started', 'turn.text'],
    );
  });

  test('is not sent again when its turn is over', () => {
    const end: SessionEvent = { type: 'end', turn: 1, reason: 'answered', usage };
    const types = replayed([...begun, dispatch, result, end]).map(({ type }) => type);
    assert.deepEqual(types, ['turn.started', 'turn.text', 'turn.ended']);
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
