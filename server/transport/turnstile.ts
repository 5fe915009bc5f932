import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import { closeCode } from '../../shared/protocol.ts';
import { TokenBucket } from '../policy/token-bucket.ts';

/** A request for a socket, as Node hands it over. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly raw: Duplex;
  readonly head: Buffer;
}

/** Why a socket is not let in: for a page as a close code, and for a flood as an HTTP status. */
export interface Refusal {
  readonly code: number;
  readonly reason: string;
  readonly status: keyof typeof statusText;
}

const statusText = {
  404: 'Not Found',
  403: 'Forbidden',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const;

/** Refusals a second that are still explained; a flood beyond is turned away before a socket exists. */
const explainedPerSecond = 20;
/** How long one that was told to go may stay. */
const farewellMs = 2_000;

export const refusals = {
  origin: (origin: string | undefined): Refusal => ({
    code: closeCode.originRefused,
    reason: `origin_refused: ${origin ?? 'none'}`,
    status: 403,
  }),
  crowded: { code: closeCode.tooFast, reason: 'too_fast: too many sockets of this address are open', status: 429 },
  full: { code: closeCode.tooFast, reason: 'too_fast: the server is full; try again later', status: 503 },
} as const;

/** Sends away who may not come in. A page can't read an HTTP refusal: it is accepted and told, as long as they are few. */
export class Turnstile {
  readonly #wss: WebSocketServer;
  readonly #explained = new TokenBucket({ perSecond: explainedPerSecond, burst: explainedPerSecond * 2 });

  constructor(wss: WebSocketServer) {
    this.#wss = wss;
  }

  turnAway({ request, raw, head }: Upgrade, { code, reason, status }: Refusal): void {
    if (!this.#explained.take()) return refuse(raw, status);
    this.#wss.handleUpgrade(request, raw, head, (socket) => {
      const timer = setTimeout(() => socket.terminate(), farewellMs);
      socket.once('close', () => clearTimeout(timer));
      socket.on('error', () => {});
      // A close frame holds 123 bytes, and an origin is anybody's to write.
      socket.close(code, reason.replaceAll(/[^ -~]/g, '?').slice(0, 120));
    });
  }
}

/** Ends a request for a socket in HTTP. */
export function refuse(raw: Duplex, status: Refusal['status']): void {
  // Node leaves the errors of an upgraded socket to us: without this, one that is cut ends the process.
  raw.on('error', () => {});
  // Who does not end their half would keep it open for ever: no timeout of HTTP's watches an upgrade.
  raw.once('finish', () => raw.destroy());
  raw.end(`HTTP/1.1 ${status} ${statusText[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
