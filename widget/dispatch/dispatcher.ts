import type { AgentError } from '../../shared/errors.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import { dispatch, type Call, type DispatchPorts } from './dispatch.ts';

/** A turn has 16 calls at most; this leaves room for a server with other limits. */
const maxRemembered = 256;

type Entry =
  | { readonly state: 'running'; readonly controller: AbortController }
  | { readonly state: 'done'; readonly result: ToolResult };

/** Runs each call once, however often it is asked for. */
export class Dispatcher {
  readonly #ports: DispatchPorts;
  readonly #entries = new Map<string, Entry>();

  constructor(ports: DispatchPorts) {
    this.#ports = ports;
  }

  /**
   * The result of a call; the stored one if it has run before. Undefined when it is running or was forgotten
   * meanwhile: its result is not to be sent from here.
   */
  async receive(call: Call): Promise<ToolResult | undefined> {
    const known = this.#entries.get(call.call);
    if (known) return known.state === 'done' ? known.result : undefined;
    if (this.#entries.size >= maxRemembered) return { ok: false, error: { code: 'busy', message: 'Too many calls.' } };
    const running: Entry = { state: 'running', controller: new AbortController() };
    this.#entries.set(call.call, running);
    const result = await dispatch(this.#ports, call, running.controller);
    if (this.#entries.get(call.call) !== running) return undefined;
    this.#entries.set(call.call, { state: 'done', result });
    return result;
  }

  isKnown(call: string): boolean {
    return this.#entries.has(call);
  }

  isDone(call: string): boolean {
    return this.#entries.get(call)?.state === 'done';
  }

  /** Ends one call; its result says why. */
  cancel(call: string, reason: AgentError): void {
    const entry = this.#entries.get(call);
    if (entry?.state === 'running') entry.controller.abort(reason);
  }

  cancelAll(reason: AgentError): void {
    for (const call of [...this.#entries.keys()]) this.cancel(call, reason);
  }

  /** The turn is over: what still runs is told to stop, and its result goes nowhere. */
  forget(reason: AgentError): void {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    for (const entry of entries) if (entry.state === 'running') entry.controller.abort(reason);
  }
}
