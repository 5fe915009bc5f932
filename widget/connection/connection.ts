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
  type ServerMessage,
} from '../../shared/protocol.ts';
import { entry, refusalWords } from '../strings/en-entry.ts';
import { backoffMs } from './backoff.ts';
import { closeCodeOf, isCrowd, refusalOf, resultTooLarge } from './close-fate.ts';
import type { ConnectionOptions, Pulse, SessionMessage } from './connection-options.ts';
import { socketOpen, type Socket } from './socket.ts';
import type { ConnectionState, Welcome } from './state.ts';

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
  #pulse: Pulse | undefined;
  #attempt = 0;
  #lastCode: number | undefined;
  #isPaused = false;
  /** When the server said that it goes away: when to come back. */
  #returnMs: number | undefined;
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
  refuse(reason: string, code = 0): void {
    this.#detach()?.close(1000);
    if (code === 0) this.#url = undefined;
    this.#become({ phase: 'refused', code, reason });
  }

  /** Says hello anew, with other credentials, and leaves a refusal behind. */
  restart(): void {
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
   * The network, the page or the machine has come back. A socket may look open after all beneath it has changed.
   * A refusal stands: it was no accident of the network.
   */
  renew(): void {
    this.#isPaused = false;
    if (this.#state.phase === 'open') this.#pulse?.check();
    else if (this.#state.phase === 'lost') this.retryNow();
  }

  /** No more tries until `renew`. A socket that is open stays. */
  pause(): void {
    this.#isPaused = true;
  }

  /** The next cut is one that the server has announced. */
  returnIn(ms: number | undefined): void {
    this.#returnMs = ms;
  }

  follow(pulse: Pulse): void {
    this.#pulse = pulse;
    if (this.isOpen) pulse.opened();
  }

  /** The socket is dead, although it has not closed. */
  giveUp(): void {
    this.#attached?.socket.close(1000);
    this.#onClose(1006, '');
  }

  /** False when it did not leave: no socket is open, or the frame would end it. */
  send(message: SessionMessage): boolean {
    if (!this.isOpen) return false;
    if (message.type !== 'ack') this.#pulse?.sending();
    if (this.#transmit(message)) return true;
    if (message.type !== 'tool.result') return false;
    return this.#transmit({ ...message, result: { ok: false, error: resultTooLarge } });
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
    const prepared = this.#options.prepare(this.#lastCode);
    if (prepared) void this.#attachAfter(prepared, url);
    else this.#tryToAttach(url);
  }

  async #attachAfter(prepared: Promise<void>, url: URL): Promise<void> {
    let isCurrent = true;
    this.#callOff = () => (isCurrent = false);
    try {
      await prepared;
    } catch (thrown) {
      if (!isCurrent) return;
      if (AgentError.is(thrown)) this.refuse(thrown.message, closeCodeOf(thrown.code));
      else this.#retry(false);
      return;
    }
    if (isCurrent) this.#tryToAttach(url);
  }

  #tryToAttach(url: URL): void {
    try {
      this.#attach(url);
    } catch (cause) {
      this.#options.onFailure({ kind: 'forbidden', url, cause });
      this.refuse(entry.forbidden);
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
    this.#callOff = this.#options.clock.after(welcomeMs, () => this.giveUp());
  }

  #detach(): Socket | undefined {
    this.#callOff();
    this.#callOff = () => {};
    this.#pulse?.closed();
    const socket = this.#attached?.socket;
    this.#attached = undefined;
    return socket;
  }

  #sayHello(): void {
    const { credentials, hello } = this.#options;
    this.#transmit({ type: 'hello', version: PROTOCOL_VERSION, ...credentials.forHello(), ...hello() });
  }

  #receive(frame: unknown): void {
    const message = this.#decode(frame);
    if (!message) return;
    if (message.type === 'welcome') {
      // A server that has lost the session to another does not know it yet: the next try finds the other.
      if (!this.#options.credentials.accept(message)) return this.giveUp();
      this.#welcome(message);
    } else if (!this.isOpen) return;
    else if ('at' in message && message.at !== undefined) this.#options.credentials.saw(message.at);
    this.#pulse?.heard();
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
    if (this.#attached) this.#attached.welcomedAt = this.#options.clock.now();
    this.#pulse?.opened();
    this.#become({ phase: 'open', welcome });
  }

  #onClose(code: number, reason: string): void {
    const attached = this.#attached;
    if (!attached) return;
    this.#detach();
    const wasWelcome = attached.welcomedAt !== undefined;
    const wasStable = wasWelcome && this.#options.clock.now() - (attached.welcomedAt ?? 0) >= stableMs;
    this.#options.onFailure({ kind: 'closed', url: attached.url, code, reason, wasWelcome });
    const codeBefore = wasStable ? undefined : this.#lastCode;
    this.#lastCode = code;
    // A ticket that was good for the last hello may be too old for this one: one more, and not a second.
    const mayTryAnother = code === closeCode.ticketRefused && (wasWelcome || codeBefore !== code);
    const refusal = mayTryAnother && this.#options.hasTickets() ? undefined : refusalOf(code, codeBefore);
    if (refusal) return this.#become({ phase: 'refused', code, reason: refusalWords(refusal) });
    this.#retry(wasStable, isCrowd(code));
  }

  #retry(wasStable: boolean, inCrowd = false): void {
    const { clock, random } = this.#options;
    const failed = wasStable ? 0 : this.#attempt;
    // Others are sent away at this very moment: nobody is to be first.
    const waitMs = this.#returnMs ?? backoffMs(inCrowd ? Infinity : failed, random);
    this.#returnMs = undefined;
    this.#attempt = failed + 1;
    this.#callOff = clock.after(waitMs, () => {
      if (!this.#isPaused) this.#connect();
    });
    this.#become({ phase: 'lost', attempt: this.#attempt, retryAt: clock.now() + waitMs });
  }

  #become(state: ConnectionState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}
