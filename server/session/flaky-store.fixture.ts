import { AgentError } from '../../shared/errors.ts';
import type { Appended, Lease } from '../store/session-store.ts';
import type { Store } from './house.fixture.ts';

/** Lets so many turns of the event loop pass. */
export async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) await new Promise(setImmediate);
}

export const unavailable = new AgentError('unavailable', 'The store is down.');

/**
 * One server's way to a store over a slow network: events arrive in order, answers in any. While it is down an
 * append is lost on the way there or on the way back, and everything after it under the same lease fails alike.
 */
export class FlakyStore implements Store {
  isDown = false;
  /** The server is gone: nothing that it was waiting for comes. */
  isDead = false;
  readonly #inner: Store;
  readonly #chance: () => number;
  readonly #broken = new WeakSet<Lease>();
  #arrived: Promise<unknown> = Promise.resolve();

  constructor(inner: Store, chance: () => number) {
    this.#inner = inner;
    this.#chance = chance;
  }

  readonly acquire: Store['acquire'] = (session, owner) => this.#ask(() => this.#inner.acquire(session, owner));
  readonly read: Store['read'] = (session, after) => this.#ask(() => this.#inner.read(session, after));
  readonly touch: Store['touch'] = (session) => this.#ask(() => this.#inner.touch(session));
  readonly destroy: Store['destroy'] = (session) => this.#ask(() => this.#inner.destroy(session));
  readonly ready: Store['ready'] = () => this.#ask(() => this.#inner.ready());
  readonly close: Store['close'] = async () => {};

  readonly append: Store['append'] = (lease, key, event) => {
    const arrived = this.#arrived.then(async () => {
      await this.#wait(2);
      return this.#arrive(lease, () => this.#inner.append(lease, key, event));
    });
    this.#arrived = arrived.catch(() => {});
    return this.#back(lease, arrived);
  };

  async #arrive(lease: Lease, append: () => Appended | Promise<Appended>): Promise<Appended> {
    if (this.isDead) return new Promise<never>(() => {});
    const isLostBefore = this.isDown && this.#chance() < 0.5;
    if (this.#broken.has(lease) || isLostBefore) return this.#break(lease);
    const appended = await append();
    return this.isDown ? this.#break(lease) : appended;
  }

  async #back(lease: Lease, arrived: Promise<Appended>): Promise<Appended> {
    const appended = await arrived;
    await this.#wait(3);
    if (this.isDead) return new Promise<never>(() => {});
    return this.#broken.has(lease) ? this.#break(lease) : appended;
  }

  #break(lease: Lease): never {
    this.#broken.add(lease);
    throw unavailable;
  }

  async #ask<T>(what: () => Promise<T>): Promise<T> {
    await this.#wait(2);
    if (this.isDead) return new Promise<never>(() => {});
    if (this.isDown) throw unavailable;
    const answer = await what();
    await this.#wait(2);
    return answer;
  }

  #wait(most: number): Promise<void> {
    return ticks(Math.floor(this.#chance() * (most + 1)));
  }
}
