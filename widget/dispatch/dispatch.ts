import { AgentError } from '../../shared/errors.ts';
import { hasProtoKey, isJsonObject, isObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import { hashOf, type Permission, type PermitRequest } from '../approvals/approvals.ts';
import { callOutcome } from '../conversation/call-outcome.ts';
import type { AskedCall, CallRecord } from '../ledger/call-record.ts';
import { turnOf } from '../ledger/entry.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import type { PreparedCall } from '../registry/browser-tool.ts';
import type { RegisteredTool } from '../registry/registered-tool.ts';
import type { Clock } from '../tab/clock.ts';
import { earlierResult, unknownOutcome } from './earlier-result.ts';
import { passOn } from './pass-on.ts';
import { raceAbort } from './race-abort.ts';
import { toFailure } from './to-failure.ts';

/** One call, as the server asked for it. */
export type Call = AskedCall;

export interface DispatchPorts {
  readonly find: (name: string) => RegisteredTool | undefined;
  /** False when the site says no to this very call. */
  readonly request: (call: Call, args: JsonValue) => boolean;
  /** @throws AgentError `policy_denied`; the signal's reason. */
  readonly permit: (request: PermitRequest, signal: AbortSignal) => Promise<Permission>;
  /** Where effects are written down. @throws AgentError when that is not to be had: an effect then does not run. */
  readonly record: (call: Call) => Promise<CallRecord>;
  /** Waits for a server that is there and waits for this. @throws the signal's reason. */
  readonly attached: (signal: AbortSignal) => Promise<void>;
  /** The tool is about to run. */
  readonly started: (call: Call) => void;
  readonly progress: (call: Call, progress: string | number) => void;
  /** An effect that was given up while it ran has ended after all. */
  readonly late: (call: Call, result: ToolResult) => void;
  /** The arguments that run are the person's, who changed what the model wrote. */
  readonly changed: (call: Call, args: JsonObject) => void;
  /** The call's result holds words of this source. */
  readonly taint: (call: Call, source: string) => void;
  readonly isTainted: () => boolean;
  readonly memory: () => MemoryStore;
  readonly maxResultBytes: () => number;
  readonly clock: Clock;
}

/** Answers one call with one result. Never throws: whatever goes wrong is a result with a code. */
export async function dispatch(ports: DispatchPorts, call: Call, controller: AbortController): Promise<ToolResult> {
  let siteTool = false;
  try {
    // What has been done is done, even if the page has no such tool any more.
    const record = await findRecord(ports, call, controller.signal);
    const earlier = record && findEarlier(ports, call, record);
    if (earlier) return earlier;

    const found = findTool(ports, call, record);
    siteTool = found.siteTool;
    const prepared = await raceAbort(prepare(found, call), controller.signal);
    if (!ports.request(call, prepared.args)) throw new AgentError('policy_denied', 'The site did not allow this call.');
    const permitted = await permit(ports, { call, found, prepared, record }, controller.signal);
    if (record) await ports.attached(controller.signal);
    checkPresence(ports, permitted);
    return await run(ports, permitted, controller);
  } catch (thrown) {
    return { ok: false, error: toFailure(thrown, siteTool) };
  }
}

/** A call that may run, under the hash that was decided on. */
interface PermittedCall extends ReadyCall {
  readonly hash: string;
  /** Its arguments, where the person changed them. */
  readonly ran: JsonObject | undefined;
}

interface ReadyCall {
  readonly call: Call;
  readonly found: RegisteredTool;
  readonly prepared: PreparedCall;
  /** Missing for a tool that only reads: it may run again. */
  readonly record: CallRecord | undefined;
}

async function findRecord(ports: DispatchPorts, call: Call, signal: AbortSignal): Promise<CallRecord | undefined> {
  if (ports.find(call.name)?.tool.definition.readOnly) return undefined;
  return raceAbort(ports.record(call), signal);
}

function findTool(ports: DispatchPorts, call: Call, record: CallRecord | undefined): RegisteredTool {
  const found = ports.find(call.name);
  if (!found) throw new AgentError('unknown_tool', `This page has no tool named "${call.name}".`);
  const isUnrecorded = !record && !found.tool.definition.readOnly;
  if (isUnrecorded || found.definition !== call.definition) {
    throw new AgentError('conflict', 'The page has changed this tool since it was offered.');
  }
  return found;
}

async function prepare({ tool }: RegisteredTool, call: Call): Promise<PreparedCall> {
  if (!tool.supported()) throw new AgentError('unsupported', 'This browser can not do that.');
  await tool.check?.();
  if (hasProtoKey(call.args))
    throw new AgentError('invalid_args', 'arguments: no key may be named __proto__, constructor or prototype');
  return tool.prepare(call.args);
}

/** What the person changes goes the way that the model's own arguments went. */
async function permit(ports: DispatchPorts, ready: ReadyCall, signal: AbortSignal): Promise<PermittedCall> {
  const { call, found } = ready;
  let { prepared } = ready;
  const revise: PermitRequest['revise'] = async (changed) => {
    const args = { ...(isObject(call.args) && call.args), ...changed };
    const revised = await prepare(found, { ...call, args });
    prepared = revised;
    return revised.args;
  };
  const { decision, hash, isChanged } = await ports.permit({ ...requestOf(ready), revise }, signal);
  if (decision === 'denied') throw new AgentError('user_declined', 'The person said no.');
  if (decision === 'expired') throw new AgentError('timeout', 'The person did not answer in time.');
  const ran = isChanged && isJsonObject(prepared.args) ? prepared.args : undefined;
  if (ran) ports.changed(call, ran);
  return { ...ready, prepared, hash, ran };
}

function requestOf({ call, found, prepared }: ReadyCall): PermitRequest {
  const { siteTool, title, tool, definition } = found;
  const { repaired } = call;
  const about = { call: call.call, turn: turnOf(call.call), siteTool, onServer: false, title, definition, repaired };
  return { ...about, tool: tool.definition, args: prepared.args };
}

/**
 * The site may have changed the tool, or taken it away, while the person was deciding: what runs is what was decided
 * on, or nothing.
 */
function checkPresence(ports: DispatchPorts, ready: PermittedCall): void {
  const { call, found, prepared, hash } = ready;
  const now = ports.find(call.name);
  if (now?.tool !== found.tool) throw new AgentError('conflict', 'The page has withdrawn this tool.');
  const runs = { ...requestOf(ready), definition: now.definition, tool: now.tool.definition };
  if (hashOf(runs, prepared.args) !== hash) throw new AgentError('conflict', 'This is not the call that was allowed.');
}

/**
 * The tool's own time begins here. When it is over, the answer does not wait for a tool that ignores the signal:
 * of a read nothing remains, of an effect nobody knows, and what becomes of it is told once it is known.
 */
async function run(ports: DispatchPorts, ready: PermittedCall, controller: AbortController): Promise<ToolResult> {
  const { found, record } = ready;
  const { signal } = controller;
  const { timeoutMs } = found.tool.definition;
  signal.throwIfAborted();
  const refusal = record && begin(ports, ready, record);
  if (refusal) return refusal;

  const expire = (): void => controller.abort(new AgentError('timeout', 'The tool took too long.'));
  const callOff = ports.clock.after(timeoutMs, expire);
  const outcome = outcomeOf(ports, ready, signal);
  try {
    const result = await raceAbort(outcome, signal);
    record?.finish(result);
    return result;
  } catch (reason) {
    if (!record) throw reason;
    const unknown = { ok: false, error: unknownOutcome } as const;
    record.finish(unknown);
    void outcome.then((result) => tellLate(ports, ready, result));
    return unknown;
  } finally {
    callOff();
  }
}

/**
 * Writes down that the call begins; nothing may wait between this and its first step. Undefined when it may begin.
 * While the person was deciding, another page of the tab may have been in front, and have done it.
 */
function begin(ports: DispatchPorts, { call, ran }: PermittedCall, record: CallRecord): ToolResult | undefined {
  const earlier = findEarlier(ports, call, record);
  if (earlier || record.start(ran)) return earlier;
  const message = 'It did nothing: this tab has no room to write down what it does.';
  return { ok: false, error: { code: 'quota_exceeded', message } };
}

/** What is known of the call from before, and what ran then. */
function findEarlier(ports: DispatchPorts, call: Call, record: CallRecord): ToolResult | undefined {
  const found = record.look();
  if ('ran' in found && found.ran) ports.changed(call, found.ran);
  return earlierResult(found);
}

/** That a tool was stopped is known already. */
function tellLate(ports: DispatchPorts, { call, record }: ReadyCall, result: ToolResult): void {
  const { phase } = callOutcome(result, 0);
  if (phase !== 'done' && phase !== 'failed') return;
  record?.finish(result);
  ports.late(call, result);
}

/** What became of the body, whenever that is. Never rejects. */
async function outcomeOf(ports: DispatchPorts, { call, found, prepared, record }: ReadyCall, signal: AbortSignal) {
  const progress = (state: string | number): void => {
    if (!signal.aborted) ports.progress(call, state);
  };
  try {
    const idempotencyKey = `${call.session}:${call.call}`;
    const navigating = (): void => record?.navigating();
    const taint = (source: string): void => ports.taint(call, source);
    const { isTainted } = ports;
    const context = { signal, progress, navigating, idempotencyKey, memory: ports.memory(), isTainted, taint };
    ports.started(call);
    const value = await prepared.run(context);
    // What the model is not to be told does not leave the page.
    return passOn(found.tool.definition.feedback === 'none' ? null : value, ports.maxResultBytes());
  } catch (thrown) {
    return { ok: false, error: toFailure(thrown, found.siteTool) } as const;
  }
}
