import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { compile } from 'zod/v4/core';
import { AgentError, type ErrorCode } from '../../shared/errors.ts';
import type { Limits } from '../../shared/limits.ts';
import {
  PROTOCOL_VERSION,
  clientMessage,
  closeCode,
  decode,
  encode,
  type ClientMessage,
  type ServerMessage,
} from '../../shared/protocol.ts';
import type { Log } from '../log.ts';
import type { Caller } from '../policy/caller.ts';
import { TokenBucket } from '../policy/token-bucket.ts';
import type { Ignored, Outlet } from '../session/outlet.ts';
import type { Session, SessionMessage } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';
import type { SocketSight } from '../sight/socket-sight.ts';
import { frameFields } from './frame-fields.ts';
import { StallWatch } from './stall-watch.ts';

/** The same schema, made into straight code once: a server parses little else. */
const incoming = compile(clientMessage);

/** A page that was cut off may say something twice. One that goes on tries. */
const mostIgnored = 5;

export interface PageSocketOptions {
  readonly socket: WebSocket;
  /** What the socket writes to. */
  readonly raw: Duplex;
  /** Who is behind it. */
  readonly caller: Caller;
  readonly sessions: Sessions;
  readonly sight: SocketSight;
  readonly limits: Limits;
  readonly log: Log;
  /** Tells this socket from others in the log. */
  readonly id: number;
}

/** One accepted socket: its frames in and out, from hello to close. The only place that parses what a page sends. */
export class PageSocket implements Outlet {
  readonly #options: PageSocketOptions;
  readonly #frames: TokenBucket;
  #helloTimer: NodeJS.Timeout | undefined;
  readonly #stallWatch: StallWatch;
  #session: Session | undefined;
  #isGreeted = false;
  #early: SessionMessage[] = [];
  #isAlive = true;
  #isCorked = false;
  #ignored = 0;

  constructor(options: PageSocketOptions) {
    this.#options = options;
    const { socket, limits } = options;
    this.#frames = new TokenBucket({ perSecond: limits.framesPerSecond, burst: limits.frameBurst });
    this.#stallWatch = new StallWatch(limits);
    this.#helloTimer = setTimeout(() => this.close(closeCode.noHello, 'no hello in time'), limits.helloMs);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => (this.#isAlive = true));
    socket.on('error', (err) => options.log.info({ socket: options.id, err }, 'socket error'));
    socket.on('close', (code) => this.#closed(code));
  }

  send(message: ServerMessage): void {
    const { socket, limits } = this.#options;
    if (socket.readyState !== socket.OPEN) return;
    // Whoever does not read can't be allowed to fill the memory: the log has it all for later.
    if (socket.bufferedAmount > limits.maxBufferedBytes) return this.#stall();
    const frame = encode(message);
    this.#trace('out', message, frame);
    this.#cork();
    socket.send(frame);
    this.#options.sight.framesSent.value += 1;
  }

  ignored(reason: Ignored): void {
    this.#options.sight.answerIgnored(reason);
    this.#ignored += 1;
    if (this.#ignored >= mostIgnored) this.close(closeCode.badMessage, 'answers to calls that were not asked here');
  }

  #stall(): void {
    this.#options.sight.limitHit('unread');
    this.#options.socket.terminate();
  }

  close(code: number, reason: string): void {
    // A close frame holds 123 bytes; ws throws for more.
    const text = reason.replaceAll(/[^ -~]/g, '?').slice(0, 120);
    this.#options.socket.close(code, text);
  }

  /** Asks whether the other end is there; ends the socket when it did not answer the last time. */
  probe(): void {
    const { socket, raw } = this.#options;
    const left = raw instanceof Socket ? raw.bytesWritten - raw.writableLength : 0;
    if (this.#stallWatch.isStalled({ waiting: socket.bufferedAmount, left })) return this.#stall();
    if (!this.#isAlive) return socket.terminate();
    this.#isAlive = false;
    socket.ping();
  }

  /** What is sent in one tick leaves in one write: the system call costs more than all that made the frame. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#options.raw.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.#options.raw.uncork();
    });
  }

  #receive(data: RawData, isBinary: boolean): void {
    const { socket, log, id, sight } = this.#options;
    if (socket.readyState !== socket.OPEN) return;
    this.#isAlive = true;
    sight.framesReceived.value += 1;
    try {
      if (!this.#frames.take()) throw new AgentError('too_fast', 'Too many frames in a short time.');
      if (isBinary) throw new AgentError('bad_message', 'binary frames are not part of the protocol');
      const frame = String(data);
      const message = decode(incoming, frame);
      this.#trace('in', message, frame);
      this.#take(message);
    } catch (thrown) {
      const code = AgentError.is(thrown) && thrown.code === 'too_fast' ? closeCode.tooFast : closeCode.badMessage;
      const reason = AgentError.is(thrown) ? thrown.message : 'bad_message';
      // Without the reason, which may repeat what the page sent: the page's console shows it.
      log.info({ socket: id, code }, 'frame refused');
      sight.refused(AgentError.is(thrown) ? thrown.code : 'other');
      this.close(code, reason);
    }
  }

  #take(message: ClientMessage): void {
    if (message.type === 'hello') return this.#greet(message);
    if (!this.#isGreeted) throw new AgentError('bad_message', 'the first message must be hello');
    // At once, whatever the session is waiting for: it asks for the link, not for the log.
    if (message.type === 'ack') return this.send({ type: 'ack' });
    if (this.#session) this.#session.receive(message, this);
    else this.#early.push(message);
  }

  #greet(hello: Extract<ClientMessage, { type: 'hello' }>): void {
    if (this.#isGreeted) throw new AgentError('bad_message', 'hello: it was said already');
    this.#isGreeted = true;
    clearTimeout(this.#helloTimer);
    this.#helloTimer = undefined;
    // Nothing more is read until there is a session for it: a page could fill the memory meanwhile.
    this.#options.socket.pause();
    this.#open(hello)
      .catch((thrown: unknown) => this.#refuse(thrown))
      .finally(() => this.#options.socket.resume());
  }

  async #open(hello: Extract<ClientMessage, { type: 'hello' }>): Promise<void> {
    const { sessions, sight, socket, caller, log, id } = this.#options;
    if (hello.version !== PROTOCOL_VERSION) throw new AgentError('version_mismatch', versionReason(hello.version));
    const former = hello.resume && sessions.visitorOf(hello.resume);
    const visitor = sight.visitors.watch(await caller.identify(hello.ticket, former));
    if (socket.readyState !== socket.OPEN) return;
    const session = await sessions.open(this, hello, visitor);
    this.#session = session;
    log.info({ socket: id, session: session.id }, 'attached');
    for (const message of this.#early.splice(0)) session.receive(message, this);
    // The socket may have closed while the session was being opened.
    if (socket.readyState !== socket.OPEN) session.detach(this);
  }

  #refuse(thrown: unknown): void {
    // What a store says of itself is for the operator.
    if (!AgentError.is(thrown)) {
      this.#options.log.error({ socket: this.#options.id, err: thrown }, 'hello failed');
      return this.close(closeCode.internal, 'internal');
    }
    const code = refusals[thrown.code] ?? closeCode.badMessage;
    this.#options.sight.helloRefused(thrown.code);
    this.close(code, reasonOf(thrown));
  }

  #closed(code: number): void {
    clearTimeout(this.#helloTimer);
    this.#session?.detach(this);
    this.#options.log.info({ socket: this.#options.id, session: this.#session?.id, code }, 'closed');
  }

  #trace(direction: 'in' | 'out', message: ClientMessage | ServerMessage, frame: string): void {
    const { log, id } = this.#options;
    if (!log.logsFrames) return;
    log.debug({ socket: id, direction, ...frameFields(message), bytes: Buffer.byteLength(frame) }, 'frame');
  }
}

/** What a store says of itself is for the operator. */
function reasonOf({ code, message }: AgentError): string {
  if (code === 'unavailable') return 'come again';
  return code === 'ticket_refused' ? `ticket_refused: ${message}` : message;
}

/** Close codes by error; a hello that is wrong in any other way breaks the protocol. */
const refusals: Partial<Record<ErrorCode, number>> = {
  version_mismatch: closeCode.subProtocol,
  too_fast: closeCode.tooFast,
  ticket_refused: closeCode.ticketRefused,
  taken_over: closeCode.takenOver,
  // Nothing is wrong: the page is to come again.
  unavailable: closeCode.goingAway,
};

function versionReason(version: number): string {
  return `this server speaks version ${PROTOCOL_VERSION}, the page ${version}: reload the page`;
}
