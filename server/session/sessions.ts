import { AgentError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { emptyState, reduce } from '../loop/state.ts';
import { anyone, type Visitor } from '../policy/visitor.ts';
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
   * room, `taken_over` when another server took the session up at the same moment.
   */
  async open(outlet: Outlet, hello: Hello, visitor: Visitor = anyone): Promise<Session> {
    if (hello.forget) await this.#forget(hello.forget);
    const resumed = hello.resume && (await this.#resume(outlet, hello, hello.resume, visitor));
    if (resumed) return resumed;
    this.#makeRoom();
    const session = await this.#acquire(newId());
    try {
      await session.attach(outlet, hello, false, visitor);
    } catch (thrown) {
      this.#release(session);
      throw thrown;
    }
    return session;
  }

  /** Puts off the expiry of every session that a page is attached to. */
  keepAlive(): void {
    for (const { id, isAttached } of this.#live.values())
      if (isAttached) this.#inBackground(this.#options.store.touch(id));
  }

  /** Sends every page away. */
  goAway(): void {
    for (const session of this.#live.values()) session.goAway();
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
    if (live?.isOwnedBy(credentials.token) && (await live.attach(outlet, hello, true, visitor))) return live;
    // Another server may have had it meanwhile: then the log knows better than what is left of it here.
    if (!(await this.#isOwner(credentials))) return undefined;
    live?.lose();
    const session = await this.#acquire(credentials.session);
    if (await session.attach(outlet, hello, true, visitor)) return session;
    throw new AgentError('taken_over', 'continued elsewhere');
  }

  /** Looked at before it is acquired: who does not own a session must not fence off who does. */
  async #isOwner({ session, token }: Credentials): Promise<boolean> {
    const events = await this.#options.store.read(session);
    return isTokenOf(token, (events ?? []).reduce(reduce, emptyState).tokenHashes);
  }

  /** Deletes what a person cleared. */
  async #forget(credentials: Credentials): Promise<void> {
    const live = this.#live.get(credentials.session);
    if (!live?.isOwnedBy(credentials.token) && !(await this.#isOwner(credentials))) return;
    live?.lose();
    await this.#options.store.destroy(credentials.session);
  }

  async #acquire(id: string): Promise<Session> {
    const session = await Session.acquire(this.#options, id, this.#owner, (idle) => this.#release(idle));
    this.#live.set(id, session);
    return session;
  }

  /** The log keeps a conversation for whoever comes back; where nothing was said there is none to keep. */
  #release(session: Session): void {
    if (this.#live.get(session.id) === session) this.#live.delete(session.id);
    if (session.isEmpty) this.#inBackground(this.#options.store.destroy(session.id));
  }

  /** Lets go of one that waits for its page with nothing to do: what was said in it is in the log. */
  #makeRoom(): void {
    if (this.#live.size < this.#options.limits.maxSessions) return;
    for (const session of this.#live.values()) {
      if (!session.isIdle) continue;
      session.goAway();
      return this.#release(session);
    }
    throw new AgentError('too_fast', 'the server is full; try again later');
  }

  #inBackground(work: Promise<void>): void {
    work.catch((thrown: unknown) => this.#options.log.error({ err: thrown }, 'store failed'));
  }
}
