import { hash, timingSafeEqual } from 'node:crypto';

/**
 * What the log keeps of a token: enough to know it again, not enough to use it.
 *
 * @param subject whom it was given to, where there are tickets. At a browser that people share, the token of one must
 * not open their conversation to the next.
 */
export function hashToken(token: string, subject?: string): string {
  const text = subject === undefined ? token : JSON.stringify([token, subject]);
  // In one step: what the other way allocates outside of the heap stays between the sockets of idle sessions.
  return hash('sha256', text, 'base64url');
}

/** Whether the token is one of those that the hashes were made of, and was given to the same subject. */
export function isTokenOf(token: string, hashes: readonly string[], subject?: string): boolean {
  const given = Buffer.from(hashToken(token, subject));
  return hashes.some((known) => {
    const kept = Buffer.from(known);
    return given.length === kept.length && timingSafeEqual(given, kept);
  });
}
