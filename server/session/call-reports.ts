import type { ClientMessage, MessageOf } from '../../shared/protocol.ts';
import type { Limits } from '../../shared/limits.ts';
import type { Clock } from './clock.ts';
import type { PendingCalls } from './pending-calls.ts';
import { acceptLateResult, boundResult } from './results.ts';
import type { SessionLog } from './session-log.ts';

export interface CallReportsParts {
  readonly log: SessionLog;
  readonly pending: PendingCalls;
  readonly clock: Clock;
  readonly limits: Limits;
}

/** Takes in what a page says of the calls that it was given. */
export class CallReports {
  readonly #parts: CallReportsParts;

  constructor(parts: CallReportsParts) {
    this.#parts = parts;
  }

  async note({ call, status }: MessageOf<ClientMessage, 'tool.status'>): Promise<void> {
    const { log, pending, clock, limits } = this.#parts;
    if (!pending.has(call)) return;
    if (status.state === 'asking') {
      pending.pause(call, status.remainingMs);
      const until = clock.now() + Math.min(status.remainingMs, limits.approvalMs);
      await log.append({ type: 'asking', call, until });
    } else if (status.state === 'decided') {
      pending.resume(call);
      await log.append({ type: 'approval', call, decision: status.decision });
    }
  }

  settle({ call, result }: MessageOf<ClientMessage, 'tool.result'>): unknown {
    const { log, pending, limits } = this.#parts;
    const bounded = boundResult(result, limits.maxResultBytes);
    if (pending.settle(call, bounded) || !acceptLateResult(log.state, call, bounded)) return undefined;
    return log.append({ type: 'late', call, result: bounded });
  }
}
