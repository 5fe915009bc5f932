import type { CallAnswer, LoopPorts } from '../loop/loop-ports.ts';
import type { OfferedTool } from '../loop/offered-tools.ts';
import { runTurn } from '../loop/run-turn.ts';
import type { CallRecord } from '../loop/state.ts';
import type { LiveTextBuffer } from './live-text.ts';
import { outcome } from './outcomes.ts';
import type { PendingCalls } from './pending-calls.ts';
import type { ServerCalls } from './server-calls.ts';
import type { SessionLog } from './session-log.ts';
import type { SessionOptions } from './session-options.ts';

export interface TurnRunnerParts {
  /** Of the session, for the server's own log. */
  readonly id: string;
  readonly options: SessionOptions;
  readonly log: SessionLog;
  readonly pending: PendingCalls;
  readonly serverCalls: Pick<ServerCalls, 'run'>;
  readonly live: LiveTextBuffer;
  /** Whether the page has been gone for longer than the grace. */
  readonly isAbandoned: () => boolean;
  /** Whether a tool is within the bounds of whoever is there. */
  readonly mayUse: (tool: string) => boolean;
  /** Tells the page that a call is not wanted any more. */
  readonly callOff: (call: string) => void;
  readonly onRest: () => void;
  readonly onFailure: (thrown: unknown) => void;
}

/** Runs the loop while the log holds an open turn, one loop at a time. */
export class TurnRunner {
  readonly #parts: TurnRunnerParts;
  readonly #ports: LoopPorts;
  #turn: AbortController | undefined;

  constructor(parts: TurnRunnerParts) {
    this.#parts = parts;
    this.#ports = this.#createPorts();
  }

  get isRunning(): boolean {
    return this.#turn !== undefined;
  }

  /** Takes the open turn on from wherever the log stands. */
  run(): void {
    const { log, onFailure, onRest } = this.#parts;
    if (this.#turn || !log.state.turn || log.isOver) return;
    const turn = new AbortController();
    this.#turn = turn;
    runTurn(this.#ports, turn.signal)
      .catch(onFailure)
      .finally(() => {
        this.#turn = undefined;
        onRest();
      });
  }

  stop(): void {
    this.#turn?.abort();
  }

  /** The person stops a turn. One that is over stays as it ended. */
  cancel(turn: number): void {
    const { log, pending, callOff } = this.#parts;
    if (log.state.turn?.turn !== turn) return;
    this.stop();
    for (const call of pending.ids) callOff(call);
    pending.stopAll();
  }

  #createPorts(): LoopPorts {
    const { id, options, log, live, serverCalls, mayUse } = this.#parts;
    const { model, limits, instructions } = options;
    return {
      model,
      limits,
      instructions,
      state: () => log.state,
      append: (event) => log.append(event),
      place: () => log.state.place ?? nowhere,
      callTool: (record, tool) => this.#callTool(record, tool),
      runTool: (call, signal) => serverCalls.run(call, signal),
      mayUse,
      say: (words) => live.add(words),
      report: (thrown) => options.log.warn({ session: id, err: thrown }, 'model failed'),
    };
  }

  #callTool({ id, askedUntil }: CallRecord, tool: OfferedTool): CallAnswer | Promise<CallAnswer> {
    const { options, pending, isAbandoned, callOff } = this.#parts;
    // It may have been given up when a page came back, before it was waited for here.
    const { result } = this.#parts.log.state.turn?.calls.find((record) => record.id === id) ?? {};
    if (result) return result;
    if (isAbandoned()) return outcome('disconnected');
    const { readOnly, timeoutMs = options.limits.toolMs } = tool;
    if (!this.#turn?.signal.aborted) return pending.open(id, { readOnly, timeoutMs, askedUntil });
    callOff(id);
    return outcome(readOnly ? 'cancelled' : 'unknown_outcome');
  }
}

/** A session has a page before it has a turn. */
const nowhere = { page: '', tab: '', ledger: '' };
