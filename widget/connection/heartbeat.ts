import type { Clock } from '../tab/clock.ts';

export interface HeartbeatPorts {
  readonly clock: Clock;
  /** Asks the server whether it is there. */
  readonly ask: () => void;
  /** The socket is dead, whatever it says of itself. */
  readonly giveUp: () => void;
}

/** A silence after which the server is asked. */
const silentMs = 20_000;
/** A silence after which it is asked before something is said to it. */
const staleMs = 15_000;
/** How long it may take to answer. */
const answerMs = 10_000;
/** A timer that is later than this slept with the machine. */
const sleptMs = 30_000;

/** Notices that an open socket has nobody at its other end. Any frame is a sign of life. */
export class Heartbeat {
  readonly #ports: HeartbeatPorts;
  #heardAt = 0;
  #isAsking = false;
  #callOff = (): void => {};

  constructor(ports: HeartbeatPorts) {
    this.#ports = ports;
  }

  opened(): void {
    this.#heardAt = this.#ports.clock.now();
    this.#isAsking = false;
    this.#wait(silentMs);
  }

  heard(): void {
    this.#heardAt = this.#ports.clock.now();
    if (!this.#isAsking) return;
    this.#isAsking = false;
    this.#wait(silentMs);
  }

  /** To be called before a message leaves. */
  sending(): void {
    if (this.#ports.clock.now() - this.#heardAt > staleMs) this.check();
  }

  /** Something may have happened to the network. */
  check(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#wait(answerMs);
    this.#ports.ask();
  }

  closed(): void {
    this.#callOff();
    this.#isAsking = false;
  }

  #wait(ms: number): void {
    const { clock } = this.#ports;
    const dueAt = clock.now() + ms;
    this.#callOff();
    this.#callOff = clock.after(ms, () => this.#onTime(clock.now() - dueAt > sleptMs));
  }

  #onTime(hasSlept: boolean): void {
    if (this.#isAsking && !hasSlept) return this.#ports.giveUp();
    // An answer from before the sleep may be lost: it gets its whole time again.
    this.#isAsking = false;
    const left = silentMs - (this.#ports.clock.now() - this.#heardAt);
    if (left > 0 && !hasSlept) this.#wait(left);
    else this.check();
  }
}
