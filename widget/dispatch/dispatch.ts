import { AgentError, type ErrorPayload } from '../../shared/errors.ts';
import { hasProtoKey, type JsonValue } from '../../shared/json.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { Decision } from '../approvals/ask.ts';
import type { PermitRequest } from '../approvals/approvals.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import type { PreparedCall } from '../registry/browser-tool.ts';
import type { RegisteredTool } from '../registry/registered-tool.ts';
import type { Clock } from '../tab/clock.ts';
import { passOn } from './pass-on.ts';
import { raceAbort } from './race-abort.ts';
import { toFailure } from './to-failure.ts';

/** Said of an effect that was given up while it ran. */
export const unknownOutcome = {
  code: 'unknown_outcome',
  message: 'The tool was given up while it ran. It may have happened. Ask before repeating it.',
} as const satisfies ErrorPayload;

/** One call, as the server asked for it. */
export interface Call {
  readonly session: string;
  readonly call: string;
  readonly name: string;
  readonly args: JsonValue;
  /** For a page tool: the definition that the model was offered. */
  readonly definition?: string | undefined;
}

export interface DispatchPorts {
  readonly find: (name: string) => RegisteredTool | undefined;
  /** False when the site says no to this very call. */
  readonly request: (call: Call, args: JsonValue) => boolean;
  /** @throws AgentError `policy_denied`; the signal's reason. */
  readonly permit: (request: PermitRequest, signal: AbortSignal) => Promise<Decision>;
  /** The tool is about to run. */
  readonly started: (call: Call) => void;
  readonly progress: (call: Call, progress: string | number) => void;
  /** An effect that was given up while it ran has ended after all. */
  readonly late: (call: Call, result: ToolResult) => void;
  readonly memory: () => MemoryStore;
  readonly maxResultBytes: () => number;
  readonly clock: Clock;
}

/** Answers one call with one result. Never throws: whatever goes wrong is a result with a code. */
export async function dispatch(ports: DispatchPorts, call: Call, controller: AbortController): Promise<ToolResult> {
  let siteTool = false;
  try {
    const found = findTool(ports, call);
    siteTool = found.siteTool;
    const prepared = await raceAbort(prepare(found, call), controller.signal);
    if (!ports.request(call, prepared.args)) throw new AgentError('policy_denied', 'The site did not allow this call.');
    const ready = { call, found, prepared };
    await permit(ports, ready, controller.signal);
    return await run(ports, ready, controller);
  } catch (thrown) {
    return { ok: false, error: toFailure(thrown, siteTool) };
  }
}

interface ReadyCall {
  readonly call: Call;
  readonly found: RegisteredTool;
  readonly prepared: PreparedCall;
}

function findTool(ports: DispatchPorts, call: Call): RegisteredTool {
  const found = ports.find(call.name);
  if (!found) throw new AgentError('unknown_tool', `This page has no tool named "${call.name}".`);
  if (found.definition !== call.definition) {
    throw new AgentError('conflict', 'The page has changed this tool since it was offered.');
  }
  return found;
}

async function prepare({ tool }: RegisteredTool, call: Call): Promise<PreparedCall> {
  if (!tool.supported()) throw new AgentError('unsupported', 'This browser can not do that.');
  await tool.check?.();
  if (hasProtoKey(call.args)) throw new AgentError('invalid_args', 'arguments: a key named __proto__ is not allowed');
  return tool.prepare(call.args);
}

async function permit(ports: DispatchPorts, { call, found, prepared }: ReadyCall, signal: AbortSignal): Promise<void> {
  const { siteTool, title, tool } = found;
  const request = { call: call.call, tool: tool.definition, siteTool, title, args: prepared.args };
  const decision = await ports.permit(request, signal);
  if (decision === 'denied') throw new AgentError('user_declined', 'The person said no.');
  if (decision === 'expired') throw new AgentError('timeout', 'The person did not answer in time.');
  // The site may have taken the tool away while the person was deciding.
  if (ports.find(call.name)?.tool !== tool) throw new AgentError('conflict', 'The page has withdrawn this tool.');
}

/**
 * The tool's own time begins here. When it is over, the answer does not wait for a tool that ignores the signal:
 * of a read nothing remains, of an effect nobody knows, and what becomes of it is told once it is known.
 */
async function run(ports: DispatchPorts, ready: ReadyCall, controller: AbortController): Promise<ToolResult> {
  const { call, found } = ready;
  const { signal } = controller;
  const { timeoutMs, readOnly } = found.tool.definition;
  signal.throwIfAborted();
  const expire = (): void => controller.abort(new AgentError('timeout', 'The tool took too long.'));
  const callOff = ports.clock.after(timeoutMs, expire);
  const outcome = outcomeOf(ports, ready, signal);
  try {
    return await raceAbort(outcome, signal);
  } catch (reason) {
    if (readOnly) throw reason;
    void outcome.then((result) => ports.late(call, result));
    return { ok: false, error: unknownOutcome };
  } finally {
    callOff();
  }
}

/** What became of the body, whenever that is. Never rejects. */
async function outcomeOf(ports: DispatchPorts, { call, found, prepared }: ReadyCall, signal: AbortSignal) {
  const progress = (state: string | number): void => {
    if (!signal.aborted) ports.progress(call, state);
  };
  try {
    const context = { signal, progress, idempotencyKey: `${call.session}:${call.call}`, memory: ports.memory() };
    ports.started(call);
    return passOn(await prepared.run(context), ports.maxResultBytes());
  } catch (thrown) {
    return { ok: false, error: toFailure(thrown, found.siteTool) } as const;
  }
}
