import type { Socket } from 'node:net';

/**
 * Ends a connection with a reset. One that is just beginning or ending can't be reset: libuv refuses it, Node drops the
 * handle all the same, and the process then never gets to its end (it spins in `Environment::CleanupHandles`).
 */
export function resetSocket(socket: Socket): void {
  if (socket.connecting || socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
