import type { Appended, Lease, SessionStore, Stored } from './session-store.ts';

interface Log<Event> {
  epoch: number;
  owner: string;
  touchedAt: number;
  readonly events: Stored<Event>[];
  readonly keys: Set<string>;
}

export interface MemorySessionStoreOptions {
  /** A session that nobody touched for so long is dropped. */
  readonly expiryMs: number;
  /** `Date.now`, or a test's clock. */
  readonly now?: () => number;
}

/** Keeps sessions in this process. They end with it. */
export class MemorySessionStore<Event> implements SessionStore<Event> {
  readonly #logs = new Map<string, Log<Event>>();
  readonly #expiryMs: number;
  readonly #now: () => number;

  constructor({ expiryMs, now = Date.now }: MemorySessionStoreOptions) {
    this.#expiryMs = expiryMs;
    this.#now = now;
  }

  async acquire(session: string, owner: string): Promise<{ lease: Lease; events: readonly Stored<Event>[] }> {
    this.#dropExpired();
    const log = this.#logs.get(session) ?? { epoch: 0, owner, touchedAt: 0, events: [], keys: new Set<string>() };
    log.epoch += 1;
    log.owner = owner;
    this.#logs.set(session, log);
    this.#renew(session, log);
    return { lease: { session, owner, epoch: log.epoch }, events: [...log.events] };
  }

  append(lease: Lease, key: string, event: Event): Appended {
    const log = this.#logs.get(lease.session);
    if (log?.epoch !== lease.epoch || log.owner !== lease.owner) return 'fenced';
    if (log.keys.has(key)) return 'duplicate';
    const id = String(log.events.length + 1);
    log.keys.add(key);
    log.events.push({ id, event });
    this.#renew(lease.session, log);
    return { id };
  }

  async read(session: string, after?: string): Promise<readonly Stored<Event>[] | undefined> {
    this.#dropExpired();
    const events = this.#logs.get(session)?.events;
    if (!events || after === undefined) return events && [...events];
    const at = events.findIndex(({ id }) => id === after);
    return at < 0 ? undefined : events.slice(at + 1);
  }

  async touch(session: string): Promise<void> {
    const log = this.#logs.get(session);
    if (log) this.#renew(session, log);
  }

  async destroy(session: string): Promise<void> {
    this.#logs.delete(session);
  }

  async ready(): Promise<void> {}

  async close(): Promise<void> {}

  /** The map stays in order of use, so that whatever has expired stands at its front. A hundredth of its time more or less does not matter. */
  #renew(session: string, log: Log<Event>): void {
    const now = this.#now();
    if (now - log.touchedAt < this.#expiryMs / 100) return;
    log.touchedAt = now;
    this.#logs.delete(session);
    this.#logs.set(session, log);
  }

  #dropExpired(): void {
    for (const [session, log] of this.#logs) {
      if (this.#now() - log.touchedAt < this.#expiryMs) return;
      this.#logs.delete(session);
    }
  }
}
