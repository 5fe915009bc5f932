import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { fixedLimits, type Limits } from '../../shared/limits.ts';
import { SUB_PROTOCOL, closeCode } from '../../shared/protocol.ts';
import type { Log } from '../log.ts';
import type { Handshake } from '../policy/origins.ts';
import { TokenBucket } from '../policy/token-bucket.ts';
import type { Sessions } from '../session/sessions.ts';
import { AgentWebSocket } from './agent-web-socket.ts';
import { PageSocket } from './page-socket.ts';

export interface SocketServerOptions {
  readonly sessions: Sessions;
  readonly limits: Limits;
  readonly log: Log;
  readonly isAllowed: (handshake: Handshake) => boolean;
}

/** Refusals a second that are still explained; a flood beyond is turned away before a socket exists. */
const explainedPerSecond = 20;
/** More sockets than this at the end of a restart's grace are cut. */
const closeWaitMs = 2_000;

/** Accepts sockets, refuses foreign pages, and notices who is gone. */
export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #wss: WebSocketServer;
  readonly #sockets = new Map<WebSocket, PageSocket>();
  readonly #refusals = new TokenBucket({ perSecond: explainedPerSecond, burst: explainedPerSecond * 2 });
  readonly #heartbeat: NodeJS.Timeout;
  #accepted = 0;
  #isClosing = false;

  constructor(options: SocketServerOptions) {
    this.#options = options;
    this.#wss = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: fixedLimits.maxFrameBytes,
      maxFragments: options.limits.maxFragments,
      maxBufferedChunks: 1_024,
      WebSocket: AgentWebSocket,
      handleProtocols: (protocols) => (protocols.has(SUB_PROTOCOL) ? SUB_PROTOCOL : false),
    });
    this.#heartbeat = setInterval(() => this.#probe(), options.limits.heartbeatMs);
    this.#heartbeat.unref();
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Takes over an upgrade request. A page can't read an HTTP refusal, so a foreign one is accepted and told. */
  upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): void {
    if (this.#isClosing) return refuse(raw, 503, 'Service Unavailable');
    const { origin, host } = request.headers;
    const isAllowed = this.#options.isAllowed({ origin, host });
    if (!isAllowed && !this.#refusals.take()) return refuse(raw, 403, 'Forbidden');
    this.#wss.handleUpgrade(request, raw, head, (socket) => {
      if (isAllowed) this.#accept(socket, raw);
      else this.#turnAway(socket, origin);
    });
  }

  /** Sends everyone away to come back later, and waits until they are gone. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#heartbeat);
    this.#options.sessions.goAway();
    for (const socket of this.#sockets.keys()) socket.close(closeCode.goingAway, 'going away');
    const gone = [...this.#sockets.keys()].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    const timer = setTimeout(() => this.#cut(), closeWaitMs);
    await Promise.all(gone);
    clearTimeout(timer);
  }

  #accept(socket: WebSocket, raw: Duplex): void {
    if (socket.protocol !== SUB_PROTOCOL) {
      socket.on('error', () => {});
      return socket.close(closeCode.subProtocol, `the sub-protocol must be ${SUB_PROTOCOL}`);
    }
    this.#accepted += 1;
    const { sessions, limits, log } = this.#options;
    this.#sockets.set(socket, new PageSocket({ socket, raw, sessions, limits, log, id: this.#accepted }));
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #turnAway(socket: WebSocket, origin: string | undefined): void {
    this.#options.log.warn({ origin }, 'origin refused');
    socket.on('error', () => {});
    socket.close(closeCode.originRefused, `origin_refused: ${origin ?? 'none'}`.slice(0, 120));
  }

  #probe(): void {
    for (const page of this.#sockets.values()) page.probe();
  }

  #cut(): void {
    for (const socket of this.#sockets.keys()) socket.terminate();
  }
}

function refuse(raw: Duplex, status: number, text: string): void {
  raw.on('error', () => {});
  raw.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
