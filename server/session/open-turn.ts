import type { ServerMessage } from '../../shared/protocol.ts';
import { LiveTextBuffer } from './live-text.ts';
import { PendingCalls } from './pending-calls.ts';
import type { SessionLog } from './session-log.ts';
import type { SessionOptions } from './session-options.ts';
import { TurnRunner } from './turn-runner.ts';

export interface OpenTurnParts {
  /** Of the session, for the server's own log. */
  readonly id: string;
  readonly options: SessionOptions;
  readonly log: SessionLog;
  /** To the page, behind whatever text waits. */
  readonly send: (message: ServerMessage) => void;
  /** To the page, as it is. */
  readonly pass: (message: ServerMessage) => void;
  /** Whether the page has been gone for longer than the grace. */
  readonly isAbandoned: () => boolean;
  readonly onRest: () => void;
  readonly onFailure: (thrown: unknown) => void;
}

/** All that a session needs only while a turn is open: most sessions, most of the time, do without. */
export class OpenTurn {
  readonly pending: PendingCalls;
  readonly live: LiveTextBuffer;
  readonly runner: TurnRunner;

  constructor({ id, options, log, send, pass, isAbandoned, onRest, onFailure }: OpenTurnParts) {
    const { clock, limits, soon } = options;
    const { approvalMs, cancelGraceMs } = limits;
    const callOff = (call: string, reason: 'stopped' | 'timeout') => send({ type: 'tool.cancel', call, reason });
    this.live = new LiveTextBuffer({ send: pass, attempt: () => log.epoch, soon });
    this.pending = new PendingCalls({
      clock,
      approvalMs,
      cancelGraceMs,
      onDeadline: (call) => callOff(call, 'timeout'),
    });
    const { live, pending } = this;
    const stop = (call: string) => callOff(call, 'stopped');
    this.runner = new TurnRunner({ id, options, log, pending, live, isAbandoned, callOff: stop, onRest, onFailure });
  }
}
