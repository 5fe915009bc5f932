import * as z from 'zod/mini';
import { decode } from '../../shared/protocol.ts';
import type { TabStorage } from '../tab/tab.ts';

const key = 'headless-agent.turns.';
const maxSessions = 50;

const marks = z.array(z.strictObject({ session: z.string(), turn: z.number() }));

/** The last turn of each session that is over, so that no call of an older one runs after its entry is gone. */
export class Watermarks {
  readonly #storage: TabStorage;
  readonly #key: string;

  constructor(storage: TabStorage, tab: string) {
    this.#storage = storage;
    this.#key = key + tab;
  }

  /** Zero when none is known. */
  of(session: string): number {
    return this.#read().find((mark) => mark.session === session)?.turn ?? 0;
  }

  /** Never lowers one. False when the storage has no room for it. */
  raise(session: string, turn: number): boolean {
    const others = this.#read().filter((mark) => mark.session !== session);
    return this.#write([...others, { session, turn: Math.max(turn, this.of(session)) }].slice(-maxSessions));
  }

  forget(session: string): void {
    this.#write(this.#read().filter((mark) => mark.session !== session));
  }

  /** Drops what can't be read. True when there was something. */
  dropSpoiled(): boolean {
    try {
      if (this.#storage.getItem(this.#key) === null || this.#parse()) return false;
      this.#storage.removeItem(this.#key);
    } catch {
      // What can't be read is as good as spoiled.
    }
    return true;
  }

  #read(): z.infer<typeof marks> {
    return this.#parse() ?? [];
  }

  #parse(): z.infer<typeof marks> | undefined {
    try {
      return decode(marks, this.#storage.getItem(this.#key) ?? '');
    } catch {
      return undefined;
    }
  }

  #write(list: z.infer<typeof marks>): boolean {
    try {
      if (list.length === 0) this.#storage.removeItem(this.#key);
      else this.#storage.setItem(this.#key, JSON.stringify(list));
      return true;
    } catch {
      return false;
    }
  }
}
