import type { TabStorage } from './tab.ts';

/** A tab's storage. Each load of a page gets an object of its own, as a browser would give it. */
export class FakeStorage implements TabStorage {
  readonly items: Map<string, string>;
  /** From now on nothing can be written. */
  isFull = false;
  /** From now on nothing at all can be done. */
  isForbidden = false;

  constructor(items: ReadonlyMap<string, string> = new Map()) {
    this.items = new Map(items);
  }

  /** What "Duplicate tab" makes of it. */
  copy(): FakeStorage {
    return new FakeStorage(this.items);
  }

  get length(): number {
    this.#check();
    return this.items.size;
  }

  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    this.#check();
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#check();
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.#check();
    this.items.delete(key);
  }

  #check(): void {
    if (this.isForbidden) throw new DOMException('forbidden', 'SecurityError');
  }
}
