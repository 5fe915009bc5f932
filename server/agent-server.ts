import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { SessionEvent } from './loop/event.ts';
import { readOptions, type AgentServerOptions, type Settings } from './options.ts';
import { packageRoot } from './package-info.ts';
import { ServerTools } from './loop/server-tools.ts';
import { Door } from './policy/door.ts';
import { isAllowedOrigin } from './policy/origins.ts';
import { serverCeiling } from './policy/tool-ceiling.ts';
import { systemClock } from './session/clock.ts';
import { Sessions } from './session/sessions.ts';
import { Sight } from './sight/sight.ts';
import { MemoryCounters } from './store/memory-counters.ts';
import { MemorySessionStore } from './store/memory-session-store.ts';
import { Operations } from './transport/operations.ts';
import { SocketServer } from './transport/socket-server.ts';
import { refuse } from './transport/turnstile.ts';
import { staticFiles, type StaticHandler } from './transport/static-files.ts';

/**
 * An agent server: the socket at its path, and over HTTP the element, its health and the demo.
 *
 * @throws TypeError for an option that is wrong, naming it.
 */
export function createAgentServer(options: AgentServerOptions): AgentServer {
  return new AgentServer(readOptions(options));
}

export class AgentServer {
  readonly #settings: Settings;
  readonly #http: Server;
  readonly #sessions: Sessions;
  readonly #sockets: SocketServer;
  readonly #files: StaticHandler;
  readonly #sight: Sight;
  readonly #tools: ServerTools | undefined;
  readonly #operations: Operations;
  readonly #keepAlive: NodeJS.Timeout;
  #isClosing = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    const { limits, instructions, toolChoice, log, demo, metrics, path } = settings;
    const kept = settings.store ?? new MemorySessionStore<SessionEvent>({ expiryMs: limits.sessionMs });
    this.#tools = settings.tools.length > 0 ? new ServerTools(settings.tools) : undefined;
    this.#sight = new Sight({
      ...{ store: kept, model: settings.model, sessions: () => this.#sessions.size },
      ...(this.#tools && { serverTools: this.#tools.names }),
    });
    const { store, model } = this.#sight;
    this.#sessions = new Sessions({
      store,
      model,
      limits,
      instructions,
      toolChoice,
      serverTools: this.#tools,
      ceiling: serverCeiling(settings.allowTools, settings.askTools),
      log,
      clock: systemClock,
      soon: setImmediate,
      random: Math.random,
    });
    this.#sockets = new SocketServer({
      sessions: this.#sessions,
      door: this.#createDoor(),
      sight: this.#sight.sockets,
      limits,
      log,
      isAllowed: (handshake) => isAllowedOrigin({ origins: settings.origins, listensOn: this.#address }, handshake),
    });
    this.#operations = new Operations({ sight: this.#sight, metrics, path, log, isClosing: () => this.#isClosing });
    const element = join(packageRoot, 'dist', 'cdn');
    this.#files = staticFiles(demo ? { element, site: join(packageRoot, 'demo') } : { element });
    this.#keepAlive = setInterval(() => this.#sessions.keepAlive(), limits.sessionMs / 4);
    this.#keepAlive.unref();
    this.#http = settings.server ?? this.#createHttp();
    this.#http.on('upgrade', this.#upgrade);
    // One of its own says so where it listens.
    if (settings.server && settings.traces) this.#sight.trace().catch(() => log.error({}, tracesMissing));
  }

  /**
   * Starts a server of its own. A mounted one is started by whoever made it.
   *
   * @returns where a browser finds it.
   */
  async listen(): Promise<string> {
    const { server, port, host } = this.#settings;
    if (server) throw new TypeError('listen: this agent server is mounted; start the server that it is mounted on.');
    if (this.#settings.traces) await this.#sight.trace();
    await this.#tools?.ready;
    await new Promise<void>((resolve, reject) => {
      this.#http.once('error', reject);
      this.#http.listen(port, host, () => {
        this.#http.off('error', reject);
        resolve();
      });
    });
    return this.url;
  }

  /** Where a browser finds it, once it listens. */
  get url(): string {
    const bound = this.#http.address();
    if (typeof bound !== 'object' || bound === null) throw new TypeError('url: the server does not listen on a port.');
    const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
    const isAny = bound.address === '0.0.0.0' || bound.address === '::';
    return `http://${isAny ? 'localhost' : name}:${bound.port}`;
  }

  /** Answers a request for the element, the health, the metrics or the demo. False, with the response untouched, for any other. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = pathOf(request);
    if (path === this.#settings.path) return this.#wantUpgrade(response);
    return (await this.#operations.handle(path, request, response)) || this.#files(request, response);
  }

  /** The metrics as Prometheus reads them, for a server that shows them on a page of its own. */
  async metrics(): Promise<string> {
    return (await this.#sight.exposition()).text;
  }

  /** Sends every page away to come back, and stops. A turn that runs is given up: with the store in memory it is lost. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#keepAlive);
    this.#http.off('upgrade', this.#upgrade);
    await this.#sockets.close();
    if (this.#settings.server) return;
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  readonly #upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (pathOf(request) === this.#settings.path) return this.#sockets.upgrade(request, socket, head);
    // Another path of a server that others listen to may be theirs; otherwise it is nobody's, and would stay open.
    if (this.#http.listenerCount('upgrade') > 1) return;
    refuse(socket, 404);
  };

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await this.handle(request, response)) return;
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' });
    response.end('Not found.\n');
  }

  /** Whoever comes here without an upgrade has a proxy in between that drops it. */
  #wantUpgrade(response: ServerResponse): true {
    response.writeHead(426, {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Content-Type': 'text/plain; charset=utf-8',
    });
    response.end('This is a WebSocket. A proxy in front has to pass on Upgrade and Connection.\n');
    return true;
  }

  /** Whoever takes their time over a request holds a connection that somebody else could use. */
  #createHttp(): Server {
    const { handshakeMs } = this.#settings.limits;
    const patience = {
      headersTimeout: handshakeMs,
      requestTimeout: 2 * handshakeMs,
      connectionsCheckingInterval: Math.min(handshakeMs, 1_000),
    };
    return createServer(patience, (request, response) => void this.#answer(request, response));
  }

  #createDoor(): Door {
    const { secrets, limits, trustProxy, admit, log, counters = new MemoryCounters() } = this.#settings;
    return new Door({ secrets, limits, proxies: trustProxy, admit, log, counts: counters, now: Date.now });
  }

  get #address(): string {
    const bound = this.#http.address();
    return typeof bound === 'object' && bound !== null ? bound.address : this.#settings.host;
  }
}

const tracesMissing = 'no traces: install @opentelemetry/api';

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}
