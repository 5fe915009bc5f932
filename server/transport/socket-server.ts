import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { fixedLimits, type Limits } from '../../shared/limits.ts';
import { SUB_PROTOCOL, closeCode } from '../../shared/protocol.ts';
import type { Log } from '../log.ts';
import type { Caller } from '../policy/caller.ts';
import type { Door } from '../policy/door.ts';
import type { Handshake } from '../policy/origins.ts';
import type { Sessions } from '../session/sessions.ts';
import type { SocketSight } from '../sight/socket-sight.ts';
import { AgentWebSocket } from './agent-web-socket.ts';
import { PageSocket } from './page-socket.ts';
import { Turnstile, refusals, refuse, type Refusal, type Upgrade } from './turnstile.ts';

export interface SocketServerOptions {
  readonly sessions: Sessions;
  readonly sight: SocketSight;
  readonly limits: Limits;
  readonly log: Log;
  readonly isAllowed: (handshake: Handshake) => boolean;
  readonly door: Door;
}

/** More sockets than this at the end of a restart's grace are cut. */
const closeWaitMs = 2_000;

const ignore = (): void => {};

/** Accepts sockets, refuses foreign pages, and notices who is gone. */
export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #wss: WebSocketServer;
  readonly #sockets = new Map<WebSocket, PageSocket>();
  readonly #turnstile: Turnstile;
  readonly #heartbeat: NodeJS.Timeout;
  #accepted = 0;
  /** Connections that are sockets or on the way to be. */
  #open = 0;
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
    this.#turnstile = new Turnstile(this.#wss);
    this.#heartbeat = setInterval(() => this.#probe(), options.limits.heartbeatMs);
    this.#heartbeat.unref();
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Takes over an upgrade request. */
  upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): void {
    if (this.#isClosing) return refuse(raw, 503);
    const { sight } = this.#options;
    const upgrade = { request, raw, head };
    const { origin, host } = request.headers;
    if (origin === undefined || !this.#options.isAllowed({ origin, host })) {
      this.#options.log.warn({ origin: origin?.slice(0, 120) }, 'origin refused');
      sight.limitHit('origin');
      return this.#turnstile.turnAway(upgrade, refusals.origin(origin));
    }
    if (this.#open >= this.#options.limits.maxSockets) return this.#turnAway(upgrade, refusals.full);
    this.#open += 1;
    // Node leaves the errors of an upgraded socket to us: without this, one that is cut ends the process.
    raw.on('error', ignore);
    const letIn = this.#letIn(upgrade, origin);
    raw.on('close', () => {
      this.#open -= 1;
      void letIn.then((caller) => caller?.leave());
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

  /** Who is behind the socket, if anybody could tell. Never rejects. */
  async #letIn(upgrade: Upgrade, origin: string): Promise<Caller | undefined> {
    const { request, raw, head } = upgrade;
    const { door, limits, log } = this.#options;
    const timer = setTimeout(() => raw.destroy(), limits.handshakeMs);
    try {
      const { headers, socket } = request;
      const caller = await door.arrive({ origin, headers, remote: socket.remoteAddress });
      if (!caller) this.#turnAway(upgrade, refusals.crowded);
      else if (this.#isClosing) refuse(raw, 503);
      else this.#wss.handleUpgrade(request, raw, head, (accepted) => this.#accept(accepted, raw, caller));
      return caller;
    } catch (thrown) {
      log.error({ err: thrown }, 'counting failed');
      refuse(raw, 503);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  #turnAway(upgrade: Upgrade, refusal: Refusal): void {
    this.#options.sight.limitHit('sockets');
    this.#turnstile.turnAway(upgrade, refusal);
  }

  #accept(socket: WebSocket, raw: Duplex, caller: Caller): void {
    const { sessions, sight, limits, log } = this.#options;
    sight.watch(socket, raw);
    if (socket.protocol !== SUB_PROTOCOL) {
      socket.on('error', () => {});
      return socket.close(closeCode.subProtocol, `the sub-protocol must be ${SUB_PROTOCOL}`);
    }
    this.#accepted += 1;
    const id = this.#accepted;
    this.#sockets.set(socket, new PageSocket({ socket, raw, caller, sessions, sight, limits, log, id }));
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #probe(): void {
    for (const page of this.#sockets.values()) page.probe();
  }

  #cut(): void {
    for (const socket of this.#sockets.keys()) socket.terminate();
  }
}
