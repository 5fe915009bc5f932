import type { HistoryEntry } from '../model/model.ts';
import { bytesOf, shortEntry } from './short-entry.ts';

/** Turns whose results are shown whole. What strangers wrote is not carried along for ever. */
const wholeTurns = 2;

/** Of a past: what of it is shown. */
export interface Shown {
  readonly entries: readonly HistoryEntry[];
  /** Whether older turns are left out. */
  readonly isShortened: boolean;
}

interface Turn {
  /** Where it begins. */
  readonly start: number;
  /** With long results as stubs, and as it is. */
  shortBytes: number;
  wholeBytes: number;
}

/**
 * What a model is shown of a conversation that grows at its end. Each entry is looked at once, so a turn costs the same
 * however long the conversation is.
 */
export class PastView {
  readonly #maxBytes: number;
  readonly #turns: Turn[] = [];
  /** All entries, with long results as stubs. */
  readonly #short: HistoryEntry[] = [];
  /** The first entry of which something is left out. */
  #firstStub = Infinity;
  #last: HistoryEntry | undefined;
  /** The first turn that is kept, and how much those from it on take with stubs. */
  #first = 0;
  #keptBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether this past goes on from what was looked at so far. */
  continues(past: readonly HistoryEntry[], maxBytes: number): boolean {
    const { length } = this.#short;
    return maxBytes === this.#maxBytes && length <= past.length && past[length - 1] === this.#last;
  }

  /** @param past all of it; what was looked at before is not looked at again. */
  show(past: readonly HistoryEntry[]): Shown {
    this.#lookAt(past);
    const first = this.#firstFitting();
    const from = this.#startOf(first);
    const whole = Math.max(from, this.#startOf(this.#turns.length - wholeTurns));
    if (first === 0 && this.#firstStub >= whole) return { entries: past, isShortened: false };
    return { entries: this.#short.slice(from, whole).concat(past.slice(whole)), isShortened: first > 0 };
  }

  #lookAt(past: readonly HistoryEntry[]): void {
    for (const entry of past.slice(this.#short.length)) {
      if (entry.role === 'user' || this.#turns.length === 0) this.#open();
      this.#add(entry);
    }
    this.#drop();
  }

  #open(): void {
    this.#drop();
    this.#turns.push({ start: this.#short.length, shortBytes: 0, wholeBytes: 0 });
  }

  #add(entry: HistoryEntry): void {
    const short = shortEntry(entry);
    const wholeBytes = bytesOf(entry);
    const shortBytes = short === entry ? wholeBytes : bytesOf(short);
    const turn = this.#turns.at(-1);
    if (turn) {
      turn.wholeBytes += wholeBytes;
      turn.shortBytes += shortBytes;
    }
    this.#keptBytes += shortBytes;
    if (short !== entry) this.#firstStub = Math.min(this.#firstStub, this.#short.length);
    this.#short.push(short);
    this.#last = entry;
  }

  /** Whenever a turn makes it too much, half of what is allowed is kept: the beginning then stays for many turns. */
  #drop(): void {
    if (this.#keptBytes <= this.#maxBytes) return;
    const last = this.#turns.length - 1;
    for (; this.#first < last && this.#keptBytes > this.#maxBytes / 2; this.#first += 1) {
      this.#keptBytes -= this.#turns[this.#first]?.shortBytes ?? 0;
    }
  }

  /** The newest turns count as they are, which may be more than fits. The last one stays in any case. */
  #firstFitting(): number {
    const last = this.#turns.length - 1;
    let bytes = this.#keptBytes;
    for (const { wholeBytes, shortBytes } of this.#turns.slice(-wholeTurns)) bytes += wholeBytes - shortBytes;
    let first = this.#first;
    for (; first < last && bytes > this.#maxBytes; first += 1) bytes -= this.#shownBytes(first);
    return first;
  }

  #shownBytes(at: number): number {
    const turn = this.#turns[at];
    const isWhole = at >= this.#turns.length - wholeTurns;
    return (isWhole ? turn?.wholeBytes : turn?.shortBytes) ?? 0;
  }

  #startOf(turn: number): number {
    return this.#turns[turn]?.start ?? 0;
  }
}
