import type { ClientMessage, MessageOf } from '../../shared/protocol.ts';
import type { Welcome } from './state.ts';

type Hello = MessageOf<ClientMessage, 'hello'>;
export type Resume = NonNullable<Hello['resume']>;
export type SessionKey = NonNullable<Hello['forget']>;

/** A session that the page may take up again. */
export interface HeldSession extends SessionKey {
  /** The highest that was seen: whoever says a lower one no longer owns the session. */
  readonly epoch: number;
}

/** What proves the page to be a session's own, across sockets. */
export class Credentials {
  /** Good for one hello. */
  ticket: string | undefined;
  #held: HeldSession | undefined;
  #after: string | undefined;
  #former: SessionKey | undefined;

  get held(): HeldSession | undefined {
    return this.#held;
  }

  /** A session that is to be deleted, as long as the server has not heard of it. */
  get former(): SessionKey | undefined {
    return this.#former;
  }

  forHello(): Pick<Hello, 'ticket' | 'resume' | 'forget'> {
    const { ticket } = this;
    this.ticket = undefined;
    const held = this.#held;
    return {
      ...(ticket && { ticket }),
      ...(held && { resume: { session: held.session, token: held.token, after: this.#after } }),
      ...(this.#former && { forget: this.#former }),
    };
  }

  /** False when it comes from a server that has lost the session to another since: nothing of it may count. */
  accept({ session, token, epoch, resumed }: Welcome): boolean {
    const held = this.#held;
    if (held?.session === session && epoch < held.epoch) return false;
    if (!resumed) this.#after = undefined;
    this.#held = { session, token, epoch };
    this.#former = undefined;
    return true;
  }

  /** The page has seen the log up to here. */
  saw(offset: string): void {
    this.#after = offset;
  }

  /** Asks for all of the conversation at the next hello. */
  reread(): void {
    this.#after = undefined;
  }

  /** Takes over what was kept for this page. */
  take(held: HeldSession | undefined, former: SessionKey | undefined): void {
    this.#held = held;
    this.#former = former;
  }

  /** The person wants a new conversation, and the old one gone. */
  clear(): void {
    const held = this.#held;
    const former = held ? { session: held.session, token: held.token } : this.#former;
    this.lose();
    this.#former = former;
  }

  /** The session is no longer this page's, or its server no longer the one. */
  lose(): void {
    this.#former = undefined;
    this.#held = undefined;
    this.#after = undefined;
  }
}
