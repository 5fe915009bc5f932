const firstMs = 250;
/** A server that restarts is back within seconds: for so many tries nobody waits longer than this. */
const soonMs = 2_000;
const soonTries = 10;
const capMs = 10_000;

/**
 * How long to wait before a new try. Full jitter, drawn after the cap: thousands of pages that lost one server
 * at one moment come back spread over the whole span, and the first try comes almost at once.
 *
 * @param attempt tries that failed so far, from 0.
 * @param random a number from 0 up to 1.
 */
export function backoffMs(attempt: number, random: () => number): number {
  return random() * Math.min(attempt < soonTries ? soonMs : capMs, firstMs * 2 ** attempt);
}
