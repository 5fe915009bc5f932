import { clientMessage, decode, encode, type ClientMessage, type ServerMessage } from '../shared/protocol.ts';

/** A WebSocket without a network: the test is the server. */
export class FakeSocket extends EventTarget {
  static readonly sockets: FakeSocket[] = [];
  readonly url: string;
  readonly sent: ClientMessage[] = [];
  readyState = 0;

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    FakeSocket.sockets.push(this);
  }

  send(frame: string): void {
    this.sent.push(decode(clientMessage, frame));
  }

  close(code = 1005, reason = ''): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent('close', { code, reason }));
  }

  /** Answers the handshake and the hello. */
  accept(change: Partial<Extract<ServerMessage, { type: 'welcome' }>> = {}): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    this.say({
      type: 'welcome',
      session: 'session',
      token: 'token',
      epoch: 1,
      resumed: false,
      tools: ['memory_put', 'memory_delete'],
      model: { label: 'Gemini', rehearsal: false },
      limits: { approvalMs: 300_000, graceMs: 30_000, maxResultBytes: 32_768, maxMessageChars: 16_000 },
      ...change,
    });
  }

  say(message: ServerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: encode(message) }));
  }

  /** What the page sent of one type. */
  all<Type extends ClientMessage['type']>(type: Type): readonly Extract<ClientMessage, { type: Type }>[] {
    const isWanted = (message: ClientMessage): message is Extract<ClientMessage, { type: Type }> =>
      message.type === type;
    return this.sent.filter(isWanted);
  }
}

/** Puts the fake in the place of the page's WebSocket; returns how to take it back. */
export function fakeSockets(): () => void {
  const real = Object.getOwnPropertyDescriptor(window, 'WebSocket');
  Object.defineProperty(window, 'WebSocket', { configurable: true, writable: true, value: FakeSocket });
  return () => {
    if (real) Object.defineProperty(window, 'WebSocket', real);
    FakeSocket.sockets.length = 0;
  };
}
