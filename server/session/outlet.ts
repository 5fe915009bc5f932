import type { ServerMessage } from '../../shared/protocol.ts';

/**
 * What keeps the word of a page about a call from counting: nobody knows the call, it is settled, it is not for this page
 * to answer, it was not asked with this nonce or about this hash, or the time to answer is over.
 */
export type Ignored = 'unknown' | 'settled' | 'foreign' | 'nonce' | 'hash' | 'expired';

/** The way to one page. Owned here, so that a session knows nothing of sockets. */
export interface Outlet {
  send(message: ServerMessage): void;
  close(code: number, reason: string): void;
  /** The page claimed what no honest page claims. */
  ignored(reason: Ignored): void;
}
