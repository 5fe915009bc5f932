import { AgentError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { CallStatus, MessageOf, ServerMessage, ToolResult } from '../../shared/protocol.ts';
import { Approvals } from '../approvals/approvals.ts';
import type { Ask, Decision, Scope } from '../approvals/ask.ts';
import type { GrantList } from '../approvals/grant.ts';
import type { RecordList } from '../approvals/recorded-call.ts';
import type { ToolPermission } from '../approvals/tool-permission.ts';
import type { SessionMessage } from '../connection/connection-options.ts';
import { callOutcome } from '../conversation/call-outcome.ts';
import type { ConversationEvent } from '../conversation/conversation.ts';
import type { CallPhase, CallState } from '../conversation/items.ts';
import { Attachment } from '../dispatch/attachment.ts';
import type { Call } from '../dispatch/dispatch.ts';
import { Dispatcher } from '../dispatch/dispatcher.ts';
import { unknownOutcome } from '../dispatch/earlier-result.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import type { Registry } from '../registry/registry.ts';
import type { Clock } from '../tab/clock.ts';
import type { Emit } from './agent-event.ts';

export type ToolCall = MessageOf<ServerMessage, 'tool.call'>;

export interface CallsPorts {
  readonly registry: Registry;
  readonly clock: Clock;
  readonly hasGesture: () => boolean;
  readonly session: () => string;
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

/** A call whose outcome is still to come. */
interface OpenCall {
  readonly tool: string;
  /** What is given up in this state may have happened. */
  isActing: boolean;
  since: number;
  /** When the server last heard of its progress. */
  toldAt: number;
  /** What is left of the time to decide, when the person was asked on a page before this one. */
  readonly remainingMs: number | undefined;
}

/** How often the server hears of one call's progress. */
const progressMs = 500;
const maxProgressChars = 200;

const cancelReasons = {
  stopped: new AgentError('cancelled', 'The person stopped this.'),
  timeout: new AgentError('timeout', 'The tool took too long.'),
  disconnected: new AgentError('disconnected', 'Connection lost.'),
} as const;

/** Runs the calls of a turn and tells everyone how they stand: the transcript, the server, the page. */
export class Calls {
  readonly approvals: Approvals;
  readonly #ports: CallsPorts;
  readonly #dispatcher: Dispatcher;
  readonly #attachment = new Attachment();
  readonly #open = new Map<string, OpenCall>();

  constructor(ports: CallsPorts) {
    const { registry, clock, hasGesture } = ports;
    this.#ports = ports;
    this.approvals = new Approvals({
      rules: { asks: (name) => registry.asks(name), denies: (name) => registry.denies(name) },
      hasGesture,
      approvalMs: (call) => this.#open.get(call)?.remainingMs ?? ports.limits().approvalMs,
      clock,
      onOpen: (ask) => this.#onAsk(ask),
      onClose: (ask, decision) => this.#onDecided(ask, decision),
    });
    this.#dispatcher = new Dispatcher({
      find: (name) => registry.find(name),
      request: ({ call, name }, args) => ports.emit('ha-tool-request', { call, tool: name, args }),
      permit: (request, signal) => this.approvals.permit(request, signal),
      record: async (call) => (ports.ledger() ?? (await ports.takeUpLedger())).of(call),
      attached: (signal) => this.#attachment.current(signal),
      started: ({ call }) => this.#onStarted(call),
      progress: ({ call }, progress) => this.#onProgress(call, progress),
      late: (call, result) => this.#onLate(call, result),
      memory: ports.memory,
      maxResultBytes: () => ports.limits().maxResultBytes,
      clock,
    });
  }

  /** Answers a call with its result. One that has run before is not run again. */
  async receive({ turn, call, name, args, definition, remainingMs, repaired }: ToolCall): Promise<void> {
    const session = this.#ports.session();
    if (!this.#dispatcher.isKnown(call)) {
      const now = this.#ports.clock.now();
      this.#open.set(call, { tool: name, isActing: false, since: now, toldAt: now - progressMs, remainingMs });
      this.#ports.apply({ type: 'call-requested', call, turn, tool: name, args });
    }
    const result = await this.#dispatcher.receive({ session, call, name, args, definition, repaired });
    if (!result) return;
    this.#onResult(call, result);
    this.#ports.answer({ type: 'tool.result', call, result });
  }

  cancel({ call, reason }: MessageOf<ServerMessage, 'tool.cancel'>): void {
    this.#dispatcher.cancel(call, cancelReasons[reason]);
  }

  /** The server has the call's outcome from elsewhere. */
  settled({ turn, call, name, args, result }: MessageOf<ServerMessage, 'tool.settled'>): void {
    this.#dispatcher.cancel(call, cancelReasons.disconnected);
    this.#ports.apply({ type: 'call-requested', call, turn, tool: name, args });
    this.#change(call, callOutcome(result));
  }

  /** The socket has been away for so long that the server has given the calls up. */
  giveUp(): void {
    this.#dispatcher.cancelAll(cancelReasons.disconnected);
  }

  /** The turn is over. What the person stopped is answered as long as the server may still hear it. */
  forget(reason: AgentError): void {
    this.#dispatcher.forget(new AgentError('cancelled', reason.message));
    for (const [call, { isActing }] of [...this.#open]) {
      const phase = isActing ? 'unknown' : 'cancelled';
      if (isActing && reason.code === 'turn_cancelled') {
        this.#ports.send({ type: 'tool.result', call, result: { ok: false, error: unknownOutcome } });
      }
      this.#change(call, { phase });
      this.#end(call, phase);
    }
  }

  /** Answers questions. False when none of them was: the event was not the person's own, or none is open. */
  decide(calls: readonly string[], decision: Scope | 'denied', event: Event, _changed?: JsonObject): boolean {
    return (
      calls.filter((call) => this.approvals.decide(call, decision === 'denied' ? decision : 'once', event)).length > 0
    );
  }

  extend(_call: string): void {}

  get grants(): GrantList {
    return { list: () => [], revoke: () => {} };
  }

  get record(): RecordList {
    return { list: () => [], toJson: () => '[]', clear: () => {} };
  }

  permissions(): readonly ToolPermission[] {
    return [];
  }

  /** The turn is over for the server, too: it has all results, and none of the turn's calls may run from now on. */
  turnEnded(turn: number): void {
    this.#ports.ledger()?.turnEnded(this.#ports.session(), turn);
  }

  /**
   * A new socket has taken up the session. The server hears what it may have missed: results of this page or of
   * earlier ones, and which calls wait for the person. No effect begins until all that this page missed is here, too.
   */
  resume(): void {
    for (const { call, result } of this.#ports.ledger()?.doneCalls(this.#ports.session()) ?? []) {
      if (!this.#dispatcher.isDone(call)) this.#ports.answer({ type: 'tool.result', call, result });
    }
    for (const ask of this.approvals.asks) this.#tellAsking(ask);
    if (this.#open.size === 0) this.#attachment.confirm();
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

  #onAsk(ask: Ask): void {
    this.#ports.onAsks(this.approvals.asks);
    this.#change(ask.call, { phase: 'asking' });
    this.#tellAsking(ask);
    this.#ports.emit('ha-approval-open', { call: ask.call, tool: ask.tool });
  }

  #tellAsking({ call, expiresAt }: Ask): void {
    this.#tell(call, { state: 'asking', remainingMs: Math.max(0, expiresAt - this.#ports.clock.now()) });
  }

  #onDecided({ call, tool }: Ask, decision: Decision | 'cancelled'): void {
    this.#ports.onAsks(this.approvals.asks);
    if (decision !== 'cancelled') this.#tell(call, { state: 'decided', decision });
    this.#ports.emit('ha-approval-close', { call, tool, decision });
  }

  #onStarted(call: string): void {
    const open = this.#open.get(call);
    if (!open) return;
    open.isActing = !this.#ports.registry.find(open.tool)?.tool.definition.readOnly;
    open.since = this.#ports.clock.now();
    this.#change(call, { phase: 'running', since: open.since });
    this.#ports.emit('ha-tool-start', { call, tool: open.tool });
  }

  /** @param given what a script of the page reports, so it may be anything */
  #onProgress(call: string, given: unknown): void {
    const open = this.#open.get(call);
    const progress = typeof given === 'number' ? given : String(given).slice(0, maxProgressChars);
    if (!open || Number.isNaN(progress)) return;
    this.#change(call, { phase: 'running', since: open.since, progress });
    const now = this.#ports.clock.now();
    if (now - open.toldAt < progressMs) return;
    open.toldAt = now;
    this.#tell(call, { state: 'progress', progress });
  }

  #onResult(call: string, result: ToolResult): void {
    const open = this.#open.get(call);
    if (!open) return;
    const outcome = callOutcome(result, this.#ports.clock.now() - open.since);
    // What never started, or only reads, can't have had an effect. What an earlier page started may have had.
    const isHarmless = !open.isActing && !result.ok && result.error.code !== unknownOutcome.code;
    const state: CallState = outcome.phase === 'unknown' && isHarmless ? { phase: 'cancelled' } : outcome;
    this.#change(call, state);
    this.#end(call, state.phase);
  }

  /** Only within its session: another one knows nothing of the call. */
  #onLate({ session, call }: Call, result: ToolResult): void {
    if (session === this.#ports.session()) this.#ports.answer({ type: 'tool.result', call, result });
  }

  #end(call: string, phase: CallPhase): void {
    const open = this.#open.get(call);
    if (!open) return;
    this.#open.delete(call);
    this.#ports.emit('ha-tool-end', { call, tool: open.tool, phase, ms: this.#ports.clock.now() - open.since });
  }

  #change(call: string, state: CallState): void {
    this.#ports.apply({ type: 'call-changed', call, state });
  }

  #tell(call: string, status: CallStatus): void {
    this.#ports.send({ type: 'tool.status', call, status });
  }
}
