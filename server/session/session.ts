import { deferred } from '../../shared/deferred.ts';
import { AgentError } from '../../shared/errors.ts';
import { newToken } from '../../shared/ids.ts';
import { isSameJson } from '../../shared/json.ts';
import type { Limits } from '../../shared/limits.ts';
import { closeCode, type ClientMessage, type MessageOf, type ServerMessage } from '../../shared/protocol.ts';
import type { Log } from '../log.ts';
import type { Offer, SessionEvent } from '../loop/event.ts';
import type { LoopPorts } from '../loop/loop-ports.ts';
import { runTurn } from '../loop/run-turn.ts';
import type { ModelAdapter } from '../model/model.ts';
import { grantTools } from '../policy/tool-access.ts';
import type { SessionStore, Stored } from '../store/session-store.ts';
import type { Clock } from './clock.ts';
import { JobQueue } from './job-queue.ts';
import { LiveTextBuffer } from './live-text.ts';
import { busy, welcome } from './messages.ts';
import { outcome } from './outcomes.ts';
import type { Outlet } from './outlet.ts';
import { PendingCalls } from './pending-calls.ts';
import { project } from './project.ts';
import { acceptLateResult, boundResult } from './results.ts';
import { SessionLog } from './session-log.ts';
import { hashToken, isTokenOf } from './token.ts';

export type Hello = MessageOf<ClientMessage, 'hello'>;
export type SessionMessage = Exclude<ClientMessage, Hello>;

/** What all sessions of a server share. */
export interface SessionOptions {
  readonly store: SessionStore<SessionEvent>;
  readonly model: ModelAdapter;
  readonly limits: Limits;
  /** The site's own words to the model. */
  readonly instructions: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Runs something once, soon: `setImmediate`, or a test's own. */
  readonly soon: (run: () => void) => void;
}

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
  readonly #onIdle: (session: Session) => void;
  /** Messages are taken one after the other, each when the log has the one before. */
  readonly #jobs = new JobQueue((thrown) => this.#fail(thrown));
  #outlet: Outlet | undefined;
  #turn: AbortController | undefined;
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
  }

  /**
   * Takes over a session, whoever had it before. An unknown one begins.
   *
   * @param onIdle called when no page came back and nothing is left to do: the log holds all there is.
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
        onFenced: () => session.#outlet?.close(closeCode.takenOver, 'taken_over: continued elsewhere'),
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
    return !this.#outlet && !this.#turn;
  }

  /** Nobody has said anything. */
  get isEmpty(): boolean {
    return this.#log.state.turns === 0;
  }

  /**
   * Gives the session to a page and tells it what it missed. A page that was attached is sent away.
   *
   * @throws AgentError `bad_message` when the page's tools can't be accepted.
   */
  attach(outlet: Outlet, hello: Hello, resumed: boolean): Promise<void> {
    const { promise, resolve, reject } = deferred<void>();
    this.#jobs.add(() => this.#attach(outlet, hello, resumed).then(resolve, reject));
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

  /** Ends what this process does for the session and sends the page away with a code after which it comes back. */
  goAway(): void {
    this.#send({ type: 'notice', kind: 'going_away', message: 'The server restarts.' });
    this.#outlet?.close(closeCode.goingAway, 'going away');
    this.#outlet = undefined;
    this.#stopGrace();
    this.#turn?.abort();
    this.#pending.settleAll(outcome('disconnected'));
  }

  async #attach(outlet: Outlet, hello: Hello, resumed: boolean): Promise<void> {
    const offer = grantTools(hello);
    this.#stopGrace();
    this.#isAbandoned = false;
    const former = this.#outlet;
    this.#outlet = undefined;
    former?.close(closeCode.takenOver, 'taken_over: continued elsewhere');

    const token = newToken();
    const { tab, page } = hello;
    const given = resumed && hello.resume ? { formerHash: hashToken(hello.resume.token) } : {};
    const isOurs = await this.#log.append({ type: 'attached', tab, page, tokenHash: hashToken(token), ...given });
    if (!isOurs) return outlet.close(closeCode.takenOver, 'taken_over: continued elsewhere');
    this.#offer = offer;
    const missed = resumed ? this.#log.messagesAfter(hello.resume?.after) : [];

    // From here to the end nothing may wait: what happens meanwhile would be sent twice or not at all.
    const { epoch } = this.#log;
    outlet.send(welcome(offer, this.#options, { session: this.id, token, epoch, resumed }));
    for (const message of missed) outlet.send(message);
    const unfinished = this.#live.whole();
    if (unfinished) outlet.send(unfinished);
    this.#outlet = outlet;
    this.#run();
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
        this.#offer = grantTools(message);
        return undefined;
      case 'ack':
        return this.#send({ type: 'ack' });
    }
  }

  async #begin({ id, text, toolChoice = 'auto' }: MessageOf<ClientMessage, 'user.message'>): Promise<void> {
    const { turn, turns } = this.#log.state;
    if (turn?.message === id) return;
    if (turn) return this.#send(busy(id));
    await this.#pinOffer();
    const isNew = await this.#log.append({ type: 'user', turn: turns + 1, message: id, text, toolChoice });
    if (isNew) this.#run();
  }

  #cancel(turn: number): void {
    if (this.#log.state.turn?.turn !== turn) return;
    this.#turn?.abort();
    for (const call of this.#pending.ids) this.#send({ type: 'tool.cancel', call, reason: 'stopped' });
    this.#pending.stopAll();
  }

  #note({ call, status }: MessageOf<ClientMessage, 'tool.status'>): unknown {
    if (!this.#pending.has(call)) return undefined;
    if (status.state === 'asking') this.#pending.pause(call, status.remainingMs);
    if (status.state !== 'decided') return undefined;
    this.#pending.resume(call);
    return this.#log.append({ type: 'approval', call, decision: status.decision });
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
    await this.#log.append({ type: 'offered', page: state.page ?? '', revision, offer: this.#offer });
  }

  #run(): void {
    if (this.#turn || !this.#log.state.turn) return;
    const turn = new AbortController();
    this.#turn = turn;
    runTurn(this.#ports(), turn.signal)
      .catch((thrown: unknown) => this.#fail(thrown))
      .finally(() => {
        this.#turn = undefined;
        this.#rest();
      });
  }

  #ports(): LoopPorts {
    const { model, limits, instructions, log } = this.#options;
    return {
      model,
      limits,
      instructions,
      state: () => this.#log.state,
      append: (event) => this.#log.append(event),
      page: () => this.#log.state.page ?? '',
      callTool: ({ id }, { readOnly, timeoutMs = limits.toolMs }) => {
        if (this.#isAbandoned) return outcome('disconnected');
        if (!this.#turn?.signal.aborted) return this.#pending.open(id, { readOnly, timeoutMs });
        // Stopped while the log took the call in: it went out, and was not there to be called off.
        this.#send({ type: 'tool.cancel', call: id, reason: 'stopped' });
        return outcome('cancelled');
      },
      say: (live) => this.#live.add(live),
      report: (thrown) => log.warn({ session: this.id, err: thrown }, 'model failed'),
    };
  }

  /** Passes on what the log has taken in. */
  #tell(stored: Stored<SessionEvent>): void {
    this.#live.flush();
    const { type } = stored.event;
    if (type === 'model' || type === 'end') this.#live.clear();
    for (const message of project(stored, this.#log.state, this.#log.epoch, true)) this.#send(message);
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
    if (this.#isAbandoned && !this.#turn) this.#onIdle(this);
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
