import { deferred } from '../../shared/deferred.ts';
import type { Clock } from './clock.ts';

/** What this package uses of `navigator.locks`. */
export type Locks = Pick<LockManager, 'request'>;

export interface HoldOptions {
  readonly locks: Locks;
  readonly clock: Clock;
  /** How long to wait for whoever holds it; with 0 it never comes between others that wait. */
  readonly waitMs: number;
  /** Takes it from whoever holds it, at once. */
  readonly steal?: boolean;
  /** Somebody else has taken it. */
  readonly onLost?: () => void;
}

export type Hold =
  | { readonly state: 'held'; readonly release: () => void }
  | { readonly state: 'taken' }
  /** The browser forbids locks here, as in a sandboxed frame. */
  | { readonly state: 'forbidden' };

/** Holds an exclusive lock until it is released, stolen, or the page is gone. Never rejects. */
export function holdLock(name: string, { locks, clock, waitMs, steal = false, onLost }: HoldOptions): Promise<Hold> {
  const answer = deferred<Hold>();
  const end = deferred<undefined>();
  const patience = new AbortController();
  const isPatient = !steal && waitMs > 0;
  const callOff = isPatient ? clock.after(waitMs, () => patience.abort()) : () => {};
  let isOurs = false;

  const hold = (lock: Lock | null): Promise<undefined> | undefined => {
    if (!lock) return void answer.resolve({ state: 'taken' });
    isOurs = true;
    answer.resolve({
      state: 'held',
      release: () => {
        isOurs = false;
        end.resolve(undefined);
      },
    });
    return end.promise;
  };
  const refused = (): void => {
    if (isOurs) onLost?.();
    else answer.resolve({ state: patience.signal.aborted ? 'taken' : 'forbidden' });
  };

  // One that does not wait has no use for a signal, and the browser refuses one beside it.
  const impatient = steal ? { steal } : { ifAvailable: true };
  request(locks, name, isPatient ? { signal: patience.signal } : impatient, hold).catch(refused);
  return answer.promise.finally(callOff);
}

/** Some browsers throw where others reject. */
async function request(
  locks: Locks,
  name: string,
  options: LockOptions,
  hold: (lock: Lock | null) => Promise<undefined> | undefined,
): Promise<void> {
  await locks.request(name, options, hold);
}
