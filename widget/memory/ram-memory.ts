import type { JsonValue } from '../../shared/json.ts';
import { cost, measure, refuseOverflow } from './memory-limits.ts';
import type { MemoryRecord, MemoryStore } from './memory-store.ts';

/** Remembers until the page is closed. Used where the browser refuses storage. */
export class RamMemory implements MemoryStore {
  /** Oldest first. Values are kept as text, so that nobody can change one from outside. */
  readonly #records = new Map<string, { readonly text: string; readonly updated: string; readonly bytes: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async put(key: string, value: JsonValue) {
    const { text, bytes } = measure(value);
    const others = [...this.#records].filter(([other]) => other !== key);
    const used = others.reduce((sum, [other, record]) => sum + cost({ key: other, bytes: record.bytes }), 0);
    refuseOverflow(used + cost({ key, bytes }));

    const replaced = this.#records.delete(key);
    this.#records.set(key, { text, bytes, updated: new Date(this.#now()).toISOString() });
    return { replaced, bytes, persisted: false };
  }

  async get(key: string): Promise<MemoryRecord | undefined> {
    const record = this.#records.get(key);
    return record && { key, value: JSON.parse(record.text), updated: record.updated, bytes: record.bytes };
  }

  async list(prefix: string) {
    const items = [...this.#records]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, { updated, bytes }]) => ({ key, updated, bytes }))
      .toReversed();
    return { items, persisted: false };
  }

  async delete(key: string): Promise<boolean> {
    return this.#records.delete(key);
  }
}
