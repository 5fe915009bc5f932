import type { ServerMessage } from '../../shared/protocol.ts';

/** The way to one page. Owned here, so that a session knows nothing of sockets. */
export interface Outlet {
  send(message: ServerMessage): void;
  close(code: number, reason: string): void;
}
