import type { Counters } from './counters.ts';
import type { SessionStore } from './session-store.ts';

/** Where sessions are kept, and the counts that go with them. */
export interface OpenedStore<Event> {
  readonly sessions: SessionStore<Event>;
  readonly counters: Counters;
  /** Closes both. */
  close(): Promise<void>;
}

export function openedStore<Event>(sessions: SessionStore<Event>, counters: Counters): OpenedStore<Event> {
  return {
    sessions,
    counters,
    close: async () => {
      await counters.close();
      await sessions.close();
    },
  };
}
