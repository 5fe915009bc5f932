import type { TabStorage } from '../tab/tab.ts';

export interface KeptListOptions<T> {
  readonly name: string;
  /** Undefined where the browser forbids it. Asked each time: it may be forbidden any time. */
  readonly storage: () => TabStorage | undefined;
  /** The entry, if it is one; whatever else stands there was spoiled by somebody. */
  readonly parse: (value: unknown) => T | undefined;
  /** The oldest give way to new ones beyond so many. */
  readonly most: number;
}

/**
 * A list in this browser's storage, which all tabs share, oldest first. Where nothing can be stored, it lives as long
 * as the page. Never throws.
 */
export class KeptList<T> {
  readonly #options: KeptListOptions<T>;
  #inMemory: readonly T[] | undefined;

  constructor(options: KeptListOptions<T>) {
    this.#options = options;
  }

  read(): readonly T[] {
    if (this.#inMemory) return this.#inMemory;
    try {
      const { name, storage, parse } = this.#options;
      const value: unknown = JSON.parse(storage()?.getItem(name) ?? '[]');
      return Array.isArray(value) ? value.flatMap((entry: unknown) => parse(entry) ?? []) : [];
    } catch {
      return [];
    }
  }

  write(entries: readonly T[]): void {
    const { name, storage, most } = this.#options;
    const kept = entries.slice(-most);
    try {
      const opened = storage();
      opened?.setItem(name, JSON.stringify(kept));
      this.#inMemory = opened ? undefined : kept;
    } catch {
      this.#inMemory = kept;
    }
  }
}
