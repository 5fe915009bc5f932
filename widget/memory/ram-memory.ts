import type { JsonValue } from '../../shared/json.ts';
import { cost, measure, refuseOverflow } from './memory-limits.ts';
import type { MemoryRecord, MemoryStore, Provenance } from './memory-store.ts';

/** Remembers until the page is closed. Used where the browser refuses storage. */
export class RamMemory implements MemoryStore {
  /** Oldest first. Values are kept as text, so that nobody can change one from outside. */
  readonly #records = new Map<string, Omit<MemoryRecord, 'key' | 'value'> & { readonly text: string }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async put(key: string, value: JsonValue, provenance?: Provenance) {
    const { text, bytes } = measure(value);
    const others = [...this.#records].filter(([other]) => other !== key);
    const used = others.reduce((sum, [other, record]) => sum + cost({ key: other, bytes: record.bytes }), 0);
    refuseOverflow(used + cost({ key, bytes }));

    const replaced = this.#records.delete(key);
    const updated = new Date(this.#now()).toISOString();
    this.#records.set(key, { text, bytes, updated, ...(provenance && { provenance }) });
    return { replaced, bytes, persisted: false };
  }

  async get(key: string): Promise<MemoryRecord | undefined> {
    const record = this.#records.get(key);
    if (!record) return undefined;
    const { text, ...about } = record;
    return { key, value: JSON.parse(text), ...about };
  }

  async list(prefix: string) {
    const items = [...this.#records]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, { text: _text, ...about }]) => ({ key, ...about }))
      .toReversed();
    return { items, persisted: false };
  }

  async delete(key: string): Promise<boolean> {
    return this.#records.delete(key);
  }
}
