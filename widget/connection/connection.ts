import { AgentError } from '../../shared/errors.ts';
import { byteLength } from '../../shared/json.ts';
import { fixedLimits, pageLimits } from '../../shared/limits.ts';
import {
  PROTOCOL_VERSION,
  SUB_PROTOCOL,
  closeCode,
  decode,
  encode,
  serverMessage,
  type ClientMessage,
  type MessageOf,
  type ServerMessage,
} from '../../shared/protocol.ts';
import { errorWords } from '../strings/words.ts';
import type { Clock } from '../tab/clock.ts';
import { backoffMs } from './backoff.ts';
import { refusalOf } from './close-fate.ts';
import type { Failure } from './failure.ts';
import { socketOpen, type OpenSocket, type Socket } from './socket.ts';
import type { ConnectionState, Welcome } from './state.ts';

/** What the page says of itself in each hello. */
export type HelloParts = Omit<MessageOf<ClientMessage, 'hello'>, 'type' | 'version' | 'resume'>;
export type SessionMessage = Exclude<ClientMessage, { type: 'hello' }>;

export interface ConnectionOptions {
  readonly hello: () => HelloParts;
  /** Comes after the state has become open. */
  readonly onMessage: (message: ServerMessage) => void;
  readonly onState: (state: ConnectionState) => void;
  /** For whoever explains to the developer what went wrong. */
  readonly onFailure: (failure: Failure) => void;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly random: () => number;
}

interface Attached {
  readonly socket: Socket;
  readonly url: URL;
  welcomedAt: number | undefined;
}

/** A socket that was open this long was no accident: the next cut starts to count from zero. */
const stableMs = 30_000;
/** From the first byte to the server's welcome. */
const welcomeMs = 2 * pageLimits.helloMs;

/** The page's side of the socket, across reconnects. Each new socket takes the same session up again. */
export class Connection {
  readonly #options: ConnectionOptions;
  #state: ConnectionState = { phase: 'idle' };
  #url: URL | undefined;
  #attached: Attached | undefined;
  #resume: { readonly session: string; readonly token: string; readonly after: string | undefined } | undefined;
  #attempt = 0;
  #lastCode: number | undefined;
  #callOff: () => void = () => {};

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  get isOpen(): boolean {
    return this.#state.phase === 'open';
  }

  open(url: URL): void {
    if (this.#url?.href === url.href && this.#state.phase !== 'idle' && this.#state.phase !== 'refused') return;
    if (this.#url?.href !== url.href) this.#resume = undefined;
    this.#url = url;
    this.#attempt = 0;
    this.#lastCode = undefined;
    this.#connect();
  }

  close(): void {
    this.#detach()?.close(1000);
    this.#become({ phase: 'idle' });
  }

  /** Nothing can be done until somebody changes something. */
  refuse(reason: string): void {
    this.#detach()?.close(1000);
    this.#url = undefined;
    this.#become({ phase: 'refused', code: 0, reason });
  }

  /** Leaves the session for a new one, and a refusal behind. */
  restart(): void {
    this.#resume = undefined;
    this.#lastCode = undefined;
    if (this.#state.phase !== 'idle') this.#connect();
  }

  /** Tries at once, for a person who does not want to wait or who has mended what was refused. */
  retryNow(): void {
    if (this.#state.phase !== 'lost' && this.#state.phase !== 'refused') return;
    this.#lastCode = undefined;
    this.#connect();
  }

  /**
   * The network has come back. A socket may look open after it changed beneath it; a new one costs little, as the
   * session goes on. A refusal stands: it was no accident of the network.
   */
  renew(): void {
    if (this.#state.phase === 'open') this.#connect();
    else if (this.#state.phase === 'lost') this.retryNow();
  }

  /** False when it did not leave: no socket is open, or the frame would end it. */
  send(message: SessionMessage): boolean {
    if (!this.isOpen) return false;
    if (this.#transmit(message)) return true;
    if (message.type !== 'tool.result') return false;
    const error = {
      code: 'too_large',
      message: 'The tool ran to its end, but its result is larger than a frame may be.',
    } as const;
    return this.#transmit({ ...message, result: { ok: false, error } });
  }

  #transmit(message: ClientMessage): boolean {
    const socket = this.#attached?.socket;
    if (socket?.readyState !== socketOpen) return false;
    const frame = encode(message);
    if (frame.length * 3 > fixedLimits.maxFrameBytes && byteLength(frame) > fixedLimits.maxFrameBytes) return false;
    socket.send(frame);
    return true;
  }

  #connect(): void {
    const url = this.#url;
    if (!url) return;
    // The old socket is left at once: on a dead link its close event may take minutes.
    this.#detach()?.close(1000);
    this.#become({ phase: 'connecting', attempt: this.#attempt });
    try {
      this.#attach(url);
    } catch (cause) {
      this.#options.onFailure({ kind: 'forbidden', url, cause });
      this.refuse('The browser does not allow this connection.');
    }
  }

  #attach(url: URL): void {
    const ifCurrent =
      <Args extends unknown[]>(handle: (...args: Args) => void) =>
      (...args: Args): void => {
        if (this.#attached === attached) handle(...args);
      };
    const socket = this.#options.openSocket(url, SUB_PROTOCOL, {
      opened: ifCurrent(() => this.#sayHello()),
      received: ifCurrent((frame) => this.#receive(frame)),
      closed: ifCurrent((code, reason) => this.#onClose(code, reason)),
    });
    const attached: Attached = { socket, url, welcomedAt: undefined };
    this.#attached = attached;
    this.#callOff = this.#options.clock.after(welcomeMs, () => {
      socket.close(1000);
      this.#onClose(1006, '');
    });
  }

  #detach(): Socket | undefined {
    this.#callOff();
    this.#callOff = () => {};
    const socket = this.#attached?.socket;
    this.#attached = undefined;
    return socket;
  }

  #sayHello(): void {
    const resume = this.#resume;
    this.#transmit({
      type: 'hello',
      version: PROTOCOL_VERSION,
      ...(resume && { resume: { session: resume.session, token: resume.token, after: resume.after } }),
      ...this.#options.hello(),
    });
  }

  #receive(frame: unknown): void {
    const message = this.#decode(frame);
    if (!message) return;
    if (message.type === 'welcome') this.#welcome(message);
    else if (!this.isOpen) return;
    else if ('at' in message && message.at !== undefined && this.#resume) {
      this.#resume = { ...this.#resume, after: message.at };
    }
    this.#options.onMessage(message);
  }

  #decode(frame: unknown): ServerMessage | undefined {
    try {
      return decode(serverMessage, typeof frame === 'string' ? frame : '');
    } catch (cause) {
      const why = AgentError.is(cause) ? cause.message : '';
      this.#attached?.socket.close(closeCode.badMessage, why.slice(0, 100));
      this.#onClose(closeCode.badMessage, `The server sent what this page does not understand. ${why}`);
      return undefined;
    }
  }

  #welcome(welcome: Welcome): void {
    this.#callOff();
    const { session, token } = welcome;
    this.#resume = { session, token, after: welcome.resumed ? this.#resume?.after : undefined };
    if (this.#attached) this.#attached.welcomedAt = this.#options.clock.now();
    this.#become({ phase: 'open', welcome });
  }

  #onClose(code: number, reason: string): void {
    const attached = this.#attached;
    if (!attached) return;
    this.#detach();
    const { clock, random } = this.#options;
    const wasWelcome = attached.welcomedAt !== undefined;
    this.#options.onFailure({ kind: 'closed', url: attached.url, code, reason, wasWelcome });
    const refusal = refusalOf(code, this.#lastCode);
    this.#lastCode = code;
    if (refusal) return this.#become({ phase: 'refused', code, reason: errorWords(refusal) });

    const wasStable = wasWelcome && clock.now() - (attached.welcomedAt ?? 0) >= stableMs;
    const waitMs = backoffMs(wasStable ? 0 : this.#attempt, random);
    this.#attempt = wasStable ? 1 : this.#attempt + 1;
    this.#callOff = clock.after(waitMs, () => this.#connect());
    this.#become({ phase: 'lost', attempt: this.#attempt, retryAt: clock.now() + waitMs });
  }

  #become(state: ConnectionState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}
