/** Time as an argument, so that a test can hold it still. */
export interface Clock {
  /** Milliseconds, as `Date.now()` gives them. */
  readonly now: () => number;
  /** Runs `task` once after `ms`; the function it returns calls it off. */
  readonly after: (ms: number, task: () => void) => () => void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, task) => {
    // A timer that is asked to wait longer than this does not wait at all.
    const timer = setTimeout(task, Math.min(ms, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};
