import type { Appended, Lease } from './session-store.ts';

/** An event on its way, as JSON. */
export interface Append {
  readonly lease: Lease;
  readonly key: string;
  readonly json: string;
}

interface Waiting extends Append {
  readonly resolve: (appended: Appended) => void;
  readonly reject: (reason: unknown) => void;
}

/** Answers the appends of one lease, all together. */
export type SendAppends = (lease: Lease, appends: readonly Append[]) => Promise<readonly Appended[]>;

/** So that one session's burst does not keep the server from the others. */
const maxTogether = 128;

/**
 * Keeps each session's appends in order: one batch is on its way, what comes meanwhile goes with the next.
 * When one fails, all behind it under the same lease fail alike: a log has no hole.
 */
export class AppendQueue {
  readonly #send: SendAppends;
  /** What waits in each session that has a batch on its way. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #broken = new WeakMap<Lease, { readonly reason: unknown }>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(send: SendAppends) {
    this.#send = send;
  }

  append(append: Append): Promise<Appended> {
    return new Promise((resolve, reject) => {
      const { session } = append.lease;
      const waiting = this.#waiting.get(session);
      const entry = { ...append, resolve, reject };
      if (waiting) return void waiting.push(entry);
      this.#waiting.set(session, [entry]);
      const drained = this.#drain(session).finally(() => this.#underWay.delete(drained));
      this.#underWay.add(drained);
    });
  }

  /** Resolves when nothing is on its way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #drain(session: string): Promise<void> {
    const waiting = this.#waiting.get(session) ?? [];
    // Appends made in one go travel together.
    await Promise.resolve();
    for (let batch = takeBatch(waiting); batch.length > 0; batch = takeBatch(waiting)) await this.#settle(batch);
    this.#waiting.delete(session);
  }

  async #settle(batch: readonly Waiting[]): Promise<void> {
    const lease = batch[0]?.lease;
    if (!lease) return;
    try {
      const broken = this.#broken.get(lease);
      if (broken) throw broken.reason;
      const answers = await this.#send(lease, batch);
      batch.forEach(({ resolve }, at) => resolve(answers[at] ?? 'fenced'));
    } catch (reason) {
      this.#broken.set(lease, { reason });
      for (const { reject } of batch) reject(reason);
    }
  }
}

/** The first ones, as far as they are under one lease. */
function takeBatch(waiting: Waiting[]): Waiting[] {
  const lease = waiting[0]?.lease;
  const other = waiting.findIndex((append) => append.lease !== lease);
  return waiting.splice(0, Math.min(other < 0 ? waiting.length : other, maxTogether));
}
