import { createHash, timingSafeEqual } from 'node:crypto';

/** What the log keeps of a token: enough to know it again, not enough to use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function isTokenOf(token: string, hash: string | undefined): boolean {
  if (hash === undefined) return false;
  const given = Buffer.from(hashToken(token));
  const kept = Buffer.from(hash);
  return given.length === kept.length && timingSafeEqual(given, kept);
}
