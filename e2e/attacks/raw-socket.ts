import { connect, type Socket } from 'node:net';
import { deferred } from '../../shared/deferred.ts';
import { SUB_PROTOCOL } from '../../shared/protocol.ts';
import { resetSocket } from '../../testing/reset-socket.ts';
import { opcode, readFrames } from './frame.ts';

/** How a socket ended. */
export interface Ending {
  /** Of the close frame; undefined when the server just cut the line. */
  readonly code: number | undefined;
  readonly reason: string;
  /** True when a close frame came, with or without a code. */
  readonly isTold: boolean;
  /** Of the HTTP answer; undefined when there was none. */
  readonly status: number | undefined;
}

export interface RawOptions {
  readonly url: URL;
  readonly origin?: string;
  /** Header lines beside those that a handshake needs. */
  readonly headers?: readonly string[];
  readonly onText?: (text: string) => void;
  readonly onPong?: (payload: string) => void;
  /** Keeps the line open after a close frame, which an honest client would answer. */
  readonly stays?: boolean;
  /** The address that the socket comes from. */
  readonly from?: string;
}

/** A socket that says exactly the bytes it is given, and does not answer what it is told. */
export class RawSocket {
  readonly ended: Promise<Ending>;
  /** Settles with the answer to the handshake, or with the end. */
  readonly answered: Promise<void>;
  readonly net: Socket;
  #bytes: Buffer = Buffer.alloc(0);
  #answer = '';
  #hasEnded = false;
  #status: number | undefined;
  #close: Pick<Ending, 'code' | 'reason' | 'isTold'> | undefined;
  readonly #answered = deferred<void>();
  readonly #ended = deferred<Ending>();
  readonly #options: RawOptions;

  /** Connects and says nothing. */
  constructor(options: RawOptions) {
    const { url, from } = options;
    this.#options = options;
    this.ended = this.#ended.promise;
    this.answered = this.#answered.promise;
    this.net = connect({ host: url.hostname, port: Number(url.port), ...(from && { localAddress: from }) });
    this.net.setNoDelay(true);
    this.net.on('data', (chunk) => this.#receive(chunk));
    this.net.on('error', () => {});
    this.net.once('end', () => this.#end());
    this.net.once('close', () => this.#end());
  }

  /** Connects and sends a handshake with whatever follows it, in one piece. */
  static open(options: RawOptions, ...following: readonly Uint8Array[]): RawSocket {
    const socket = new RawSocket(options);
    socket.write(Buffer.concat([handshake(options), ...following]));
    return socket;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The head of the HTTP answer. */
  get answer(): string {
    return this.#answer;
  }

  write(bytes: Uint8Array | string): void {
    if (this.net.writable) this.net.write(bytes);
  }

  /** Leaves no trace in the kernel: tens of thousands of sockets would use up its ports. */
  drop(): void {
    resetSocket(this.net);
  }

  #receive(chunk: Buffer): void {
    this.#bytes = this.#bytes.length > 0 ? Buffer.concat([this.#bytes, chunk]) : chunk;
    if (this.#status === undefined && !this.#readAnswer()) return;
    if (this.#status !== 101) return;
    const { frames, rest } = readFrames(this.#bytes);
    this.#bytes = rest;
    for (const frame of frames) {
      if (frame.opcode === opcode.text) this.#options.onText?.(frame.payload.toString());
      if (frame.opcode === opcode.pong) this.#options.onPong?.(frame.payload.toString());
      if (frame.opcode !== opcode.close) continue;
      this.#close = {
        code: frame.payload.length > 1 ? frame.payload.readUInt16BE(0) : undefined,
        reason: frame.payload.subarray(2).toString(),
        isTold: true,
      };
      return this.#end();
    }
  }

  #readAnswer(): boolean {
    const end = this.#bytes.indexOf('\r\n\r\n');
    if (end < 0) return false;
    this.#answer = this.#bytes.subarray(0, end).toString('latin1');
    this.#status = Number(this.#answer.slice(9, 12));
    this.#bytes = this.#bytes.subarray(end + 4);
    this.#answered.resolve();
    return true;
  }

  #end(): void {
    this.#hasEnded = true;
    this.#answered.resolve();
    this.#ended.resolve({ code: undefined, reason: '', isTold: false, ...this.#close, status: this.#status });
    if (!this.#options.stays) this.drop();
  }
}

export function handshake({ url, origin = url.origin, headers = [] }: RawOptions): Buffer {
  const lines = [
    'GET /agent HTTP/1.1',
    `Host: ${url.host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Sec-WebSocket-Protocol: ${SUB_PROTOCOL}`,
    `Origin: ${origin}`,
    ...headers,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}
