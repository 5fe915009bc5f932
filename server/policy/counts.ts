/** What the door has counted for it. Where several nodes share the counts, they bound all nodes together. */
export interface Counts {
  /** Takes one point of so many in each window. */
  readonly take: (
    key: string,
    allowance: { readonly points: number; readonly windowMs: number },
  ) => Promise<{ readonly allowed: boolean; readonly retryInMs: number }>;
  /** Adds an amount, 0 to look, and returns the total of the window. */
  readonly add: (key: string, amount: number, window: { readonly windowMs: number }) => Promise<number>;
  /** True for the first caller within the time. */
  readonly once: (key: string, ttlMs: number) => Promise<boolean>;
  /** One of `max` places until it is given back, which never rejects; undefined when there is none. */
  readonly enter: (key: string, max: number, ttlMs: number) => Promise<(() => Promise<void>) | undefined>;
}
