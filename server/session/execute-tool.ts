import { AgentError, errorFate, toErrorPayload, type ErrorPayload } from '../../shared/errors.ts';
import { toJson } from '../../shared/json.ts';
import { pageLimits } from '../../shared/limits.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import { ourFailures } from '../loop/sources.ts';
import { visibleJson, visibleText } from '../loop/visible-text.ts';
import type { Clock } from './clock.ts';

export interface Execution {
  /** The body, which should stop when its signal says so. */
  readonly run: (signal: AbortSignal) => unknown;
  /** Of the turn. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** False when the result may hold text that a stranger wrote. */
  readonly isTrusted: boolean;
  readonly maxResultBytes: number;
  /** What is answered for a body that is not waited for any longer. */
  readonly givenUp: (isTimeout: boolean) => ToolResult;
  /** Told what a body threw, for the operator. */
  readonly report: (thrown: unknown) => void;
}

export interface Executed {
  /** Settles when the body is over or not waited for any longer. Never rejects. */
  readonly result: Promise<ToolResult>;
  /** What a body that was given up came to in the end; undefined when it was not. Never rejects, and may never settle. */
  readonly late: Promise<ToolResult | undefined>;
}

/** Runs the body of a server tool within its time and its turn. */
export function executeTool(execution: Execution): Executed {
  const { run, signal, clock, timeoutMs, givenUp } = execution;
  const own = new AbortController();
  let isGivenUp = false;
  const body = answerOf(execution, () => run(own.signal));
  const result = new Promise<ToolResult>((resolve) => {
    const settle = (answer: ToolResult): void => {
      resolve(answer);
      stopTimer();
      signal.removeEventListener('abort', stop);
    };
    const giveUp = (isTimeout: boolean): void => {
      isGivenUp = true;
      settle(givenUp(isTimeout));
      // Last: a body that answers its signal at once must not be quicker than what is said of it.
      own.abort(isTimeout ? timedOut : signal.reason);
    };
    const stop = (): void => giveUp(false);
    const stopTimer = clock.after(timeoutMs, () => giveUp(true));
    signal.addEventListener('abort', stop, { once: true });
    void body.then(settle);
  });
  return { result, late: body.then((answer) => (isGivenUp ? answer : undefined)) };
}

const timedOut = new AgentError('timeout', 'The tool did not answer in time.');

async function answerOf(execution: Execution, run: () => unknown): Promise<ToolResult> {
  try {
    const value = toJson(await run(), { maxBytes: execution.maxResultBytes, maxDepth: pageLimits.maxArgsDepth });
    return { ok: true, value: execution.isTrusted ? value : visibleJson(value) };
  } catch (thrown) {
    execution.report(thrown);
    return { ok: false, error: execution.isTrusted ? payloadOf(thrown) : inVisibleWords(payloadOf(thrown)) };
  }
}

const toolFailed: ErrorPayload = { code: 'internal', message: 'The tool failed.' };

/** A code that we use ourselves is taken to come in our words, which bring nothing in: then these are ours. */
function inVisibleWords({ code, message }: ErrorPayload): ErrorPayload {
  return { code, message: ourFailures.has(code) ? `The tool failed: ${code}.` : visibleText(message) };
}

/** Only errors that are for the model: the others would end a turn or a socket. */
function payloadOf(thrown: unknown): ErrorPayload {
  const { code, message } = toErrorPayload(thrown, toolFailed);
  return errorFate[code] === 'model' ? { code, message: message.slice(0, 2_000) } : toolFailed;
}
