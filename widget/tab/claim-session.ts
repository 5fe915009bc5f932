import type { Clock } from './clock.ts';
import { holdLock, type Locks } from './hold-lock.ts';

export interface SessionClaimParts {
  /** Missing without https and in old browsers: the server alone then says who has the session. */
  readonly locks: Locks | undefined;
  readonly clock: Clock;
  /** Takes the session from the tab that has it. */
  readonly steal: boolean;
  /** Another tab has taken it: nothing of it may be decided or begun here any more. */
  readonly onTaken: () => void;
}

export interface SessionClaim {
  /** `elsewhere`: another tab of this browser has it. */
  readonly state: 'held' | 'elsewhere';
  readonly release: () => void;
}

/** Long enough for a page of the same tab that is just going. */
const waitMs = 1_000;

/** One tab at a time has a session that all tabs of a site share. */
export async function claimSession(
  session: string,
  { locks, clock, steal, onTaken }: SessionClaimParts,
): Promise<SessionClaim> {
  const nothing = (): void => {};
  if (!locks) return { state: 'held', release: nothing };
  const name = `headless-agent.session.${session}`;
  const hold = await holdLock(name, { locks, clock, waitMs, steal, onLost: onTaken });
  if (hold.state === 'held') return hold;
  return { state: hold.state === 'taken' ? 'elsewhere' : 'held', release: nothing };
}
