export const maxAttempts = 3;

const firstWaitMs = 500;
const maxWaitMs = 30_000;

/**
 * How long to wait before an attempt; undefined when the wait asked for is longer than anybody
 * wants to look at a spinner. Full jitter, so that many sessions do not return at one moment.
 *
 * @param attempt the one that failed, from 1
 * @param askedMs what the other side asked for
 * @param random between 0 and 1
 */
export function retryWaitMs(attempt: number, askedMs: number | undefined, random: number): number | undefined {
  if (askedMs === undefined) return random * Math.min(maxWaitMs, firstWaitMs * 2 ** attempt);
  return askedMs <= maxWaitMs ? askedMs : undefined;
}

/** Waits, unless the signal aborts first: then it throws the signal's reason. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
