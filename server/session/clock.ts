/** Time as an argument, so that a test can hold it still. */
export interface Clock {
  readonly now: () => number;
  /** Runs once after `ms`; the returned function takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
