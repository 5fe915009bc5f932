import { AgentError } from '../../shared/errors.ts';
import { fixedLimits, pageLimits } from '../../shared/limits.ts';
import { closeCode, type MessageOf, type ServerMessage } from '../../shared/protocol.ts';
import { errorCodeOf } from '../connection/close-fate.ts';
import type { ConnectionState, Welcome } from '../connection/state.ts';
import { entry as words } from '../strings/en-entry.ts';
import type { Clock } from '../tab/clock.ts';
import type { Emit } from './agent-event.ts';
import type { Calls, ToolCall } from './calls.ts';
import type { Link } from './link.ts';
import type { Readiness } from './readiness.ts';
import type { ApprovalRequest } from './server-asks.ts';
import type { Restorer } from './restorer.ts';
import type { SnapshotKeeper } from './snapshot-keeper.ts';
import type { ToolOffer } from './tool-offer.ts';
import type { Pending, Turns, UserMessage } from './turns.ts';

export interface ReceptionPorts {
  readonly clock: Clock;
  readonly shown: SnapshotKeeper;
  readonly readiness: Readiness;
  readonly offer: ToolOffer;
  readonly link: () => Link;
  readonly turns: () => Turns;
  /** Undefined until they are loaded. */
  readonly calls: () => Calls | undefined;
  readonly emit: Emit;
}

type Limits = Welcome['limits'];

/** Takes in what the server says and hands it to those whom it concerns. */
export class Reception {
  readonly #ports: ReceptionPorts;
  #session: string | undefined;
  #limits: Limits = { ...pageLimits, ...fixedLimits };
  #isReady = false;
  #restorer: Restorer | undefined;
  /** From the first call on, while nobody is there yet who could run it. */
  #waiting: ServerMessage[] | undefined;
  #callOffGrace: (() => void) | undefined;

  constructor(ports: ReceptionPorts) {
    this.#ports = ports;
  }

  get session(): string | undefined {
    return this.#session;
  }

  get limits(): Limits {
    return this.#limits;
  }

  /** The next welcome belongs to another conversation, and that is no news. */
  forgetSession(): void {
    this.#session = undefined;
  }

  /** There is no conversation to take up; perhaps a message of an earlier page for a new one. */
  beginWith(pending: Pending | undefined): void {
    const { shown, turns, calls } = this.#ports;
    shown.change({ restoring: false });
    if (!pending) return;
    turns().adopt(pending, 0, new Set());
    const { id, text, origin } = pending.message;
    calls()?.said(origin);
    shown.apply({ type: 'said', id, text, origin });
  }

  /** Nothing waits any more. */
  stop(): void {
    this.#callOffGrace?.();
    this.#callOffGrace = undefined;
  }

  onState(state: ConnectionState): void {
    const { shown, readiness, clock, calls } = this.#ports;
    if (state.phase === 'open') this.stop();
    else this.#detach();
    if (state.phase === 'lost') this.#callOffGrace ??= clock.after(this.#limits.graceMs, () => calls()?.giveUp());
    if (shown.current.connection.phase === 'refused') readiness.renew();
    shown.change({ connection: state });
    if (state.phase === 'refused') this.#onRefused(state.code, state.reason);
  }

  receive(message: ServerMessage): void {
    if (message.type === 'welcome') return this.#onWelcome(message);
    if (this.#waiting) this.#waiting.push(message);
    else if (!this.#restorer) this.#hear(message);
    else if (message.type === 'ack') this.#onRestored(this.#restorer);
    else this.#restorer.take(message);
  }

  #detach(): void {
    this.#restorer = undefined;
    this.#ports.calls()?.detach();
  }

  #hear(message: Exclude<ServerMessage, Welcome>): void {
    const { turns, calls, link } = this.#ports;
    switch (message.type) {
      case 'tool.call':
      case 'approval.request':
        return this.#onCall(message);
      case 'tool.cancel':
        link().continuity?.lateTools.forget(message.call);
        return calls()?.cancel(message);
      case 'tool.settled':
        if (!turns().isCurrent(message.turn)) return;
        // It may say what the conversation has read, which no call may miss.
        return link().continuity ? calls()?.settled(message) : this.#waitForCalls(message);
      case 'notice':
        return this.#onNotice(message);
      case 'ack':
        return calls()?.confirm();
      case 'turn.started':
      case 'turn.text':
      case 'turn.thought':
        return turns().receive(message);
      case 'turn.ended':
      case 'turn.failed':
        turns().receive(message);
        if (message.turn !== undefined) calls()?.turnEnded(message.turn);
    }
  }

  #onCall(message: ToolCall | ApprovalRequest): void {
    const { turns, calls, link } = this.#ports;
    // An id of another turn could name a row that is there already.
    if (!message.call.startsWith(`${message.turn}.`) || !turns().isCurrent(message.turn)) return;
    const later = link().continuity;
    if (!later) this.#waitForCalls(message);
    else if (message.type === 'tool.call') later.lateTools.await(message);
    else void calls()?.ask(message);
  }

  #waitForCalls(message: ServerMessage): void {
    const { link } = this.#ports;
    this.#waiting = [message];
    const goOn = (): void => {
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      for (const one of waiting) this.receive(one);
    };
    void link()
      .load()
      .then(goOn, () => {
        this.#answerUnavailable();
        goOn();
      });
  }

  #answerUnavailable(): void {
    const { turns } = this.#ports;
    const error = { code: 'unavailable', message: 'The page could not load what runs its tools.' } as const;
    const isCall = (message: ServerMessage): message is ToolCall => message.type === 'tool.call';
    for (const { call } of this.#waiting?.filter(isCall) ?? []) {
      turns().answer({ type: 'tool.result', call, result: { ok: false, error } });
    }
    this.#waiting = this.#waiting?.filter(({ type }) => !/^(?:tool|approval)/.test(type));
  }

  #onNotice({ kind, message, retryInMs }: MessageOf<ServerMessage, 'notice'>): void {
    if (kind === 'going_away') return this.#ports.link().returnIn(retryInMs);
    // All of it follows, as for a page that was not there.
    if (kind === 'resync') return this.#restore();
    this.#ports.shown.note(message);
  }

  #onRefused(code: number, reason: string): void {
    const { readiness, link, turns, emit } = this.#ports;
    const error = { code: errorCodeOf(code), message: reason };
    readiness.refuse(new AgentError(error.code, error.message));
    if (code === closeCode.takenOver) {
      link().continuity?.keeper.release();
      turns().leave(error);
    } else if (turns().isWorking) return turns().fail(error);
    emit('ha-error', error);
  }

  #onWelcome(welcome: Welcome): void {
    const { shown, offer, turns, calls, link } = this.#ports;
    const { session, resumed } = welcome;
    const isRenewed = !resumed && this.#session !== undefined;
    const wasExpected = isRenewed || shown.current.restoring;
    if (isRenewed) link().continuity?.ledger?.forget(this.#session ?? '');
    this.#session = session;
    this.#limits = welcome.limits;
    calls()?.welcomed(welcome);
    offer.tell();
    if (!resumed) this.#beginAnew(isRenewed, wasExpected);
    else if (shown.current.restoring) this.#restore();
    else {
      turns().resume();
      calls()?.resume();
    }
    link().welcomed(session);
    if (!this.#restorer) this.#beReady(welcome);
  }

  #beReady({ resumed, tools, model }: Welcome): void {
    const { emit, readiness } = this.#ports;
    if (!resumed || !this.#isReady) emit('ha-ready', { tools, model: model.label, rehearsal: model.rehearsal });
    this.#isReady = true;
    readiness.fulfil();
  }

  #beginAnew(isRenewed: boolean, wasExpected: boolean): void {
    const { shown, turns, calls, link } = this.#ports;
    calls()?.confirm();
    link().continuity?.lateTools.clear();
    this.#waiting = undefined;
    const pending = link().continuity?.keeper.takePending();
    const wasLost = (turns().pending ?? pending)?.turn !== undefined;
    const { items, restoring } = shown.current;
    this.beginWith(pending);
    turns().restart();
    if (isRenewed) shown.apply({ type: 'session-renewed' });
    if (wasExpected && !wasLost && (restoring || items.length > 0)) shown.note(words.beganAnew);
  }

  /** What the server tells until it answers the `ack` is the past. */
  #restore(): void {
    const { shown, link } = this.#ports;
    this.#restorer = link().continuity?.restorer();
    if (!this.#restorer) return;
    shown.change({ restoring: true });
    link().send({ type: 'ack' });
  }

  #onRestored({ restored: { items, open, lastTurn, heard, rest } }: Restorer): void {
    const { shown, turns, calls, link } = this.#ports;
    const { keeper, lateTools } = link().continuity ?? {};
    this.#restorer = undefined;
    turns().adopt(open, lastTurn, heard);
    shown.change({ items, restoring: false });
    const pending = keeper?.takePending();
    if (pending && !heard.has(pending.message.id)) this.#adoptUnheard(pending.message, lastTurn);
    turns().resume();
    // First of all: what ended while nobody could be told is told, and only then forgotten.
    calls()?.resume();
    calls()?.turnEnded(open ? lastTurn - 1 : lastTurn);
    calls()?.confirm();
    lateTools?.begin();
    keeper?.save();
    const { connection } = shown.current;
    if (connection.phase === 'open') this.#beReady(connection.welcome);
    for (const message of rest) this.receive(message);
  }

  /** A message that the page before could not get to the server. While a turn runs, it stays the person's to repeat. */
  #adoptUnheard(message: UserMessage, lastTurn: number): void {
    const { shown, turns, calls } = this.#ports;
    const { id, text, origin } = message;
    calls()?.said(origin);
    shown.apply({ type: 'said', id, text, origin });
    if (turns().isWorking) shown.apply({ type: 'delivery', id, state: 'failed' });
    else turns().adopt({ message, turn: undefined }, lastTurn, new Set());
  }
}
