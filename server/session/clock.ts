/** Time as an argument, so that a test can hold it still. */
export interface Clock {
  readonly now: () => number;
  /** Runs once after `ms`; the returned function takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** A timer that is asked to wait longer does not wait at all. Two limits added up can be longer. */
const longestMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(ms, longestMs));
    return () => clearTimeout(timer);
  },
};
