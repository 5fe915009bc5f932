import type { Limits } from '../../shared/limits.ts';

/** The largest number that a limit can be: as a bound on visitors it means that there is none, and nothing is counted. */
export const unbounded = 2 ** 31 - 1;

/**
 * The defaults of a server that only pages of its own machine can reach: its visitor is whoever runs it.
 * What is set all the same holds.
 */
export const ownMachineLimits = {
  visitorSockets: unbounded,
  visitorHellosPerMinute: unbounded,
  visitorMessagesPerMinute: unbounded,
  visitorTurns: unbounded,
  visitorTokensPerDay: unbounded,
  serverTokensPerDay: unbounded,
} as const satisfies Partial<Limits>;
