import type { Clock } from '../tab/clock.ts';
import type { ToolCall } from './calls.ts';

export interface LateToolsPorts {
  readonly clock: Clock;
  /** Whether the page has the very tool that is called. */
  readonly hasTool: (call: ToolCall) => boolean;
  readonly deliver: (call: ToolCall) => void;
}

/** How long a page may take to add its tools once its conversation is back. */
const patienceMs = 10_000;

/** Keeps calls that came back sooner than the page, which is just loading, could add the tools for them. */
export class LateTools {
  readonly #ports: LateToolsPorts;
  readonly #waiting = new Map<string, { readonly message: ToolCall; readonly callOff: () => void }>();
  #until = 0;

  constructor(ports: LateToolsPorts) {
    this.#ports = ports;
  }

  /** A conversation is back. */
  begin(): void {
    this.#until = this.#ports.clock.now() + patienceMs;
  }

  /** Delivers the call now or once its tool is there; after a while in any case, so that it is answered. */
  await(message: ToolCall): void {
    const { hasTool, deliver, clock } = this.#ports;
    const leftMs = this.#until - clock.now();
    if (leftMs <= 0 || hasTool(message)) return deliver(message);
    this.forget(message.call);
    const callOff = clock.after(leftMs, () => this.#deliver(message));
    this.#waiting.set(message.call, { message, callOff });
  }

  /** The page's tools have changed. */
  check(): void {
    for (const { message } of [...this.#waiting.values()]) if (this.#ports.hasTool(message)) this.#deliver(message);
  }

  /** The call is not wanted any more. */
  forget(call: string): void {
    this.#waiting.get(call)?.callOff();
    this.#waiting.delete(call);
  }

  /** Their conversation is over. */
  clear(): void {
    for (const call of [...this.#waiting.keys()]) this.forget(call);
  }

  #deliver(message: ToolCall): void {
    this.forget(message.call);
    this.#ports.deliver(message);
  }
}
