import type { TabStorage } from '../tab/tab.ts';
import { parseEntry, type LedgerEntry } from './entry.ts';

const prefix = 'headless-agent.call.';

/** Longer than any session lives: whatever is this old was left behind by a tab that this one is a copy of. */
const forgottenMs = 7 * 24 * 3_600_000;

/** An entry with where it lies and how much room it takes. */
export interface ShelvedEntry {
  readonly key: string;
  readonly chars: number;
  /** Missing when it is spoiled. */
  readonly entry: LedgerEntry | undefined;
}

/**
 * One key of the storage for each call, so that two elements of a page do not write over each other. The keys carry
 * the tab: a copy of a tab sees nothing of what was copied.
 */
export class Shelf {
  readonly #storage: TabStorage;
  readonly #prefix: string;

  constructor(storage: TabStorage, tab: string) {
    this.#storage = storage;
    this.#prefix = `${prefix}${tab}.`;
  }

  keyOf(session: string, call: string): string {
    return this.#prefix + JSON.stringify([session, call]);
  }

  /** Undefined when there is nothing. Where nothing can be read any more, there may be something. */
  read(key: string): ShelvedEntry | undefined {
    try {
      const text = this.#storage.getItem(key);
      return text === null ? undefined : { key, chars: key.length + text.length, entry: parseEntry(text) };
    } catch {
      return { key, chars: 0, entry: undefined };
    }
  }

  all(): ShelvedEntry[] {
    return this.#keys(this.#prefix).flatMap((key) => this.read(key) ?? []);
  }

  /** False when the storage has no room for it. */
  write(entry: LedgerEntry): boolean {
    try {
      this.#storage.setItem(this.keyOf(entry.session, entry.call), JSON.stringify(entry));
      return true;
    } catch {
      return false;
    }
  }

  remove(key: string): void {
    try {
      this.#storage.removeItem(key);
    } catch {
      // What stays is never run again: no more is asked of it.
    }
  }

  /** Drops what is spoiled. True when there was something: what else is missing nobody knows. */
  dropSpoiled(): boolean {
    const spoiled = this.all().filter(({ entry }) => !entry);
    for (const { key } of spoiled) this.remove(key);
    return spoiled.length > 0;
  }

  /** Drops what a copied tab brought along and nobody will ask for. */
  dropForgotten(now: number): void {
    for (const key of this.#keys(prefix)) {
      const entry = this.read(key)?.entry;
      if (entry && now - entry.at > forgottenMs) this.remove(key);
    }
  }

  #keys(start: string): string[] {
    try {
      const keys = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index) ?? '');
      return keys.filter((key) => key.startsWith(start));
    } catch {
      return [];
    }
  }
}
