import assert from 'node:assert/strict';
import test from 'node:test';
import { keyOf, type SessionEvent } from './event.ts';
import { failure, noUsage, says } from './loop.fixture.ts';

const offer = { builtins: [], pageTools: [] };

/** For each type, events that are all different. */
const events: { readonly [Type in SessionEvent['type']]: readonly Extract<SessionEvent, { type: Type }>[] } = {
  attached: ['h1', 'h2'].map((tokenHash) => ({ type: 'attached', tab: 't1', page: 'p1', ledger: 'l1', tokenHash })),
  offered: [
    { type: 'offered', page: 'p1', revision: 1, offer },
    { type: 'offered', page: 'p1', revision: 2, offer },
    { type: 'offered', page: 'p2', revision: 1, offer },
  ],
  user: ['m1', 'm2'].map((message) => ({ type: 'user', turn: 1, message, text: 'Hi', toolChoice: 'auto' })),
  model: [
    { type: 'model', turn: 1, round: 1, step: says('a') },
    { type: 'model', turn: 1, round: 11, step: says('a') },
    { type: 'model', turn: 11, round: 1, step: says('a') },
  ],
  dispatch: [
    { type: 'dispatch', call: '1.1.0', page: 'p1', tab: 't1', ledger: 'l1' },
    { type: 'dispatch', call: '1.1.0', page: 'p2', tab: 't1', ledger: 'l1', again: 1 },
    { type: 'dispatch', call: '1.1.1', page: 'p1', tab: 't1', ledger: 'l1' },
  ],
  asking: [
    { type: 'asking', call: '1.1.0', until: 1_000 },
    // They were given more time.
    { type: 'asking', call: '1.1.0', until: 2_000 },
    { type: 'asking', call: '1.1.1', until: 1_000 },
  ],
  approval: ['1.1.0', '1.1.1'].map((call) => ({ type: 'approval', call, decision: 'once' })),
  executing: [
    { type: 'executing', call: '1.1.0' },
    { type: 'executing', call: '1.1.0', again: 1 },
    { type: 'executing', call: '1.1.1' },
  ],
  result: ['1.1.0', '1.1.1'].map((call) => ({ type: 'result', call, result: failure('timeout') })),
  late: ['1.1.0', '1.1.1'].map((call) => ({ type: 'late', call, result: { ok: true, value: 1 } })),
  end: [1, 2].map((turn) => ({ type: 'end', turn, reason: 'answered', usage: noUsage })),
};

test('gives different events different keys, over all types', () => {
  const keys = Object.values(events).flat().map(keyOf);
  assert.deepEqual(keys, [...new Set(keys)]);
});

test('gives what may happen only once the same key, whatever else differs', () => {
  const same: readonly (readonly [SessionEvent, SessionEvent])[] = [
    [
      { type: 'user', turn: 1, message: 'm1', text: 'Hi', toolChoice: 'auto' },
      { type: 'user', turn: 2, message: 'm1', text: 'Hello', toolChoice: 'none' },
    ],
    [
      { type: 'model', turn: 1, round: 1, step: says('a') },
      { type: 'model', turn: 1, round: 1, step: says('b') },
    ],
    [
      { type: 'result', call: '1.1.0', result: { ok: true, value: 1 } },
      { type: 'result', call: '1.1.0', result: failure('timeout') },
    ],
    [
      { type: 'approval', call: '1.1.0', decision: 'once' },
      { type: 'approval', call: '1.1.0', decision: 'denied' },
    ],
    [
      { type: 'end', turn: 1, reason: 'answered', usage: noUsage },
      { type: 'end', turn: 1, reason: 'cancelled', usage: noUsage },
    ],
  ];
  for (const [one, other] of same) assert.equal(keyOf(one), keyOf(other));
});
