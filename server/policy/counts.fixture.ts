import type { Counts } from './counts.ts';

/** Counts in this process, by a clock of the test's own. */
export function countsOf(now: () => number = Date.now): Counts & { readonly held: ReadonlyMap<string, number> } {
  const windows = new Map<string, { total: number; readonly endsAt: number }>();
  const held = new Map<string, number>();
  const windowOf = (key: string, windowMs: number): { total: number; readonly endsAt: number } => {
    const former = windows.get(key);
    if (former && former.endsAt > now()) return former;
    const fresh = { total: 0, endsAt: now() + windowMs };
    windows.set(key, fresh);
    return fresh;
  };
  return {
    held,
    take: async (key, { points, windowMs }) => {
      const window = windowOf(`take ${key}`, windowMs);
      if (window.total >= points) return { allowed: false, retryInMs: window.endsAt - now() };
      window.total += 1;
      return { allowed: true, retryInMs: 0 };
    },
    add: async (key, amount, { windowMs }) => (windowOf(`add ${key}`, windowMs).total += amount),
    once: async (key, ttlMs) => (windowOf(`once ${key}`, ttlMs).total += 1) === 1,
    enter: async (key, max) => {
      const taken = held.get(key) ?? 0;
      if (taken >= max) return undefined;
      held.set(key, taken + 1);
      let isHeld = true;
      return async () => {
        if (isHeld) held.set(key, (held.get(key) ?? 0) - 1);
        isHeld = false;
      };
    },
  };
}

const away = async (): Promise<never> => {
  throw new Error('connect ECONNREFUSED');
};

/** Counts whose store can't be reached. */
export const countsAway: Counts = { take: away, add: away, once: away, enter: away };
