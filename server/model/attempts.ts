import { AgentError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { maxAttempts, retryWaitMs, sleep } from './gemini-retry.ts';
import type { ModelEvent, ModelStep } from './model.ts';

/** A piece of text to show at once. */
export interface Delta {
  readonly type: 'text' | 'thought';
  readonly text: string;
}

/** What one request came to. `shown` says whether the person has seen a word of it. */
export type Outcome =
  | { readonly kind: 'step'; readonly step: ModelStep }
  /**
   * Nothing of it may be kept. Asking again often helps; `error` is for when it does not. `instead` asks in another
   * way; without it the same is asked once more.
   */
  | { readonly kind: 'broken'; readonly error: AgentError; readonly shown: boolean; readonly instead?: Ask }
  | { readonly kind: 'refused'; readonly error: AgentError; readonly shown: boolean }
  | ({ readonly kind: 'failed'; readonly shown: boolean } & Failure);

export interface Failure {
  readonly error: AgentError;
  readonly retry: boolean;
  /** How long the other side asked us to wait. */
  readonly waitMs?: number;
}

export interface Patience {
  /** For one answer with all its attempts. */
  readonly timeoutMs?: number;
  readonly random?: () => number;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** One request, to the end of its answer. Throws only the signal's reason. */
export type Ask = (signal: AbortSignal) => AsyncGenerator<Delta, Outcome>;

/**
 * Runs a model within a deadline and the caller's signal, and closes the request however it ends.
 *
 * @throws AgentError of the last outcome; the signal's reason when aborted
 */
export async function* runAttempts(ask: Ask, patience: Patience, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted();
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(signal.reason);
  const late = new AgentError('model_unavailable', 'The model took too long to answer. Please try again.');
  const deadline = setTimeout(() => stop.abort(late), patience.timeoutMs ?? limits.modelMs);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    yield* attempts(ask, patience, stop.signal);
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', onAbort);
    // Whoever leaves the loop early would otherwise leave the HTTP request running.
    stop.abort();
  }
}

/**
 * Asks until an answer can be kept. Only while no word was shown: a second answer would contradict
 * the first. Thoughts do not count, they are a sign of life.
 */
async function* attempts(first: Ask, patience: Patience, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  let ask = first;
  let repeated = false;
  for (let attempt = 1; ;) {
    const outcome = yield* ask(signal);
    if (outcome.kind === 'step') return yield { type: 'step', step: outcome.step };
    if (outcome.shown || outcome.kind === 'refused') throw outcome.error;
    if (outcome.kind === 'broken') {
      if (repeated && !outcome.instead) throw outcome.error;
      ask = outcome.instead ?? ask;
      repeated = true;
      continue;
    }
    const wait = retryWaitMs(attempt, outcome.waitMs, (patience.random ?? Math.random)());
    if (!outcome.retry || attempt === maxAttempts || wait === undefined) throw outcome.error;
    attempt += 1;
    await (patience.sleep ?? sleep)(wait, signal);
  }
}
