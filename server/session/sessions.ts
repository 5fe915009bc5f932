import { AgentError } from '../../shared/errors.ts';
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

  /**
   * Attaches a page to the session that it can prove to be its own, else to a new one.
   *
   * @throws AgentError `bad_message` when the page's tools can't be accepted, `too_fast` when there is no room.
   */
  async open(outlet: Outlet, hello: Hello): Promise<Session> {
    const former = await this.#find(hello);
    if (former) {
      await former.attach(outlet, hello, true);
      return former;
    }
    this.#makeRoom();
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
  keepAlive(): void {
    for (const { id, isAttached } of this.#live.values())
      if (isAttached) this.#inBackground(this.#options.store.touch(id));
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
    const { tokenHashes } = (events ?? []).reduce(reduce, emptyState);
    return isTokenOf(resume.token, tokenHashes) ? this.#acquire(resume.session) : undefined;
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
