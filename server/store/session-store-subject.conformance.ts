import assert from 'node:assert/strict';
import type { Appended, Lease, SessionStore, Stored } from './session-store.ts';

export interface TestEvent {
  readonly n: number;
  /** Any JSON value. */
  readonly content?: unknown;
}

export type TestStore = SessionStore<TestEvent>;

/** One store under test, empty at first and of the case's own. */
export interface Subject {
  readonly store: TestStore;
  /** Much longer than a case takes. */
  readonly expiryMs: number;
  /** Lets so much time pass for the store. */
  readonly advance: (ms: number) => Promise<void>;
  /** Closes the store and opens the same sessions anew. A store that ends with its process has none. */
  readonly reopen?: () => Promise<TestStore>;
}

export interface ConformanceCase {
  readonly name: string;
  readonly run: (subject: Subject) => Promise<void>;
}

export interface DurableCase {
  readonly name: string;
  readonly run: (subject: Subject & Required<Pick<Subject, 'reopen'>>) => Promise<void>;
}

/** Appends event `n` under a key of its own. */
export async function append(store: TestStore, lease: Lease, n: number): Promise<string> {
  return idOf(await store.append(lease, `k${n}`, { n }));
}

/** A session with events 1 to `count`, and their ids. */
export async function fill(store: TestStore, session: string, count: number): Promise<{ lease: Lease; ids: string[] }> {
  const { lease } = await store.acquire(session, 'a');
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1) ids.push(await append(store, lease, n));
  return { lease, ids };
}

export function idOf(appended: Appended): string {
  if (typeof appended === 'string') assert.fail(`The event was not appended: ${appended}.`);
  return appended.id;
}

export function numbersOf(events: readonly Stored<TestEvent>[] | undefined): number[] | undefined {
  return events?.map(({ event }) => event.n);
}

export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
