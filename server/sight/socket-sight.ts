import type { Metrics } from './metrics.ts';
import type { Tally } from './meters.ts';
import { WatchedVisitors } from './watched-visitors.ts';

/** As much of a WebSocket as is watched. */
interface ClosingSocket {
  once(event: 'close', listener: (code: number) => void): unknown;
}

/** Counts sockets, frames and bytes. Bytes are what the sockets below say of themselves, so that no frame is measured twice. */
export class SocketSight {
  /** Added to by whoever takes frames in. */
  readonly framesReceived: Tally;
  /** Added to by whoever sends frames. */
  readonly framesSent: Tally;
  readonly visitors: WatchedVisitors;
  readonly #metrics: Metrics;
  readonly #open = new Set<object>();
  #closedReceived = 0;
  #closedSent = 0;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
    this.visitors = new WatchedVisitors(metrics);
    this.framesReceived = metrics.framesReceived.of();
    this.framesSent = metrics.framesSent.of();
  }

  /** Sockets that are open. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Follows one socket to its end.
   *
   * @param raw what it reads from and writes to.
   */
  watch(socket: ClosingSocket, raw: object): void {
    this.#open.add(raw);
    this.#metrics.socketsOpened.of().value += 1;
    socket.once('close', (code) => {
      this.#open.delete(raw);
      this.#closedReceived += bytesOf(raw, 'bytesRead');
      this.#closedSent += bytesOf(raw, 'bytesWritten');
      this.#metrics.socketsClosed.of(String(code)).value += 1;
    });
  }

  /** A frame broke a rule. */
  refused(code: string): void {
    this.#metrics.framesRefused.of(code).value += 1;
    if (code === 'too_fast') this.limitHit('frames');
  }

  /** A page answered a call that was not its to answer. */
  answerIgnored(reason: string): void {
    this.#metrics.answersIgnored.of(reason).value += 1;
  }

  /** A limit held somebody up. */
  limitHit(limit: string): void {
    this.#metrics.limitsHit.of(limit).value += 1;
  }

  /** A hello was refused, with its error code. */
  helloRefused(code: string): void {
    if (code === 'ticket_refused') this.#metrics.ticketsRefused.of().value += 1;
    if (code === 'too_fast') this.limitHit('sessions');
  }

  /** Adds up the bytes; called before somebody reads them. */
  measure(): void {
    let received = this.#closedReceived;
    let sent = this.#closedSent;
    for (const raw of this.#open) {
      received += bytesOf(raw, 'bytesRead');
      sent += bytesOf(raw, 'bytesWritten');
    }
    this.#metrics.bytesReceived.of().value = received;
    this.#metrics.bytesSent.of().value = sent;
  }
}

function bytesOf(raw: object, field: 'bytesRead' | 'bytesWritten'): number {
  const bytes: unknown = Reflect.get(raw, field);
  return typeof bytes === 'number' ? bytes : 0;
}
