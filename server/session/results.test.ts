import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { ErrorCode } from '../../shared/errors.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { SessionEvent } from '../loop/event.ts';
import { emptyState, reduce, type SessionState } from '../loop/state.ts';
import { acceptLateResult, boundResult } from './results.ts';

const fine: ToolResult = { ok: true, value: 'fine' };

function failure(code: ErrorCode): ToolResult {
  return { ok: false, error: { code, message: 'No.' } };
}

suite('boundResult', () => {
  test('passes on what fits, measured in bytes of JSON', () => {
    const result: ToolResult = { ok: true, value: 'ü'.repeat(10) };
    assert.equal(boundResult(result, 22), result);
    assert.deepEqual(boundResult(result, 21), {
      ok: false,
      error: { code: 'too_large', message: 'The result is larger than 21 bytes.' },
    });
  });

  test('passes on every failure: the protocol has bounded its sentence', () => {
    assert.deepEqual(boundResult(failure('timeout'), 1), failure('timeout'));
  });
});

suite('acceptLateResult', () => {
  /** A session in which one call ended with the given result, and perhaps its turn too. */
  function stateWith(result: ToolResult | undefined, after: readonly SessionEvent[] = []): SessionState {
    const made = { raw: null, text: '', calls: [{ name: 'memory_put', args: {} }], finish: 'calls' } as const;
    const events: SessionEvent[] = [
      { type: 'user', turn: 1, message: 'm1', text: 'Hi', toolChoice: 'auto' },
      { type: 'model', turn: 1, round: 1, step: made },
      ...(result ? [{ type: 'result', call: '1.1.0', result } as const] : []),
      ...after,
    ];
    return events.map((event, at) => ({ id: String(at), event })).reduce(reduce, emptyState);
  }

  const ended: SessionEvent = { type: 'end', turn: 1, reason: 'answered', usage: { inputTokens: 0, outputTokens: 0 } };
  const begun: SessionEvent = { type: 'user', turn: 2, message: 'm2', text: 'And?', toolChoice: 'auto' };

  for (const code of ['timeout', 'unknown_outcome', 'disconnected', 'cancelled'] as const) {
    test(`takes the real outcome of a call that was given up as ${code}`, () => {
      for (const after of [[], [ended], [ended, begun]]) {
        assert.equal(acceptLateResult(stateWith(failure(code), after), '1.1.0', fine), true);
        assert.equal(acceptLateResult(stateWith(failure(code), after), '1.1.0', failure('permission_denied')), true);
      }
    });
  }

  for (const code of ['timeout', 'cancelled', 'aborted', 'disconnected', 'unknown_outcome'] as const) {
    test(`learns nothing from the browser's own ${code}`, () => {
      assert.equal(acceptLateResult(stateWith(failure('timeout')), '1.1.0', failure(code)), false);
    });
  }

  test('takes nothing for a call that was answered: the first answer stands', () => {
    assert.equal(acceptLateResult(stateWith(fine), '1.1.0', { ok: true, value: 'other' }), false);
    assert.equal(acceptLateResult(stateWith(failure('user_declined')), '1.1.0', fine), false);
    assert.equal(acceptLateResult(stateWith(failure('invalid_args')), '1.1.0', fine), false);
  });

  test('takes nothing for a call that is open or that nobody made', () => {
    assert.equal(acceptLateResult(stateWith(undefined), '1.1.0', fine), false);
    for (const call of ['9.9.9', '__proto__', '']) {
      assert.equal(acceptLateResult(stateWith(failure('timeout')), call, fine), false);
    }
  });
});
