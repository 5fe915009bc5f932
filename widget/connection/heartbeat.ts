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
/** The same after something was said to it. */
const unansweredMs = 5_000;
/** How long it may take to answer. */
const answerMs = 10_000;
/** The same where there is reason to think that the socket is dead. */
const answerSoonMs = 5_000;
/** A timer that is later than this slept with the machine. */
const sleptMs = 30_000;

/** Notices that an open socket has nobody at its other end. Any frame is a sign of life. */
export class Heartbeat {
  readonly #ports: HeartbeatPorts;
  #heardAt = 0;
  /** When the first message since the last frame left. */
  #saidAt: number | undefined;
  #isAsking = false;
  #dueAt = 0;
  #callOff = (): void => {};

  constructor(ports: HeartbeatPorts) {
    this.#ports = ports;
  }

  opened(): void {
    this.#hear();
    this.#isAsking = false;
    this.#wait(silentMs);
  }

  heard(): void {
    this.#hear();
    if (!this.#isAsking) return;
    this.#isAsking = false;
    this.#wait(silentMs);
  }

  /** To be called before a message leaves. */
  sending(): void {
    const now = this.#ports.clock.now();
    this.#saidAt ??= now;
    if (!this.#isAsking && this.#dueAt > now + unansweredMs) this.#wait(unansweredMs);
  }

  /** Something may have happened to the network. */
  check(): void {
    this.#check(answerSoonMs);
  }

  closed(): void {
    this.#callOff();
    this.#isAsking = false;
  }

  #hear(): void {
    this.#heardAt = this.#ports.clock.now();
    this.#saidAt = undefined;
  }

  #check(withinMs: number): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#wait(withinMs);
    this.#ports.ask();
  }

  #wait(ms: number): void {
    const { clock } = this.#ports;
    const dueAt = clock.now() + ms;
    this.#dueAt = dueAt;
    this.#callOff();
    this.#callOff = clock.after(ms, () => this.#onTime(clock.now() - dueAt > sleptMs));
  }

  #onTime(hasSlept: boolean): void {
    if (this.#isAsking && !hasSlept) return this.#ports.giveUp();
    // An answer from before the sleep may be lost: it gets its whole time again.
    this.#isAsking = false;
    const askAt = Math.min(this.#heardAt + silentMs, (this.#saidAt ?? Infinity) + unansweredMs);
    const left = askAt - this.#ports.clock.now();
    if (left > 0 && !hasSlept) this.#wait(left);
    else this.#check(hasSlept || this.#saidAt !== undefined ? answerSoonMs : answerMs);
  }
}
