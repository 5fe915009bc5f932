import { byteLength, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { MessageOf, ToolResult } from '../../shared/protocol.ts';
import { cleanTaint, joinTaint, taintOf, type Taint } from '../../shared/taint.ts';
import type { CallLog } from '../approvals/call-log.ts';
import type { DecidedBy, RecordedCall } from '../approvals/recorded-call.ts';
import type { TaintTracker } from '../approvals/taint-tracker.ts';
import type { SessionMessage } from '../connection/connection-options.ts';
import type { CallPhase } from '../conversation/items.ts';
import type { BrowserTool } from '../registry/browser-tool.ts';
import type { Registry } from '../registry/registry.ts';
import type { Clock } from '../tab/clock.ts';
import type { Emit } from './agent-event.ts';

export interface OpenCallsPorts {
  readonly clock: Clock;
  readonly registry: Registry;
  readonly session: () => string;
  readonly emit: Emit;
  readonly taint: TaintTracker;
  readonly record: CallLog;
}

/** What is known of a call when it comes. */
interface NewCall {
  readonly tool: string;
  readonly args: JsonValue;
  readonly from: RecordedCall['from'];
  /** What is left of the time to decide, when the person was asked on a page before this one. */
  readonly remainingMs: number | undefined;
}

/** A call whose outcome is still to come. */
export interface OpenCall extends NewCall {
  /** What is given up in this state may have happened. */
  isActing: boolean;
  since: number;
  /** When the server last heard of its progress. */
  toldAt: number;
  by: DecidedBy;
  /** Of the tool as it runs; missing while it does not. */
  definition: BrowserTool['definition'] | undefined;
}

/** What a result brings besides itself. */
type Extras = Pick<MessageOf<SessionMessage, 'tool.result'>, 'taint' | 'ran'>;

/** The calls that have no outcome yet, and what becomes of them: in the record, and in what the conversation has read. */
export class OpenCalls {
  readonly #ports: OpenCallsPorts;
  readonly #open = new Map<string, OpenCall>();
  /** Kept after the outcome: a result may have to be said again. */
  readonly #extras = new Map<string, { taint: Taint; ran: JsonObject | undefined }>();

  constructor(ports: OpenCallsPorts) {
    this.#ports = ports;
  }

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  all(): readonly (readonly [string, OpenCall])[] {
    return [...this.#open];
  }

  get(call: string): OpenCall | undefined {
    return this.#open.get(call);
  }

  begin(call: string, about: NewCall): void {
    if (this.#open.has(call)) return;
    const now = this.#ports.clock.now();
    const fresh = { isActing: false, since: now, toldAt: Number.NEGATIVE_INFINITY, by: 'policy' } as const;
    this.#open.set(call, { ...about, ...fresh, definition: undefined });
    this.#extras.set(call, { taint: cleanTaint, ran: undefined });
  }

  /** The tool begins. */
  start(call: string): OpenCall | undefined {
    const open = this.#open.get(call);
    if (!open) return undefined;
    open.definition = this.#ports.registry.find(open.tool)?.tool.definition;
    open.isActing = !open.definition?.readOnly;
    open.since = this.#ports.clock.now();
    return open;
  }

  decided(call: string, by: DecidedBy): void {
    const open = this.#open.get(call);
    if (open) open.by = by;
  }

  /** The arguments that run are the person's. */
  changed(call: string, args: JsonObject): void {
    const extras = this.#extras.get(call);
    if (extras) extras.ran = args;
  }

  taint(call: string, source: string): void {
    const extras = this.#extras.get(call);
    if (extras) extras.taint = joinTaint(extras.taint, { untrusted: [source], sensitive: [] });
  }

  /** Whether the server may hear of progress again, which then counts as said. */
  mayTell(call: string, everyMs: number): boolean {
    const open = this.#open.get(call);
    const now = this.#ports.clock.now();
    if (!open || now - open.toldAt < everyMs) return false;
    open.toldAt = now;
    return true;
  }

  /** The conversation has read a result. Of a refusal or a failure it has read our words, or else the site's. */
  learn(call: string, result: ToolResult): void {
    const { definition, from } = this.#open.get(call) ?? {};
    if (!definition) return;
    if (!result.ok && from === 'site' && !definition.trusted) this.taint(call, definition.name);
    const taint = this.#extras.get(call)?.taint ?? cleanTaint;
    if (!result.ok) this.#ports.taint.add(taint);
    else if (definition.feedback === 'full') this.#ports.taint.learn(taintOf(definition, taint), result.value);
  }

  extras(call: string): Extras {
    const { taint = cleanTaint, ran } = this.#extras.get(call) ?? {};
    return { ...(taint !== cleanTaint && { taint }), ...(ran && { ran }) };
  }

  end(call: string, phase: CallPhase, result: ToolResult | undefined): void {
    const { clock, session, emit, record } = this.#ports;
    const open = this.#open.get(call);
    if (!open) return;
    this.#open.delete(call);
    const { tool, from, by, since } = open;
    const at = clock.now();
    const code = result?.ok === false ? result.error.code : undefined;
    const bytes = bytesOf(open, result);
    record.add({ at, session: session(), call, tool, from, by, outcome: phase, code, bytes });
    emit('ha-tool-end', { call, tool, phase, ms: at - since, by, bytes });
  }

  /** The turn is over, and with it all that may have to be said again. */
  forget(): void {
    for (const call of [...this.#extras.keys()]) if (!this.#open.has(call)) this.#extras.delete(call);
  }
}

/** What left the page: a result for the model, and arguments that the tool could send anywhere. */
function bytesOf({ definition, args }: OpenCall, result: ToolResult | undefined): number {
  const sent = definition?.sink === 'egress' ? byteLength(JSON.stringify(args)) : 0;
  return sent + (result?.ok && definition ? byteLength(JSON.stringify(result.value)) : 0);
}
