import type { ClientMessage, MessageOf } from '../../shared/protocol.ts';
import type { PendingCalls } from './pending-calls.ts';
import { acceptLateResult, boundResult } from './results.ts';
import type { SessionLog } from './session-log.ts';
import type { SessionOptions } from './session-options.ts';

/** Takes in how a call stands that the page was given. */
export async function noteStatus(
  { call, status }: MessageOf<ClientMessage, 'tool.status'>,
  log: SessionLog,
  pending: PendingCalls | undefined,
  { clock, limits }: SessionOptions,
): Promise<void> {
  if (!pending?.has(call)) return;
  if (status.state === 'asking') {
    pending.pause(call, status.remainingMs);
    const until = clock.now() + Math.min(status.remainingMs, limits.approvalMs);
    await log.append({ type: 'asking', call, until });
  } else if (status.state === 'decided') {
    pending.resume(call);
    await log.append({ type: 'approval', call, decision: status.decision });
  }
}

/** Takes in the outcome of a call, whether somebody waits for it or it comes late. */
export function takeResult(
  { call, result }: MessageOf<ClientMessage, 'tool.result'>,
  log: SessionLog,
  pending: PendingCalls | undefined,
  { limits }: SessionOptions,
): boolean | Promise<boolean> {
  const bounded = boundResult(result, limits.maxResultBytes);
  if (pending?.settle(call, bounded)) return true;
  return acceptLateResult(log.state, call, bounded) && log.append({ type: 'late', call, result: bounded });
}
