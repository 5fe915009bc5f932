import { createHash } from 'node:crypto';
import { deferred, type Deferred } from '../../shared/deferred.ts';
import { newId } from '../../shared/ids.ts';
import { canonicalJson, type JsonValue } from '../../shared/json.ts';
import type { ClientMessage, MessageOf, ServerMessage, ToolResult } from '../../shared/protocol.ts';
import { argsOf } from '../loop/call-args.ts';
import type { Decision } from '../loop/event.ts';
import { mustAsk } from '../loop/must-ask.ts';
import type { ServerCall } from '../loop/loop-ports.ts';
import type { ReadArgs, RunnableTool } from '../loop/server-tools.ts';
import type { SessionState, TurnState } from '../loop/state.ts';
import { executeTool } from './execute-tool.ts';
import { outcome } from './outcomes.ts';
import { mostExtensions } from './pending-calls.ts';
import type { Ignored } from './outlet.ts';
import { acceptLateResult, findCall } from './results.ts';
import type { SessionLog } from './session-log.ts';
import type { SessionOptions } from './session-options.ts';

export interface ServerCallsParts {
  /** Of the session. */
  readonly id: string;
  readonly options: SessionOptions;
  readonly log: SessionLog;
  /** To the page, if one is there. */
  readonly send: (message: ServerMessage) => void;
  /** Whether the page has been gone for longer than the grace. */
  readonly isAbandoned: () => boolean;
  /** Whom the ticket names. */
  readonly subject: () => string | undefined;
}

type Answer = MessageOf<ClientMessage, 'approval.answer'>;

/** How a question ended. */
type Verdict = Answer['decision'] | 'expired' | 'cancelled' | 'disconnected';

interface Question {
  readonly request: Omit<MessageOf<ServerMessage, 'approval.request'>, 'remainingMs'>;
  /** Milliseconds since 1970. */
  until: number;
  /** How often the person was given more time. */
  extensions: number;
  stopTimer: () => void;
  readonly verdict: Deferred<Verdict>;
}

/** Turns down all that follows: more questions would only wear the person out. */
const mostDenials = 3;

/** Runs the tools of the server's own, and asks the person where that is needed. */
export class ServerCalls {
  readonly #parts: ServerCallsParts;
  /** Those that a person has before them, by call. */
  readonly #questions = new Map<string, Question>();

  constructor(parts: ServerCallsParts) {
    this.#parts = parts;
  }

  /** Brings a call to its result. Undefined when the session has another owner. Never rejects for what a tool does. */
  async run(call: ServerCall, signal: AbortSignal): Promise<ToolResult | undefined> {
    const { record, tool } = call;
    const runnable = this.#parts.options.serverTools?.get(tool.name);
    // An owner that is gone had begun it.
    if (record.sentTo && !tool.readOnly) return unknownOnServer;
    if (signal.aborted) return outcome('cancelled');
    if (!runnable) return notHere;
    const read = await this.#read(call, runnable);
    if (!read.ok) return invalid(read.issues);
    const permit = record.sentTo ? 'once' : await this.#permit(call, read.shown, signal);
    return permit === 'once' ? this.#execute(call, { runnable, input: read.input }, signal) : permit;
  }

  /**
   * Takes in what a person decided. It counts once, for the call, the tool and the arguments that they were shown.
   *
   * @returns why it does not count, if it does not.
   */
  async answer({ call, nonce, hash, decision }: Answer): Promise<Ignored | undefined> {
    const { log, options } = this.#parts;
    const question = this.#questions.get(call);
    if (!question) return unasked(log.state, call);
    if (question.request.nonce !== nonce) return 'nonce';
    if (question.request.hash !== hash) return 'hash';
    if (options.clock.now() >= question.until) return 'expired';
    this.#questions.delete(call);
    const isWritten = await log.append({ type: 'approval', call, decision, hash });
    // Another owner has asked again, or will.
    if (isWritten) question.verdict.resolve(decision);
    return undefined;
  }

  /**
   * Gives the person the time that they ask for, twice.
   *
   * @returns until when they may decide now, in milliseconds since 1970; undefined when nothing has changed.
   */
  extend(call: string, remainingMs: number): number | undefined {
    const { clock, limits } = this.#parts.options;
    const question = this.#questions.get(call);
    const until = clock.now() + Math.min(remainingMs, limits.approvalMs);
    // The same end as before, said again, is a little later by the time that it was on its way.
    if (!question || until <= question.until + limits.cancelGraceMs || question.extensions === mostExtensions)
      return undefined;
    question.extensions += 1;
    question.until = until;
    this.#limit(question);
    return until;
  }

  /** Shows a page that has just come what is being asked. */
  repeat(): void {
    for (const question of this.#questions.values()) this.#show(question);
  }

  /** Nobody came back in time to decide anything. */
  abandon(): void {
    for (const { verdict } of this.#questions.values()) verdict.resolve('disconnected');
  }

  /** A schema can be a program of the operator's, too. */
  async #read({ record }: ServerCall, runnable: RunnableTool): Promise<ReadArgs> {
    try {
      return await runnable.read(argsOf(record.call));
    } catch (err) {
      this.#parts.options.log.warn({ session: this.#parts.id, call: record.id, err }, 'server tool failed');
      return { ok: false, issues: 'arguments: they can not be read' };
    }
  }

  /** `once` when it may run; what it is answered with otherwise. */
  async #permit(call: ServerCall, args: JsonValue, signal: AbortSignal): Promise<ToolResult | 'once' | undefined> {
    const { record, tool, turn } = call;
    const { log, options } = this.#parts;
    const hash = hashOf(tool.name, args);
    const { approval } = record;
    // Shown before, here or on another server, which may have another schema for it.
    if (approval?.hash !== undefined && approval.hash !== hash) return changed;
    if (approval?.decision !== undefined) return resultOf(approval.decision);
    const isRepaired = record.call.repaired === true;
    const isNamed = options.ceiling?.asks(tool.name) ?? false;
    if (!approval && denialsOf(turn) >= mostDenials) return enough;
    if (!approval && !mustAsk({ tool, taint: log.state.taint, isRepaired, isNamed })) return 'once';
    if (this.#parts.isAbandoned()) return outcome('disconnected');
    const verdict = await this.#ask(call, { args, hash }, signal);
    return verdict && resultOf(verdict);
  }

  /** Undefined when the session has another owner. */
  async #ask(
    { record, tool, turn }: ServerCall,
    { args, hash }: { readonly args: JsonValue; readonly hash: string },
    signal: AbortSignal,
  ): Promise<Verdict | undefined> {
    const { log, options } = this.#parts;
    const { id: call, approval } = record;
    const until = record.askedUntil ?? options.clock.now() + options.limits.approvalMs;
    const nonce = approval?.nonce ?? newId();
    if (!approval && !(await log.append({ type: 'asking', call, until, asked: { nonce, hash } }))) return undefined;
    const { name, title, description, reads, sink } = tool;
    const request = { type: 'approval.request', turn: turn.turn, call, nonce, hash, name, description, reads } as const;
    const question: Question = {
      request: { ...request, sink, args, ...(title !== undefined && { title }) },
      ...{ until, extensions: 0, stopTimer: () => {} },
      verdict: deferred(),
    };
    if (signal.aborted) return 'cancelled';
    return this.#await(call, question, signal);
  }

  async #await(call: string, question: Question, signal: AbortSignal): Promise<Verdict> {
    const { log, send } = this.#parts;
    const { verdict } = question;
    this.#questions.set(call, question);
    const stop = (): void => verdict.resolve('cancelled');
    signal.addEventListener('abort', stop, { once: true });
    this.#limit(question);
    this.#show(question);
    const ended = await verdict.promise;
    question.stopTimer();
    signal.removeEventListener('abort', stop);
    this.#questions.delete(call);
    if (ended === 'expired') await log.append({ type: 'approval', call, decision: 'expired' });
    if (ended === 'expired') send({ type: 'tool.cancel', call, reason: 'timeout' });
    if (ended === 'cancelled') send({ type: 'tool.cancel', call, reason: 'stopped' });
    return ended;
  }

  #limit(question: Question): void {
    const { clock } = this.#parts.options;
    question.stopTimer();
    const leftMs = Math.max(0, question.until - clock.now());
    question.stopTimer = clock.after(leftMs, () => question.verdict.resolve('expired'));
  }

  #show({ request, until }: Question): void {
    const remainingMs = Math.max(0, until - this.#parts.options.clock.now());
    this.#parts.send({ ...request, remainingMs });
  }

  async #execute(
    { record, tool }: ServerCall,
    { runnable, input }: { readonly runnable: RunnableTool; readonly input: Readonly<Record<string, unknown>> },
    signal: AbortSignal,
  ): Promise<ToolResult | undefined> {
    const { id, options, log, subject } = this.#parts;
    const call = record.id;
    const again = record.dispatches === 0 ? {} : { again: record.dispatches };
    if (!(await log.append({ type: 'executing', call, ...again }))) return undefined;
    if (signal.aborted) return outcome('cancelled');
    const { clock, limits } = options;
    const { timeoutMs = limits.toolMs } = tool;
    const { result, late } = executeTool({
      run: (own) => runnable.execute(input, { signal: own, idempotencyKey: `${id}:${call}`, subject: subject() }),
      ...{ signal, clock, timeoutMs, isTrusted: tool.trusted, maxResultBytes: limits.maxResultBytes },
      givenUp: (isTimeout) => (tool.readOnly ? outcome(isTimeout ? 'timeout' : 'cancelled') : unknownOnServer),
      report: (err) => options.log.warn({ session: id, call, err }, 'server tool failed'),
    });
    late.then((outlived) => this.#tellLate(call, outlived)).catch(() => {});
    return result;
  }

  async #tellLate(call: string, result: ToolResult | undefined): Promise<void> {
    const { log } = this.#parts;
    if (result && acceptLateResult(log.state, call, result)) await log.append({ type: 'late', call, result });
  }
}

/** What is wrong with an answer that no question waits for. */
export function unasked(state: SessionState, call: string): Ignored {
  return findCall(state, call) === 'unknown' ? 'unknown' : 'settled';
}

/** Names what a person agrees to: this tool with these arguments, in one spelling. */
export function hashOf(name: string, args: JsonValue): string {
  return createHash('sha256')
    .update(canonicalJson([name, args]))
    .digest('base64url');
}

function denialsOf({ calls }: TurnState): number {
  return calls.filter(({ result }) => result?.ok === false && result.error.code === 'user_declined').length;
}

/** Whatever is no plain yes is a no. */
function resultOf(verdict: Verdict | Decision): ToolResult | 'once' {
  if (verdict === 'once') return 'once';
  if (verdict === 'cancelled' || verdict === 'disconnected') return outcome(verdict);
  return verdict === 'expired' ? undecided : declined;
}

function failed(code: 'user_declined' | 'policy_denied' | 'timeout' | 'conflict', message: string): ToolResult {
  return { ok: false, error: { code, message } };
}

const declined = failed('user_declined', 'The person said no.');
const undecided = failed('timeout', 'The person did not answer in time.');
const enough = failed('policy_denied', 'The person has said no several times. Nothing more runs in this turn.');
const changed = failed('conflict', 'The tool has changed since the person was asked.');
const notHere: ToolResult = {
  ok: false,
  error: { code: 'unsupported', message: 'This server can not run the tool any more.' },
};
const unknownOnServer: ToolResult = {
  ok: false,
  error: {
    code: 'unknown_outcome',
    message: 'Nobody can say whether this happened. It may or may not have. Ask the person before you repeat it.',
  },
};

function invalid(issues: string): ToolResult {
  const message = `The arguments do not fit the tool's schema. ${issues}`.slice(0, 2_000);
  return { ok: false, error: { code: 'invalid_args', message } };
}
