import type { ErrorCode } from '../../shared/errors.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { CallState } from './items.ts';

const phaseOf: { readonly [Code in ErrorCode]?: 'denied' | 'timed-out' | 'cancelled' | 'unknown' } = {
  user_declined: 'denied',
  policy_denied: 'denied',
  timeout: 'timed-out',
  cancelled: 'cancelled',
  aborted: 'cancelled',
  unknown_outcome: 'unknown',
  disconnected: 'unknown',
};

/** What a chip shows of a result. */
export function callOutcome(result: ToolResult, ms?: number): CallState {
  if (result.ok) return { phase: 'done', ms, value: result.value };
  const phase = phaseOf[result.error.code];
  return phase ? { phase } : { phase: 'failed', error: result.error };
}

/** How far a call has come. An outcome is final. */
const rank = {
  requested: 0,
  asking: 1,
  running: 2,
  done: 3,
  denied: 3,
  failed: 3,
  'timed-out': 3,
  cancelled: 3,
  unknown: 3,
} as const satisfies Record<CallState['phase'], number>;

export function isSettled({ phase }: CallState): boolean {
  return rank[phase] === 3;
}

/** Phases never go backwards; news of a running call, such as its progress, is welcome. */
export function mayFollow(next: CallState, previous: CallState): boolean {
  if (isSettled(previous)) return false;
  return rank[next.phase] > rank[previous.phase] || (next.phase === 'running' && previous.phase === 'running');
}
