import { deferred } from '../../shared/deferred.ts';
import { AgentError } from '../../shared/errors.ts';

/** Calls `run` after `ms`, unless the function it returns is called first. */
export type StartTimer = (ms: number, run: () => void) => () => void;

export const startTimer: StartTimer = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

interface Bounds {
  readonly signal?: AbortSignal;
  readonly ms: number;
  /** What is said when the time is up. */
  readonly late: string;
  readonly startTimer?: StartTimer;
}

/**
 * Waits for what the browser may never settle, such as a prompt that nobody answers.
 * What it settles to afterwards is dropped.
 *
 * @throws AgentError `timeout` or `aborted`.
 */
export async function bounded<T>(work: Promise<T>, bounds: Bounds): Promise<T> {
  const { signal, ms, late, startTimer: start = startTimer } = bounds;
  const limit = deferred<never>();
  const stopTimer = start(ms, () => limit.reject(new AgentError('timeout', late)));
  const stop = () => limit.reject(abortError(signal));
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    stopTimer();
    signal?.removeEventListener('abort', stop);
  }
}

export function abortError(signal: AbortSignal | undefined): AgentError {
  const reason: unknown = signal?.reason;
  return AgentError.is(reason) ? reason : new AgentError('aborted', 'The call was stopped.', { cause: reason });
}
