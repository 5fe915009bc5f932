import { AgentError } from '../../shared/errors.ts';
import type { JsonObject, JsonValue } from '../../shared/json.ts';
import type { CallStatus, MessageOf, ServerMessage, ToolResult } from '../../shared/protocol.ts';
import type { Permission, PermitRequest } from '../approvals/approvals.ts';
import type { Ask, Decision } from '../approvals/ask.ts';
import type { Settler } from '../approvals/questions.ts';
import type { DecidedBy } from '../approvals/recorded-call.ts';
import type { SessionMessage } from '../connection/connection-options.ts';
import type { Welcome } from '../connection/state.ts';
import { callOutcome } from '../conversation/call-outcome.ts';
import type { ConversationEvent } from '../conversation/conversation.ts';
import type { CallState } from '../conversation/items.ts';
import { Attachment } from '../dispatch/attachment.ts';
import type { Call } from '../dispatch/dispatch.ts';
import { Dispatcher } from '../dispatch/dispatcher.ts';
import { unknownOutcome } from '../dispatch/earlier-result.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import type { Emit } from './agent-event.ts';
import { cancelReasons } from './cancel-reasons.ts';
import { Gate, type GatePorts } from './gate.ts';
import { OpenCalls } from './open-calls.ts';
import type { UserMessage } from './turns.ts';
import { ServerAsks, type ApprovalRequest } from './server-asks.ts';

export type ToolCall = MessageOf<ServerMessage, 'tool.call'>;

export interface CallsPorts extends Omit<GatePorts, 'approvalMs' | 'onOpen' | 'onChange' | 'onClose'> {
  readonly memory: () => MemoryStore;
  /** What the tab remembers of its calls; undefined until it has been taken up. */
  readonly ledger: () => Ledger | undefined;
  /** @throws AgentError `unavailable`. */
  readonly takeUpLedger: () => Promise<Ledger>;
  readonly limits: () => { readonly approvalMs: number; readonly maxResultBytes: number };
  readonly send: (message: SessionMessage) => boolean;
  /** Sends a result, again and again if need be. */
  readonly answer: (message: MessageOf<SessionMessage, 'tool.result'>) => void;
  readonly apply: (event: ConversationEvent) => void;
  readonly onAsks: (asks: readonly Ask[]) => void;
  readonly emit: Emit;
}

/** How often the server hears of one call's progress. */
const progressMs = 500;
const maxProgressChars = 200;

/** Runs the calls of a turn and tells everyone how they stand: the transcript, the server, the page. */
export class Calls {
  readonly gate: Gate;
  readonly #ports: CallsPorts;
  readonly #dispatcher: Dispatcher;
  readonly #serverAsks: ServerAsks;
  readonly #attachment = new Attachment();
  readonly #open: OpenCalls;

  constructor(ports: CallsPorts) {
    const { registry, clock } = ports;
    this.#ports = ports;
    this.gate = new Gate({
      ...ports,
      approvalMs: (call) => this.#open.get(call)?.remainingMs ?? ports.limits().approvalMs,
      onOpen: (ask) => this.#onAsk(ask),
      onChange: (ask) => this.#onAskChanged(ask),
      onClose: (ask, decision, by) => this.#onDecided(ask, decision, by),
    });
    this.#open = new OpenCalls({ ...ports, taint: this.gate.taint, record: this.gate.record });
    this.#serverAsks = new ServerAsks({
      permit: (request, signal) => this.gate.permit(request, signal),
      send: ports.send,
      onAnswered: (call, decision) => this.#onAnswered(call, decision),
    });
    this.#dispatcher = new Dispatcher({
      find: (name) => registry.find(name),
      request: (call, args) => this.#request(call, args),
      permit: (request, signal) => this.#permit(request, signal),
      record: async (call) => (ports.ledger() ?? (await ports.takeUpLedger())).of(call),
      attached: (signal) => this.#attachment.current(signal),
      started: ({ call }) => this.#onStarted(call),
      progress: ({ call }, progress) => this.#onProgress(call, progress),
      late: (call, result) => this.#onLate(call, result),
      changed: ({ call }, args) => this.#open.changed(call, args),
      taint: ({ call }, source) => this.#open.taint(call, source),
      isTainted: () => this.gate.taint.current.untrusted.length > 0,
      memory: ports.memory,
      maxResultBytes: () => ports.limits().maxResultBytes,
      clock,
    });
  }

  /** Answers a call with its result. One that has run before is not run again. */
  async receive({ turn, call, name, args, definition, remainingMs, repaired, taint }: ToolCall): Promise<void> {
    if (taint) this.gate.taint.add(taint);
    const session = this.#ports.session();
    if (!this.#dispatcher.isKnown(call)) {
      const from = this.#ports.registry.find(name)?.siteTool ? 'site' : 'builtin';
      this.#open.begin(call, { tool: name, args, from, remainingMs });
      this.#ports.apply({ type: 'call-requested', call, turn, tool: name, args });
    }
    const result = await this.#dispatcher.receive({ session, call, name, args, definition, repaired });
    if (!result) return;
    this.#onResult(call, result);
    this.#answer(call, result);
  }

  /** Asks the person about a tool that runs on the server. */
  async ask(request: ApprovalRequest): Promise<void> {
    const { turn, call, name, args, remainingMs } = request;
    this.#open.begin(call, { tool: name, args, from: 'server', remainingMs });
    this.#ports.apply({ type: 'call-requested', call, turn, tool: name, args });
    await this.#serverAsks.receive(request);
  }

  cancel({ call, reason }: MessageOf<ServerMessage, 'tool.cancel'>): void {
    const isAsking = this.#serverAsks.isAsking(call);
    this.#dispatcher.cancel(call, cancelReasons[reason]);
    this.#serverAsks.cancel(call, cancelReasons[reason]);
    if (isAsking) this.#endAs(call, callOutcome({ ok: false, error: cancelReasons[reason] }));
  }

  /** How to end this one call for the person; undefined where this page does not run it. */
  ending(call: string): (() => void) | undefined {
    if (!this.#dispatcher.isKnown(call) || this.#dispatcher.isDone(call)) return undefined;
    return () => this.#dispatcher.cancel(call, cancelReasons.person);
  }

  /** The server has the call's outcome from elsewhere. */
  settled({ turn, call, name, args, result, taint }: MessageOf<ServerMessage, 'tool.settled'>): void {
    this.#dispatcher.cancel(call, cancelReasons.disconnected);
    this.#serverAsks.cancel(call, cancelReasons.disconnected);
    this.#ports.apply({ type: 'call-requested', call, turn, tool: name, args });
    this.#change(call, callOutcome(result));
    if (taint && result.ok) this.gate.taint.learn(taint, result.value);
    else if (taint) this.gate.taint.add(taint);
    if (this.#open.get(call)?.from === 'server') this.#open.end(call, callOutcome(result).phase, result);
  }

  /** The socket has been away for so long that the server has given the calls up. */
  giveUp(): void {
    this.#dispatcher.cancelAll(cancelReasons.disconnected);
    this.#serverAsks.cancelAll(cancelReasons.disconnected);
  }

  /** The turn is over. What the person stopped is answered as long as the server may still hear it. */
  forget(reason: AgentError): void {
    const cancelled = new AgentError('cancelled', reason.message);
    this.#dispatcher.forget(cancelled);
    this.#serverAsks.cancelAll(cancelled);
    for (const [call, { isActing }] of this.#open.all()) {
      if (isActing && reason.code === 'turn_cancelled') {
        this.#ports.send({ type: 'tool.result', call, result: { ok: false, error: unknownOutcome } });
      }
      this.#endAs(call, { phase: isActing ? 'unknown' : 'cancelled' });
    }
    this.#open.forget();
  }

  /** The turn is over for the server, too: it has all results, and none of the turn's calls may run from now on. */
  turnEnded(turn: number): void {
    this.#ports.ledger()?.turnEnded(this.#ports.session(), turn);
  }

  /** What the server says of the conversation that begins, or goes on. */
  welcomed(welcome: Welcome): void {
    this.gate.welcomed(welcome);
  }

  /** Words went to the model that the person did not type. */
  said(origin: UserMessage['origin']): void {
    if (origin) this.gate.taint.addUntrusted(origin);
  }

  /**
   * A new socket has taken up the session. The server hears what it may have missed: results of this page or of
   * earlier ones, and which calls wait for the person. No effect begins until all that this page missed is here, too.
   */
  resume(): void {
    for (const { call, result, ran } of this.#ports.ledger()?.doneCalls(this.#ports.session()) ?? []) {
      if (!this.#dispatcher.isDone(call)) this.#answer(call, result, ran);
    }
    for (const ask of this.gate.approvals.asks) this.#tellAsking(ask);
    if (this.#open.isEmpty) this.#attachment.confirm();
    else this.#ports.send({ type: 'ack' });
  }

  /** The server has said what it had to say before, if anything: in a new session nothing has happened yet. */
  confirm(): void {
    this.#attachment.confirm();
  }

  /** The socket is gone. */
  detach(): void {
    this.#attachment.lose();
  }

  #request({ call, name }: Call, args: JsonValue): boolean {
    const isPermitted = this.#ports.emit('ha-tool-request', { call, tool: name, args });
    if (!isPermitted) this.#open.decided(call, 'site');
    return isPermitted;
  }

  async #permit(request: PermitRequest, signal: AbortSignal): Promise<Permission> {
    const permission = await this.gate.permit(request, signal);
    const { by, hash } = permission;
    this.#open.decided(request.call, by);
    if (by === 'grant') this.#tell(request.call, { state: 'decided', decision: 'auto', hash });
    return permission;
  }

  #onAsk(ask: Ask): void {
    this.#ports.onAsks(this.gate.approvals.asks);
    this.#change(ask.call, { phase: 'asking' });
    this.#tellAsking(ask);
    this.#ports.emit('ha-approval-open', { call: ask.call, tool: ask.tool });
  }

  #onAskChanged(ask: Ask): void {
    this.#ports.onAsks(this.gate.approvals.asks);
    this.#tellRemaining(ask);
  }

  /** That its own tools wait for the person the server knows. */
  #tellAsking(ask: Ask): void {
    if (!ask.onServer) this.#tellRemaining(ask);
  }

  #tellRemaining({ call, expiresAt }: Ask): void {
    this.#tell(call, { state: 'asking', remainingMs: Math.max(0, expiresAt - this.#ports.clock.now()) });
  }

  #onDecided({ call, tool, hash, onServer }: Ask, decision: Decision | 'cancelled', settler: Settler): void {
    const { onAsks, apply, clock, emit } = this.#ports;
    const by: DecidedBy = decision === 'cancelled' ? decision : settler;
    onAsks(this.gate.approvals.asks);
    this.#open.decided(call, by);
    if (decision !== 'cancelled') {
      if (!onServer) this.#tell(call, { state: 'decided', decision, hash });
      apply({ type: 'call-decided', call, receipt: { decision, at: clock.now() } });
    }
    emit('ha-approval-close', { call, tool, decision });
  }

  /** The server runs the call now, or does not. */
  #onAnswered(call: string, decision: 'once' | 'denied'): void {
    if (decision === 'denied') return this.#endAs(call, { phase: 'denied' });
    this.#change(call, { phase: 'running', since: this.#ports.clock.now() });
  }

  #onStarted(call: string): void {
    const open = this.#open.start(call);
    if (!open) return;
    this.#change(call, { phase: 'running', since: open.since });
    this.#ports.emit('ha-tool-start', { call, tool: open.tool });
  }

  /** @param given what a script of the page reports, so it may be anything */
  #onProgress(call: string, given: unknown): void {
    const open = this.#open.get(call);
    const progress = typeof given === 'number' ? given : String(given).slice(0, maxProgressChars);
    if (!open || Number.isNaN(progress)) return;
    this.#change(call, { phase: 'running', since: open.since, progress });
    if (this.#open.mayTell(call, progressMs)) this.#tell(call, { state: 'progress', progress });
  }

  #onResult(call: string, result: ToolResult): void {
    const open = this.#open.get(call);
    if (!open) return;
    const outcome = callOutcome(result, this.#ports.clock.now() - open.since);
    // What never started, or only reads, can't have had an effect. What an earlier page started may have had.
    const isHarmless = !open.isActing && !result.ok && result.error.code !== unknownOutcome.code;
    const state: CallState = outcome.phase === 'unknown' && isHarmless ? { phase: 'cancelled' } : outcome;
    this.#open.learn(call, result);
    this.#change(call, state);
    this.#open.end(call, state.phase, result);
  }

  /** @param ran what an earlier page gave the tool, where the person had changed the arguments there */
  #answer(call: string, result: ToolResult, ran?: JsonObject): void {
    this.#ports.answer({ type: 'tool.result', call, result, ...(ran && { ran }), ...this.#open.extras(call) });
  }

  /** Only within its session: another one knows nothing of the call. */
  #onLate({ session, call }: Call, result: ToolResult): void {
    if (session === this.#ports.session()) this.#answer(call, result);
  }

  #endAs(call: string, state: CallState): void {
    this.#change(call, state);
    this.#open.end(call, state.phase, undefined);
  }

  #change(call: string, state: CallState): void {
    this.#ports.apply({ type: 'call-changed', call, state });
  }

  #tell(call: string, status: CallStatus): void {
    this.#ports.send({ type: 'tool.status', call, status });
  }
}
