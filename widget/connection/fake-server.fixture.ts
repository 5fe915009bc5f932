import { clientMessage, decode, encode, type ClientMessage, type ServerMessage } from '../../shared/protocol.ts';
import type { OpenSocket, Socket, SocketEvents } from './socket.ts';
import type { Welcome } from './state.ts';

/** One socket as its server sees it. */
export class FakeSocket implements Socket {
  readonly url: URL;
  readonly subProtocol: string;
  readonly received: ClientMessage[] = [];
  readonly #events: SocketEvents;
  readonly #answersAcks: () => boolean;
  readyState = 0;
  closedWith: number | undefined;

  constructor(url: URL, subProtocol: string, events: SocketEvents, answersAcks: () => boolean) {
    this.url = url;
    this.subProtocol = subProtocol;
    this.#events = events;
    this.#answersAcks = answersAcks;
  }

  send(frame: string): void {
    const message = decode(clientMessage, frame);
    this.received.push(message);
    if (message.type === 'ack' && this.#answersAcks()) this.say({ type: 'ack' });
  }

  close(code?: number): void {
    this.readyState = 3;
    this.closedWith = code;
  }

  /** The handshake succeeds. */
  accept(): void {
    this.readyState = 1;
    this.#events.opened();
  }

  say(message: ServerMessage): void {
    this.#events.received(encode(message));
  }

  sayRaw(frame: unknown): void {
    this.#events.received(frame);
  }

  /** The server or the network ends it. */
  end(code: number, reason = ''): void {
    this.readyState = 3;
    this.#events.closed(code, reason);
  }

  /** What the page has said, one word for each message. */
  get heard(): string[] {
    return this.received.map(({ type }) => type);
  }
}

/** Takes sockets in and keeps them, so that a test can play the server. */
export class FakeServer {
  readonly sockets: FakeSocket[] = [];
  /** Whether it says that it is there when it is asked. */
  answersAcks = true;

  readonly openSocket: OpenSocket = (url, subProtocol, events) => {
    const socket = new FakeSocket(url, subProtocol, events, () => this.answersAcks);
    this.sockets.push(socket);
    return socket;
  };

  /** The newest socket. */
  get socket(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error('No socket was opened.');
    return socket;
  }

  /** Accepts the newest socket and welcomes the page. */
  welcome(fields: Partial<Welcome> = {}): FakeSocket {
    this.socket.accept();
    this.socket.say({ ...welcome, ...fields });
    return this.socket;
  }
}

export const welcome: Welcome = {
  type: 'welcome',
  session: 's1',
  token: 't1',
  epoch: 1,
  resumed: false,
  tools: [],
  model: { label: 'Rehearsal', rehearsal: true },
  limits: { approvalMs: 300_000, graceMs: 30_000, maxResultBytes: 32_768, maxMessageChars: 16_000 },
};
