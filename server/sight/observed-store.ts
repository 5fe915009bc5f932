import type { SessionEvent } from '../loop/event.ts';
import type { Appended, Lease, SessionStore, Stored } from '../store/session-store.ts';
import type { Aside } from './aside.ts';
import type { Metrics } from './metrics.ts';
import type { Spread, Tally } from './meters.ts';
import type { TurnWatch } from './turn-watch.ts';

export interface StoreSight {
  readonly metrics: Metrics;
  readonly turns: TurnWatch;
  readonly aside: Pick<Aside, 'add' | 'settle'>;
  /** Milliseconds that only rise. */
  readonly now: () => number;
}

type Store = SessionStore<SessionEvent>;
type Operation = 'acquire' | 'append' | 'read' | 'touch' | 'destroy' | 'ready';

/** The same store, watched. What it answers at once is still answered at once, and its promises are passed on as they are. */
export function observedStore(store: Store, sight: StoreSight): Store {
  return new ObservedStore(store, sight);
}

class ObservedStore implements Store {
  readonly #store: Store;
  readonly #sight: StoreSight;
  readonly #appended: Tally;
  readonly #seconds: Spread;

  constructor(store: Store, sight: StoreSight) {
    this.#store = store;
    this.#sight = sight;
    this.#appended = sight.metrics.storeAppends.of('appended');
    this.#seconds = sight.metrics.storeSeconds.of();
  }

  async acquire(session: string, owner: string): Promise<{ lease: Lease; events: readonly Stored<SessionEvent>[] }> {
    const acquired = await this.#counted('acquire', this.#store.acquire(session, owner));
    this.#sight.aside.settle();
    this.#sight.turns.acquired(acquired.lease, acquired.events, this.#sight.now());
    return acquired;
  }

  append(lease: Lease, key: string, event: SessionEvent): Appended | Promise<Appended> {
    const from = this.#sight.now();
    const appended = this.#store.append(lease, key, event);
    if (!(appended instanceof Promise)) {
      // It took no time that would be worth another look at the clock, which costs more than the event.
      this.#note(appended, lease, event, from);
      return appended;
    }
    // Beside the caller's own, and before it: whoever waits for the answer finds it noted.
    appended.then(
      (answer) => {
        const at = this.#sight.now();
        this.#seconds.observe((at - from) / 1_000);
        this.#note(answer, lease, event, at);
      },
      () => {
        this.#sight.metrics.storeAppends.of('error').value += 1;
        this.#failed('append');
      },
    );
    return appended;
  }

  read(session: string, after?: string): Promise<readonly Stored<SessionEvent>[] | undefined> {
    return this.#counted('read', this.#store.read(session, after));
  }

  touch(session: string): Promise<void> {
    return this.#counted('touch', this.#store.touch(session));
  }

  destroy(session: string): Promise<void> {
    this.#sight.aside.settle();
    this.#sight.turns.lost(session, this.#sight.now());
    return this.#counted('destroy', this.#store.destroy(session));
  }

  ready(): Promise<void> {
    return this.#counted('ready', this.#store.ready());
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #note(appended: Appended, lease: Lease, event: SessionEvent, at: number): void {
    const { metrics, turns, aside } = this.#sight;
    if (typeof appended !== 'string') {
      this.#appended.value += 1;
      return aside.add(() => turns.appended(lease, event, at));
    }
    metrics.storeAppends.of(appended).value += 1;
    if (appended === 'fenced') aside.add(() => turns.lost(lease.session, at, lease.epoch));
  }

  #counted<Answer>(operation: Operation, answer: Promise<Answer>): Promise<Answer> {
    answer.catch(() => this.#failed(operation));
    return answer;
  }

  #failed(operation: Operation): void {
    this.#sight.metrics.storeErrors.of(operation).value += 1;
  }
}
