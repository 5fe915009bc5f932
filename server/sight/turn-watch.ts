import type { ErrorCode } from '../../shared/errors.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { EndReason, SessionEvent } from '../loop/event.ts';
import type { ModelStep } from '../model/model.ts';
import type { Lease, Stored } from '../store/session-store.ts';
import { builtinNames, type CallOutcome, type Metrics } from './metrics.ts';
import type { Tally } from './meters.ts';

/** A stretch of time, as the watch's clock tells it, in milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What a trace is told of a call once it has its outcome. */
export interface CallReport extends Span {
  readonly call: string;
  /** As the page and the model know it; undefined for one that no page has. */
  readonly tool: string | undefined;
  readonly isBuiltin: boolean;
  readonly wasAsked: boolean;
  readonly outcome: CallOutcome;
  readonly error: ErrorCode | undefined;
}

/** A trace of one turn. */
export interface TurnTrace {
  answered(step: ModelStep, span: Span): void;
  /** The model did not answer. */
  unanswered(error: ErrorCode, span: Span): void;
  called(report: CallReport): void;
  /** `lost` when another process has taken the session over. */
  ended(reason: EndReason | 'lost', error: ErrorCode | undefined, at: number): void;
}

export type StartTrace = (session: string, turn: number, at: number) => TurnTrace;

interface OpenCall {
  readonly name: string;
  sentAt: number | undefined;
  wasAsked: boolean;
}

interface OpenTurn {
  readonly epoch: number;
  /** Undefined for one that began in another process: how long it takes can't be told. */
  readonly startedAt: number | undefined;
  readonly trace: TurnTrace | undefined;
  readonly calls: Map<string, OpenCall>;
  /** Of the event before. */
  lastAt: number;
}

/** Turns that were left without an end, by a session that another process took over in silence. */
const mostTurns = 50_000;

/** Follows each turn by the events that the log takes in. Knows no content: ids, names, codes and times. */
export class TurnWatch {
  readonly #metrics: Metrics;
  readonly #turns = new Map<string, OpenTurn>();
  readonly #serverTools: ReadonlySet<string>;
  readonly #late: Tally;
  #startTrace: StartTrace | undefined;

  /** @param serverTools names of the tools that run on the server */
  constructor(metrics: Metrics, serverTools: ReadonlySet<string> = new Set()) {
    this.#metrics = metrics;
    this.#serverTools = serverTools;
    this.#late = metrics.lateResults.of();
  }

  /** From here on each turn that begins is traced. */
  traceWith(start: StartTrace): void {
    this.#startTrace = start;
  }

  /** Turns that are under way. */
  get size(): number {
    return this.#turns.size;
  }

  /** A session was taken up, perhaps in the middle of a turn. */
  acquired({ session, epoch }: Lease, events: readonly Stored<SessionEvent>[], at: number): void {
    this.#turns.delete(session);
    const start = events.findLastIndex(({ event }) => event.type === 'user');
    if (start < 0 || events.some(({ event }, index) => index > start && event.type === 'end')) return;
    const turn: OpenTurn = { epoch, startedAt: undefined, trace: undefined, calls: new Map(), lastAt: at };
    for (const { event } of events.slice(start)) {
      if (event.type === 'model') note(turn, event);
      if (event.type === 'result') turn.calls.delete(event.call);
    }
    this.#turns.set(session, turn);
  }

  /** Another owner has the session, or it was deleted. What the newer owner does goes on being followed. Never throws. */
  lost(session: string, at: number, epoch = Infinity): void {
    const turn = this.#turns.get(session);
    if (!turn || turn.epoch > epoch) return;
    this.#turns.delete(session);
    try {
      turn.trace?.ended('lost', undefined, at);
    } catch {
      // As below.
    }
  }

  /** An event is in the log. Never throws. */
  appended(lease: Lease, event: SessionEvent, at: number): void {
    try {
      this.#take(lease, event, at);
    } catch {
      // A tracer is somebody else's code. What it does wrong must not end the turn that it looks at.
    }
  }

  #take({ session, epoch }: Lease, event: SessionEvent, at: number): void {
    if (event.type === 'attached') return this.#attached(event);
    if (event.type === 'user') return this.#begin(session, epoch, event.turn, at);
    if (event.type === 'late') return void (this.#late.value += 1);
    const turn = this.#turns.get(session);
    if (turn?.epoch === epoch) this.#follow(session, turn, event, at);
  }

  #attached(event: Extract<SessionEvent, { type: 'attached' }>): void {
    this.#metrics.attached.of(event.formerHash === undefined ? 'new' : 'resumed').value += 1;
  }

  #begin(session: string, epoch: number, turn: number, at: number): void {
    const [oldest] = this.#turns.size < mostTurns ? [] : this.#turns.keys();
    if (oldest !== undefined) this.#turns.delete(oldest);
    const trace = this.#startTrace?.(session, turn, at);
    this.#turns.set(session, { epoch, startedAt: at, trace, calls: new Map(), lastAt: at });
  }

  #follow(session: string, turn: OpenTurn, event: SessionEvent, at: number): void {
    switch (event.type) {
      case 'model':
        note(turn, event);
        turn.trace?.answered(event.step, { from: turn.lastAt, to: at });
        break;
      case 'dispatch':
      case 'executing':
        this.#sent(turn, event.call, at);
        break;
      case 'asking':
        this.#asked(turn, event.call);
        break;
      case 'approval':
        if (event.decision !== 'auto') this.#asked(turn, event.call);
        this.#metrics.approvals.of(event.decision).value += 1;
        break;
      case 'result':
        this.#settled(turn, event.call, event.result, at);
        break;
      case 'end':
        this.#turns.delete(session);
        this.#ended(turn, event, at);
        break;
      case 'attached':
      case 'offered':
      case 'user':
      case 'late':
        return;
    }
    turn.lastAt = at;
  }

  #sent({ calls }: OpenTurn, id: string, at: number): void {
    const call = calls.get(id);
    if (call) call.sentAt ??= at;
  }

  #asked({ calls }: OpenTurn, id: string): void {
    const call = calls.get(id);
    if (call) call.wasAsked = true;
  }

  #settled({ calls, trace, lastAt }: OpenTurn, id: string, result: ToolResult, at: number): void {
    const call = calls.get(id);
    if (!call) return;
    calls.delete(id);
    const { name, sentAt, wasAsked } = call;
    const error = result.ok ? undefined : result.error.code;
    const outcome = error === undefined ? 'done' : outcomeOf(error);
    const isBuiltin = builtinNames.has(name);
    const isUnknown = error === 'unknown_tool';
    const asked = wasAsked ? 'yes' : 'no';
    this.#metrics.toolCalls.of(isUnknown ? 'unknown' : this.#labelOf(name), outcome, asked).value += 1;
    if (error !== undefined) this.#metrics.toolErrors.of(error).value += 1;
    if (sentAt !== undefined) this.#metrics.toolSeconds.of(asked).observe((at - sentAt) / 1_000);
    if (!trace) return;
    // A name that no page has is the model's own invention, and could say anything.
    const tool = isUnknown ? undefined : name;
    trace.called({ call: id, tool, isBuiltin, wasAsked, outcome, error, from: sentAt ?? lastAt, to: at });
  }

  /** Names that a site or an operator chose are no labels. */
  #labelOf(name: string): string {
    if (builtinNames.has(name)) return name;
    return this.#serverTools.has(name) ? 'server' : 'page';
  }

  #ended(turn: OpenTurn, { reason, error }: Extract<SessionEvent, { type: 'end' }>, at: number): void {
    this.#metrics.turns.of(reason).value += 1;
    if (error) this.#metrics.turnFailures.of(error.code).value += 1;
    if (turn.startedAt !== undefined) this.#metrics.turnSeconds.of().observe((at - turn.startedAt) / 1_000);
    if (error?.code.startsWith('model_')) turn.trace?.unanswered(error.code, { from: turn.lastAt, to: at });
    turn.trace?.ended(reason, error?.code, at);
  }
}

function note({ calls }: OpenTurn, { turn, round, step }: Extract<SessionEvent, { type: 'model' }>): void {
  let index = 0;
  for (const { name } of step.calls) {
    calls.set(`${turn}.${round}.${index}`, { name, sentAt: undefined, wasAsked: false });
    index += 1;
  }
}

const outcomes: Partial<Record<ErrorCode, CallOutcome>> = {
  user_declined: 'denied',
  policy_denied: 'denied',
  timeout: 'timed_out',
  cancelled: 'cancelled',
  aborted: 'cancelled',
  unknown_outcome: 'unknown',
};

function outcomeOf(code: ErrorCode): CallOutcome {
  return outcomes[code] ?? 'failed';
}
