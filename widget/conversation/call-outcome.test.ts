import { expect } from '@open-wc/testing';
import { errorFate, type ErrorCode } from '../../shared/errors.ts';
import { callOutcome, isSettled, mayFollow } from './call-outcome.ts';
import type { CallState } from './items.ts';

const phases: { readonly [Code in ErrorCode]?: CallState['phase'] } = {
  user_declined: 'denied',
  policy_denied: 'denied',
  timeout: 'timed-out',
  cancelled: 'cancelled',
  aborted: 'cancelled',
  unknown_outcome: 'unknown',
  disconnected: 'unknown',
};

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorFate, text);
}

describe('callOutcome', () => {
  for (const code of Object.keys(errorFate).filter(isErrorCode)) {
    const phase = phases[code] ?? 'failed';
    it(`shows ${code} as ${phase}`, () => {
      const error = { code, message: 'So it was.' };
      const state = callOutcome({ ok: false, error }, 5);
      expect(state).to.deep.equal(phase === 'failed' ? { phase, error } : { phase });
      expect(isSettled(state)).to.equal(true);
    });
  }

  it('shows a value with the time it took', () => {
    expect(callOutcome({ ok: true, value: [1] }, 5)).to.deep.equal({ phase: 'done', ms: 5, value: [1] });
  });
});

describe('mayFollow', () => {
  const states: readonly CallState[] = [
    { phase: 'requested' },
    { phase: 'asking' },
    { phase: 'running', since: 0 },
    { phase: 'done', ms: 1, value: null },
    { phase: 'denied' },
  ];
  const allowed = new Set([
    ...['requested asking', 'requested running', 'requested done', 'requested denied'],
    ...['asking running', 'asking done', 'asking denied'],
    ...['running running', 'running done', 'running denied'],
  ]);
  for (const previous of states) {
    for (const next of states) {
      const step = `${previous.phase} ${next.phase}`;
      it(`${allowed.has(step) ? 'allows' : 'refuses'} ${step}`, () =>
        expect(mayFollow(next, previous)).to.equal(allowed.has(step)));
    }
  }
});
