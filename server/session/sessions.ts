import { AgentError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { emptyState, reduce } from '../loop/state.ts';
import { anyone, type Visitor } from '../policy/visitor.ts';
import { isContinuedElsewhere } from './continued-elsewhere.ts';
import type { Outlet } from './outlet.ts';
import { Session, type Hello } from './session.ts';
import type { SessionOptions } from './session-options.ts';
import { isTokenOf } from './token.ts';

type Credentials = NonNullable<Hello['resume']>;

/** The sessions that this process owns. */
export class Sessions {
  readonly #options: SessionOptions;
  readonly #owner = newId();
  readonly #live = new Map<string, Session>();
  #isGoingAway = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#live.size;
  }

  /**
   * Attaches a page to the session that it can prove to be its own, else to a new one.
   *
   * @throws AgentError `bad_message` when the page's tools can't be accepted, `too_fast` when there is no
   * room, `taken_over` when another page took the session up at the same moment, `unavailable` when this page has
   * to come again.
   */
  async open(outlet: Outlet, hello: Hello, visitor: Visitor = anyone): Promise<Session> {
    // Without them an offer would be made that does not hold what the next one does.
    await this.#options.serverTools?.ready;
    if (hello.forget) await this.#forget(hello.forget, visitor);
    const resumed = hello.resume && (await this.#resume(outlet, hello, hello.resume, visitor));
    if (resumed) return resumed;
    this.#makeRoom();
    const session = await this.#acquire(newId());
    if (await this.#attach(session, outlet, hello, false, visitor)) return session;
    throw new AgentError('unavailable', 'come again');
  }

  /**
   * Who a session belongs to, for a page that proves it to be its own, while the session has a page or waits for one here.
   * Then the token says enough: whoever holds it was let in a moment ago.
   */
  visitorOf({ session, token }: Credentials): Visitor | undefined {
    const live = this.#live.get(session);
    const visitor = live?.visitor;
    return visitor && live?.isOwnedBy(token, visitor.subject) ? visitor : undefined;
  }

  /** Puts off the expiry of every session that a page is attached to. */
  keepAlive(): void {
    for (const { id, isAttached } of this.#live.values())
      if (isAttached) this.#inBackground(this.#options.store.touch(id));
  }

  /** Sends every page away, each to come back at a time of its own: chance alone would let some of them crowd. */
  goAway(): void {
    this.#isGoingAway = true;
    const { size } = this.#live;
    let at = 0;
    for (const session of this.#live.values()) {
      session.goAway((at + this.#options.random()) / size);
      at += 1;
    }
    this.#live.clear();
  }

  /** Undefined when there is no such session, or when it is not the page's. */
  async #resume(
    outlet: Outlet,
    hello: Hello,
    credentials: Credentials,
    visitor: Visitor,
  ): Promise<Session | undefined> {
    const live = this.#live.get(credentials.session);
    if (live?.isOwnedBy(credentials.token, visitor.subject) && (await live.attach(outlet, hello, true, visitor)))
      return live;
    // Another server may have had it meanwhile: then the log knows better than what is left of it here.
    if (!(await this.#isOwner(credentials, visitor))) return undefined;
    live?.lose();
    const session = await this.#acquire(credentials.session);
    const { lastId } = session;
    if (await this.#attach(session, outlet, hello, true, visitor)) return session;
    const former = { session: session.id, page: hello.page, lastId };
    const isElsewhere = await isContinuedElsewhere(this.#options.store, former);
    throw isElsewhere
      ? new AgentError('taken_over', 'continued elsewhere')
      : new AgentError('unavailable', 'come again');
  }

  /** Looked at before it is acquired: who does not own a session must not fence off who does. */
  async #isOwner({ session, token }: Credentials, { subject }: Visitor): Promise<boolean> {
    const events = await this.#options.store.read(session);
    return isTokenOf(token, (events ?? []).reduce(reduce, emptyState).tokenHashes, subject);
  }

  /** Deletes what a person cleared. */
  async #forget(credentials: Credentials, visitor: Visitor): Promise<void> {
    const live = this.#live.get(credentials.session);
    const isOwner = live?.isOwnedBy(credentials.token, visitor.subject) || (await this.#isOwner(credentials, visitor));
    if (!isOwner) return;
    live?.lose();
    await this.#options.store.destroy(credentials.session);
  }

  /** For one that was just acquired: without a page there is nothing to keep it for. */
  async #attach(session: Session, ...page: Parameters<Session['attach']>): Promise<boolean> {
    try {
      return await session.attach(...page);
    } catch (thrown) {
      this.#release(session);
      throw thrown;
    }
  }

  async #acquire(id: string): Promise<Session> {
    // The page is on its way to another server, and must find the session free.
    if (this.#isGoingAway) throw new AgentError('unavailable', 'going away');
    const session = await Session.acquire(this.#options, id, this.#owner, (idle) => this.#release(idle));
    if (this.#isGoingAway) throw new AgentError('unavailable', 'going away');
    this.#live.set(id, session);
    return session;
  }

  /** The log keeps a conversation for whoever comes back; where nothing was said there is none to keep. */
  #release(session: Session): void {
    if (this.#live.get(session.id) === session) this.#live.delete(session.id);
    if (session.isEmpty) this.#inBackground(this.#destroyEmpty(session));
  }

  /** Another server may have had it since, for a page that came back there and spoke. */
  async #destroyEmpty({ id, lastId }: Session): Promise<void> {
    const since = await this.#options.store.read(id, lastId);
    if (since?.length === 0) await this.#options.store.destroy(id);
  }

  /** Lets go of one that waits for its page with nothing to do: what was said in it is in the log. */
  #makeRoom(): void {
    if (this.#live.size < this.#options.limits.maxSessions) return;
    for (const session of this.#live.values()) {
      if (!session.isIdle) continue;
      this.#release(session);
      return session.goAway(this.#options.random());
    }
    throw new AgentError('too_fast', 'the server is full; try again later');
  }

  #inBackground(work: Promise<void>): void {
    work.catch((thrown: unknown) => this.#options.log.error({ err: thrown }, 'store failed'));
  }
}
