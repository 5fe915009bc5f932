import { deferred } from '../../shared/deferred.ts';
import { AgentError } from '../../shared/errors.ts';
import { newToken } from '../../shared/ids.ts';
import { closeCode, type ClientMessage, type MessageOf, type ServerMessage } from '../../shared/protocol.ts';
import type { Offer, SessionEvent } from '../loop/event.ts';
import { anyone, type Visitor } from '../policy/visitor.ts';
import type { Stored } from '../store/session-store.ts';
import { beginTurn } from './begin-turn.ts';
import { takeReport, type ReportParts } from './call-reports.ts';
import { isContinuedElsewhere } from './continued-elsewhere.ts';
import { farewell, type Farewell } from './farewell.ts';
import { Grace } from './grace.ts';
import { JobQueue } from './job-queue.ts';
import { goingAway, welcome } from './messages.ts';
import { offerOf } from './offer-of.ts';
import { OpenTurn } from './open-turn.ts';
import { outcome } from './outcomes.ts';
import type { Outlet } from './outlet.ts';
import { Payer } from './payer.ts';
import { project } from './project.ts';
import { attachedBy, type Arrival } from './attached-by.ts';
import { settleReturned } from './returned-calls.ts';
import { SessionLog } from './session-log.ts';
import type { SessionOptions } from './session-options.ts';
import { ToldTaint } from './told-taint.ts';
import { isTokenOf } from './token.ts';

export type Hello = MessageOf<ClientMessage, 'hello'>;
export type SessionMessage = Exclude<ClientMessage, { type: 'hello' | 'ack' }>;

interface SessionParts {
  readonly onIdle: (session: Session) => void;
  readonly log: (session: Session) => SessionLog;
}

/** One conversation: attached to a page or waiting for it, idle or in a turn. */
export class Session {
  readonly id: string;
  readonly #options: SessionOptions;
  readonly #log: SessionLog;
  readonly #onIdle: (session: Session) => void;
  /** Messages are taken one after the other, each when the log has the one before. */
  readonly #jobs = new JobQueue((thrown) => this.#fail(thrown));
  #outlet: Outlet | undefined;
  /** There from the first moment of a turn to its last. */
  #open: OpenTurn | undefined;
  readonly #payer = new Payer();
  readonly #toldTaint = new ToldTaint();
  /** There while the page is not. */
  #grace: Grace | undefined;
  /** What the page can run, as it last said. */
  #offer: Offer = { builtins: [], pageTools: [] };

  private constructor(options: SessionOptions, id: string, parts: SessionParts) {
    this.id = id;
    this.#options = options;
    this.#onIdle = parts.onIdle;
    this.#log = parts.log(this);
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
        onFenced: () => void session.#giveWay(),
      });
    return new Session(options, id, { onIdle, log });
  }

  isOwnedBy(token: string, subject: string | undefined): boolean {
    return isTokenOf(token, this.#log.state.tokenHashes, subject);
  }

  /** Whoever is attached, or is waited for. */
  get visitor(): Visitor | undefined {
    return this.#isAbandoned ? undefined : this.#payer.visitor;
  }

  get isAttached(): boolean {
    return this.#outlet !== undefined;
  }

  /** No page is there, and no turn runs. */
  get isIdle(): boolean {
    return !this.#outlet && !this.#open?.runner.isRunning;
  }

  /** The last event of the log that was seen here. */
  get lastId(): string | undefined {
    return this.#log.state.lastId;
  }

  /** Nobody has said anything, as far as it was seen here. */
  get isEmpty(): boolean {
    return this.#log.state.turns === 0 && !this.#log.isOver;
  }

  /**
   * Gives the session to a page and tells it what it missed. A page that was attached is sent away.
   * False when the session has another owner: it is to be taken up from the store.
   *
   * @throws AgentError `bad_message` when the page's tools can't be accepted.
   */
  async attach(outlet: Outlet, hello: Hello, resumed: boolean, visitor: Visitor = anyone): Promise<boolean> {
    const offer = offerOf(hello, visitor, this.#options);
    // At once: it must not be given up while this waits for what is before it.
    this.#endGrace();
    const { promise, resolve, reject } = deferred<boolean>();
    promise.catch((thrown: unknown) => this.#fail(thrown));
    this.#jobs.add(() => this.#attach({ outlet, hello, resumed, visitor, offer }).then(resolve, reject));
    return promise;
  }

  receive(message: SessionMessage, from?: Outlet): void {
    if (this.#jobs.isFull) return this.#outlet?.close(closeCode.tooFast, 'too many messages wait');
    this.#jobs.add(() => this.#handle(message, from));
  }

  /** The page is gone, perhaps to come back. */
  detach(outlet: Outlet): void {
    if (this.#outlet !== outlet) return;
    this.#outlet = undefined;
    const { clock, limits } = this.#options;
    this.#grace = new Grace({ clock, ms: limits.graceMs, onOver: () => this.#abandon() });
  }

  /**
   * Leaves the session to whoever takes it up from the log, and sends the page away with a code after which it comes back.
   *
   * @param chance from 0 up to 1: when, among all that are sent away.
   */
  goAway(chance: number): void {
    this.#send(goingAway(chance));
    this.#leave(farewell.goingAway);
  }

  /** The session was taken up elsewhere: the page that is still here is on the wrong side. */
  lose(): void {
    this.#leave(farewell.takenOver);
    this.#onIdle(this);
  }

  /** The session has another owner, perhaps for the sake of the page that is here. */
  async #giveWay(): Promise<void> {
    const outlet = this.#outlet;
    this.#outlet = undefined;
    const { place, lastId } = this.#log.state;
    this.#leave(farewell.goingAway);
    this.#onIdle(this);
    if (!outlet) return;
    const former = { session: this.id, page: place?.page ?? '', lastId };
    const isElsewhere = await isContinuedElsewhere(this.#options.store, former);
    if (!isElsewhere) outlet.send(goingAway(0));
    const words: Farewell = isElsewhere ? farewell.takenOver : farewell.goingAway;
    outlet.close(...words);
  }

  /** Nothing is appended any more, and nobody is told anything. */
  #leave(words: Farewell): void {
    this.#log.letGo();
    this.#outlet?.close(...words);
    this.#outlet = undefined;
    this.#endGrace();
    this.#payer.giveUp();
    this.#open?.runner.stop();
    this.#open?.pending.settleAll(outcome('disconnected'));
  }

  async #attach({ outlet, hello, resumed, visitor, offer }: Arrival): Promise<boolean> {
    const former = this.#outlet;
    this.#outlet = undefined;
    former?.close(...farewell.takenOver);

    const token = newToken();
    if (!(await this.#log.append(attachedBy(hello, token, resumed, visitor.subject)))) return false;
    this.#offer = offer;
    this.#payer.visitor = visitor;
    await settleReturned(this.#log, this.#open?.pending, hello);
    if (this.#log.isOver) return false;
    const missed = resumed ? this.#log.messagesAfter(hello.resume?.after, this.#options.clock.now()) : [];
    // From here to the end nothing may wait: what happens meanwhile would be sent twice or not at all.
    outlet.send(welcome(offer, this.#options, this.#log, { session: this.id, token, resumed }));
    this.#toldTaint.welcomed(this.#log.state.taint);
    for (const message of missed) outlet.send(message);
    const unfinished = this.#open?.live.whole();
    if (unfinished) outlet.send(unfinished);
    this.#outlet = outlet;
    this.#open?.serverCalls.repeat();
    this.#run();
    return true;
  }

  #handle(message: SessionMessage, from: Outlet | undefined): unknown {
    switch (message.type) {
      case 'user.message':
        return this.#begin(message);
      case 'turn.cancel':
        return this.#open?.runner.cancel(message.turn);
      case 'tool.status':
      case 'tool.result':
      case 'approval.answer':
        return takeReport(message, this.#about(from));
      case 'tools.changed':
        this.#offer = offerOf(message, this.#payer.visitor, this.#options);
        return undefined;
    }
  }

  #about(from: Outlet | undefined): ReportParts {
    return { log: this.#log, open: this.#open, options: this.#options, from, attached: this.#outlet };
  }

  async #begin(message: MessageOf<ClientMessage, 'user.message'>): Promise<void> {
    const start = { log: this.#log, payer: this.#payer, offer: () => this.#offer, options: this.#options };
    const refusal = await beginTurn(message, start);
    if (refusal) this.#send(refusal);
    else this.#run();
  }

  /** Goes on with the turn that the log holds, if there is one. */
  #run(): void {
    if (!this.#log.state.turn || this.#log.isOver) return;
    this.#open ??= new OpenTurn({
      id: this.id,
      options: this.#options,
      log: this.#log,
      send: (message) => this.#send(message),
      pass: (message) => this.#outlet?.send(message),
      isAbandoned: () => this.#isAbandoned,
      visitor: () => this.#payer.visitor,
      onRest: () => this.#rest(),
      onFailure: (thrown) => this.#fail(thrown),
    });
    this.#open.runner.run();
  }

  /** Passes on what the log has taken in. */
  #tell(stored: Stored<SessionEvent>): void {
    this.#open?.live.flush();
    const { event } = stored;
    if (event.type === 'model' || event.type === 'end') this.#open?.live.clear();
    if (event.type === 'end') this.#payer.end(event.usage);
    const { state } = this.#log;
    for (const message of project(stored, state, this.#options.clock.now()))
      this.#send(this.#toldTaint.with(message, state.taint));
  }

  #send(message: ServerMessage): void {
    this.#open?.live.flush();
    this.#outlet?.send(message);
  }

  get #isAbandoned(): boolean {
    return this.#grace?.isOver === true;
  }

  #endGrace(): void {
    this.#grace?.end();
    this.#grace = undefined;
  }

  /** Nobody came back in time. */
  #abandon(): void {
    this.#open?.pending.settleAll(outcome('disconnected'));
    this.#open?.serverCalls.abandon();
    this.#rest();
  }

  #rest(): void {
    if (this.#open?.runner.isRunning) return;
    if (!this.#log.state.turn) this.#open = undefined;
    if (this.#isAbandoned) this.#onIdle(this);
  }

  #fail(thrown: unknown): void {
    const isRefused = AgentError.is(thrown) && thrown.code === 'bad_message';
    if (isRefused) return this.#outlet?.close(closeCode.badMessage, thrown.message);
    this.#options.log.error({ session: this.id, err: thrown }, 'session failed');
    // What the log holds of this is read again when the page comes back.
    this.#leave(farewell.internal);
    this.#onIdle(this);
  }
}
