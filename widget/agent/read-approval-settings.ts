import type { Scope } from '../approvals/ask.ts';

/** The longest yes that an attribute's text lets people give. What is no word of ours is the cautious one. */
export function readRemember(text: string | null | undefined): Scope {
  if (text === null || text === undefined || text === 'always') return 'always';
  return text === 'session' ? 'session' : 'once';
}

/** How long a question may stay open by an attribute's seconds; as long as the server says where it says nothing. */
export function readTimeoutMs(seconds: string | number | null | undefined): number {
  const number = typeof seconds === 'string' ? Number(seconds) : seconds;
  return typeof number === 'number' && number > 0 ? number * 1_000 : Number.POSITIVE_INFINITY;
}
