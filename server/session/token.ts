import { createHash, timingSafeEqual } from 'node:crypto';

/** What the log keeps of a token: enough to know it again, not enough to use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Whether the token is one of those that the hashes were made of. */
export function isTokenOf(token: string, hashes: readonly string[]): boolean {
  const given = Buffer.from(hashToken(token));
  return hashes.some((hash) => {
    const kept = Buffer.from(hash);
    return given.length === kept.length && timingSafeEqual(given, kept);
  });
}
