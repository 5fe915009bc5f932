import { newId } from '../../shared/ids.ts';
import { emptyState, reduce } from '../loop/state.ts';
import type { Outlet } from './outlet.ts';
import { Session, type Hello, type SessionOptions } from './session.ts';
import { isTokenOf } from './token.ts';

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

  /** Whether another session can begin. Makes room by letting go of one that nobody is attached to. */
  hasRoom(): boolean {
    if (this.#live.size < this.#options.limits.maxSessions) return true;
    const detached = [...this.#live.values()].find((session) => !session.isAttached);
    if (!detached) return false;
    detached.goAway();
    this.#live.delete(detached.id);
    return true;
  }

  /**
   * Attaches a page to the session that it can prove to be its own, else to a new one.
   *
   * @throws AgentError `bad_message` when the page's tools can't be accepted.
   */
  async open(outlet: Outlet, hello: Hello): Promise<Session> {
    const former = await this.#find(hello);
    if (former) {
      await former.attach(outlet, hello, true);
      return former;
    }
    const session = await this.#acquire(newId());
    try {
      await session.attach(outlet, hello, false);
    } catch (thrown) {
      this.#release(session);
      throw thrown;
    }
    return session;
  }

  /** Puts off the expiry of every session that a page is attached to. */
  async keepAlive(): Promise<void> {
    for (const session of this.#live.values()) if (session.isAttached) await this.#options.store.touch(session.id);
  }

  /** Sends every page away. */
  goAway(): void {
    for (const session of this.#live.values()) session.goAway();
    this.#live.clear();
  }

  async #find({ resume }: Hello): Promise<Session | undefined> {
    if (!resume) return undefined;
    const live = this.#live.get(resume.session);
    if (live) return live.isOwnedBy(resume.token) ? live : undefined;
    // Looked at before it is acquired: who does not own a session must not fence off who does.
    const events = await this.#options.store.read(resume.session);
    const { tokenHash } = (events ?? []).reduce(reduce, emptyState);
    return isTokenOf(resume.token, tokenHash) ? this.#acquire(resume.session) : undefined;
  }

  async #acquire(id: string): Promise<Session> {
    const session = await Session.acquire(this.#options, id, this.#owner, (idle) => this.#release(idle));
    this.#live.set(id, session);
    return session;
  }

  /** The log keeps a conversation for whoever comes back; where nothing was said there is none to keep. */
  #release(session: Session): void {
    if (this.#live.get(session.id) === session) this.#live.delete(session.id);
    if (session.isEmpty) void this.#options.store.destroy(session.id);
  }
}
