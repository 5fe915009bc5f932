import type { ServerMessage } from '../../shared/protocol.ts';
import type { Visitor } from '../policy/visitor.ts';
import { LiveTextBuffer } from './live-text.ts';
import { PendingCalls } from './pending-calls.ts';
import { ServerCalls } from './server-calls.ts';
import type { SessionLog } from './session-log.ts';
import type { SessionOptions } from './session-options.ts';
import { mayUseOf } from './may-use.ts';
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
  /** Whoever is attached, or was last. */
  readonly visitor: () => Visitor;
  readonly onRest: () => void;
  readonly onFailure: (thrown: unknown) => void;
}

/** All that a session needs only while a turn is open: most sessions, most of the time, do without. */
export class OpenTurn {
  readonly pending: PendingCalls;
  readonly serverCalls: ServerCalls;
  readonly live: LiveTextBuffer;
  readonly runner: TurnRunner;

  constructor(parts: OpenTurnParts) {
    const { options, log, send, pass, visitor } = parts;
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
    this.serverCalls = new ServerCalls({ ...parts, subject: () => visitor().subject });
    const { live, pending, serverCalls } = this;
    this.runner = new TurnRunner({
      ...parts,
      ...{ pending, serverCalls, live },
      mayUse: mayUseOf(options, visitor),
      callOff: (call) => callOff(call, 'stopped'),
    });
  }
}
