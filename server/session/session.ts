import { deferred } from '../../shared/deferred.ts';
import { AgentError } from '../../shared/errors.ts';
import { newToken } from '../../shared/ids.ts';
import { isSameJson } from '../../shared/json.ts';
import { closeCode, type ClientMessage, type MessageOf, type ServerMessage } from '../../shared/protocol.ts';
import type { Offer, SessionEvent } from '../loop/event.ts';
import { grantTools } from '../policy/tool-access.ts';
import { anyone, type Visitor } from '../policy/visitor.ts';
import type { Stored } from '../store/session-store.ts';
import { JobQueue } from './job-queue.ts';
import { LiveTextBuffer } from './live-text.ts';
import { busy, goingAway, refused, welcome } from './messages.ts';
import { outcome } from './outcomes.ts';
import type { Outlet } from './outlet.ts';
import { PendingCalls } from './pending-calls.ts';
import { project } from './project.ts';
import { attachedBy } from './attached-by.ts';
import { acceptLateResult, boundResult } from './results.ts';
import { settleReturned } from './returned-calls.ts';
import { SessionLog } from './session-log.ts';
import type { SessionOptions } from './session-options.ts';
import { isTokenOf } from './token.ts';
import { TurnRunner } from './turn-runner.ts';

export type Hello = MessageOf<ClientMessage, 'hello'>;
export type SessionMessage = Exclude<ClientMessage, { type: 'hello' | 'ack' }>;

const noUsage = { inputTokens: 0, outputTokens: 0 };

interface SessionParts {
  readonly onIdle: (session: Session) => void;
  readonly log: (session: Session) => SessionLog;
}

/** One conversation: attached to a page or waiting for it, idle or in a turn. */
export class Session {
  readonly id: string;
  readonly #options: SessionOptions;
  readonly #log: SessionLog;
  readonly #pending: PendingCalls;
  readonly #live: LiveTextBuffer;
  readonly #runner: TurnRunner;
  readonly #onIdle: (session: Session) => void;
  /** Messages are taken one after the other, each when the log has the one before. */
  readonly #jobs = new JobQueue((thrown) => this.#fail(thrown));
  #outlet: Outlet | undefined;
  #visitor = anyone;
  #stopGrace = (): void => {};
  /** What the page can run, as it last said. */
  #offer: Offer = { builtins: [], pageTools: [] };
  #isAbandoned = false;

  private constructor(options: SessionOptions, id: string, parts: SessionParts) {
    this.id = id;
    this.#options = options;
    this.#onIdle = parts.onIdle;
    this.#log = parts.log(this);
    this.#live = new LiveTextBuffer({
      send: (message) => this.#outlet?.send(message),
      attempt: () => this.#log.epoch,
      soon: options.soon,
    });
    this.#pending = new PendingCalls({
      clock: options.clock,
      approvalMs: options.limits.approvalMs,
      cancelGraceMs: options.limits.cancelGraceMs,
      onDeadline: (call) => this.#send({ type: 'tool.cancel', call, reason: 'timeout' }),
    });
    this.#runner = this.#createRunner();
  }

  /**
   * Takes over a session, whoever had it before. An unknown one begins.
   *
   * @param onIdle called when nothing is left to do here: the log holds all there is.
   */
  static async acquire(
    options: SessionOptions,
    id: string,
    owner: string,
    onIdle: (session: Session) => void,
  ): Promise<Session> {
    const { lease, events } = await options.store.acquire(id, owner);
    const log = (session: Session) =>
      new SessionLog({
        store: options.store,
        lease,
        events,
        onEvent: (stored) => session.#tell(stored),
        onFenced: () => session.lose(),
      });
    return new Session(options, id, { onIdle, log });
  }

  isOwnedBy(token: string): boolean {
    return isTokenOf(token, this.#log.state.tokenHashes);
  }

  get isAttached(): boolean {
    return this.#outlet !== undefined;
  }

  /** No page is there, and no turn runs. */
  get isIdle(): boolean {
    return !this.#outlet && !this.#runner.isRunning;
  }

  /** Nobody has said anything, here or elsewhere. */
  get isEmpty(): boolean {
    return this.#log.state.turns === 0 && !this.#log.isOver;
  }

  /**
   * Gives the session to a page and tells it what it missed. A page that was attached is sent away.
   * False when the session has another owner: it is to be taken up from the store.
   *
   * @throws AgentError `bad_message` when the page's tools can't be accepted.
   */
  attach(outlet: Outlet, hello: Hello, resumed: boolean, visitor: Visitor = anyone): Promise<boolean> {
    const { promise, resolve, reject } = deferred<boolean>();
    this.#jobs.add(() => this.#attach(outlet, hello, resumed, visitor).then(resolve, reject));
    return promise;
  }

  receive(message: SessionMessage): void {
    this.#jobs.add(() => this.#handle(message));
  }

  /** The page is gone, perhaps to come back. */
  detach(outlet: Outlet): void {
    if (this.#outlet !== outlet) return;
    this.#outlet = undefined;
    this.#stopGrace = this.#options.clock.after(this.#options.limits.graceMs, () => this.#abandon());
  }

  /** Leaves the session to whoever takes it up from the log, and sends the page away with a code after which it comes back. */
  goAway(): void {
    this.#send(goingAway(this.#options.random()));
    this.#leave(closeCode.goingAway, 'going away');
  }

  /** The session has another owner: the page that is still here is on the wrong side. */
  lose(): void {
    this.#leave(closeCode.takenOver, 'taken_over: continued elsewhere');
    this.#onIdle(this);
  }

  #leave(code: number, reason: string): void {
    this.#log.letGo();
    this.#outlet?.close(code, reason);
    this.#outlet = undefined;
    this.#stopGrace();
    if (this.#runner.isRunning) this.#visitor.endTurn(noUsage);
    this.#runner.stop();
    this.#pending.settleAll(outcome('disconnected'));
  }

  async #attach(outlet: Outlet, hello: Hello, resumed: boolean, visitor: Visitor): Promise<boolean> {
    const offer = grantTools(hello, visitor.mayUse);
    this.#stopGrace();
    this.#isAbandoned = false;
    const former = this.#outlet;
    this.#outlet = undefined;
    former?.close(closeCode.takenOver, 'taken_over: continued elsewhere');

    const token = newToken();
    if (!(await this.#log.append(attachedBy(hello, token, resumed)))) return false;
    this.#offer = offer;
    this.#visitor = visitor;
    await settleReturned(this.#log, this.#pending, hello);
    if (this.#log.isOver) return false;
    const missed = resumed ? this.#log.messagesAfter(hello.resume?.after, this.#options.clock.now()) : [];

    // From here to the end nothing may wait: what happens meanwhile would be sent twice or not at all.
    const { epoch } = this.#log;
    outlet.send(welcome(offer, this.#options, { session: this.id, token, epoch, resumed }));
    for (const message of missed) outlet.send(message);
    const unfinished = this.#live.whole();
    if (unfinished) outlet.send(unfinished);
    this.#outlet = outlet;
    this.#runner.run();
    return true;
  }

  #handle(message: SessionMessage): unknown {
    switch (message.type) {
      case 'user.message':
        return this.#begin(message);
      case 'turn.cancel':
        return this.#cancel(message.turn);
      case 'tool.status':
        return this.#note(message);
      case 'tool.result':
        return this.#settle(message);
      case 'tools.changed':
        this.#offer = grantTools(message, this.#visitor.mayUse);
        return undefined;
    }
  }

  async #begin({ id, text, toolChoice = 'auto' }: MessageOf<ClientMessage, 'user.message'>): Promise<void> {
    const { turn, turns, messages } = this.#log.state;
    // A page sends its message again until it has heard the end of the turn.
    if (messages.includes(id)) return;
    if (turn) return this.#send(busy(id));
    const refusal = await this.#visitor.beginTurn();
    if (refusal) return this.#send(refused(id, refusal));
    await this.#pinOffer();
    const isNew = await this.#log.append({ type: 'user', turn: turns + 1, message: id, text, toolChoice });
    if (isNew) this.#runner.run();
    else this.#visitor.endTurn(noUsage);
  }

  #cancel(turn: number): void {
    if (this.#log.state.turn?.turn !== turn) return;
    this.#runner.stop();
    for (const call of this.#pending.ids) this.#send({ type: 'tool.cancel', call, reason: 'stopped' });
    this.#pending.stopAll();
  }

  async #note({ call, status }: MessageOf<ClientMessage, 'tool.status'>): Promise<void> {
    if (!this.#pending.has(call)) return;
    if (status.state === 'asking') {
      this.#pending.pause(call, status.remainingMs);
      const until = this.#options.clock.now() + Math.min(status.remainingMs, this.#options.limits.approvalMs);
      await this.#log.append({ type: 'asking', call, until });
    } else if (status.state === 'decided') {
      this.#pending.resume(call);
      await this.#log.append({ type: 'approval', call, decision: status.decision });
    }
  }

  #settle({ call, result }: MessageOf<ClientMessage, 'tool.result'>): unknown {
    const bounded = boundResult(result, this.#options.limits.maxResultBytes);
    if (this.#pending.settle(call, bounded) || !acceptLateResult(this.#log.state, call, bounded)) return undefined;
    return this.#log.append({ type: 'late', call, result: bounded });
  }

  /** Writes down what the coming turn can use. A page may change its mind often; only this counts. */
  async #pinOffer(): Promise<void> {
    const { state } = this.#log;
    if (isSameJson(this.#offer, state.offer)) return;
    const revision = state.offers + 1;
    await this.#log.append({ type: 'offered', page: state.place?.page ?? '', revision, offer: this.#offer });
  }

  #createRunner(): TurnRunner {
    return new TurnRunner({
      id: this.id,
      options: this.#options,
      log: this.#log,
      pending: this.#pending,
      live: this.#live,
      isAbandoned: () => this.#isAbandoned,
      callOff: (call) => this.#send({ type: 'tool.cancel', call, reason: 'stopped' }),
      onRest: () => this.#rest(),
      onFailure: (thrown) => this.#fail(thrown),
    });
  }

  /** Passes on what the log has taken in. */
  #tell(stored: Stored<SessionEvent>): void {
    this.#live.flush();
    const { event } = stored;
    if (event.type === 'model' || event.type === 'end') this.#live.clear();
    if (event.type === 'end') this.#visitor.endTurn(event.usage);
    for (const message of project(stored, this.#log.state, this.#options.clock.now())) this.#send(message);
  }

  #send(message: ServerMessage): void {
    this.#live.flush();
    this.#outlet?.send(message);
  }

  /** Nobody came back in time. */
  #abandon(): void {
    this.#isAbandoned = true;
    this.#pending.settleAll(outcome('disconnected'));
    this.#rest();
  }

  #rest(): void {
    if (this.#isAbandoned && !this.#runner.isRunning) this.#onIdle(this);
  }

  #fail(thrown: unknown): void {
    if (AgentError.is(thrown) && thrown.code === 'bad_message') {
      this.#outlet?.close(closeCode.badMessage, thrown.message);
      return;
    }
    this.#options.log.error({ session: this.id, err: thrown }, 'session failed');
    this.#outlet?.close(closeCode.internal, 'internal');
  }
}
