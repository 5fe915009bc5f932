/** The part of a WebSocket that the connection uses. */
export interface Socket {
  readonly readyState: number;
  send(frame: string): void;
  close(code?: number, reason?: string): void;
}

/** What a socket tells. After `closed` it is silent. */
export interface SocketEvents {
  readonly opened: () => void;
  readonly received: (frame: unknown) => void;
  readonly closed: (code: number, reason: string) => void;
}

/** @throws what the browser throws when it forbids the URL outright. */
export type OpenSocket = (url: URL, subProtocol: string, events: SocketEvents) => Socket;

export const openWebSocket: OpenSocket = (url, subProtocol, events) => {
  const socket = new WebSocket(url, subProtocol);
  socket.addEventListener('open', () => events.opened());
  socket.addEventListener('message', ({ data }) => events.received(data));
  socket.addEventListener('close', ({ code, reason }) => events.closed(code, reason));
  return socket;
};

/** WebSocket.OPEN, without the global. */
export const socketOpen = 1;
