import { callHash } from '../../shared/call-hash.ts';
import { newId } from '../../shared/ids.ts';
import type { JsonObject } from '../../shared/json.ts';
import { fixedLimits } from '../../shared/limits.ts';
import type { LedgerCall, ToolResult } from '../../shared/protocol.ts';
import { readTab, writeTab, type Tab, type TabStorage } from '../tab/tab.ts';
import type { AskedCall, CallRecord, Found } from './call-record.ts';
import { turnOf, type LedgerEntry } from './entry.ts';
import { Shelf, type ShelvedEntry } from './shelf.ts';
import { Watermarks } from './watermarks.ts';

export interface LedgerParts {
  /** Held by nobody else, or by other elements of the page. */
  readonly storage: TabStorage;
  readonly tab: Tab;
  /** As `Date.now()` gives it. */
  readonly now: () => number;
  /** Where the page is, told of a call that led here. */
  readonly url: () => string;
}

/** What is written of a call before it has an effect. */
type BegunCall = Pick<LedgerEntry, 'session' | 'call' | 'hash' | 'ran'>;

/** What is told of a call when the conversation goes on. */
export interface DoneCall {
  readonly call: string;
  readonly result: ToolResult;
  /** The arguments that ran, where the person changed them. */
  readonly ran?: JsonObject;
}

/** A megabyte, as browsers count two bytes for each. */
const maxChars = 524_288;
/** What an entry takes whose result could not be kept. */
const plainChars = 600;
/** After this time a conversation that nobody takes up gives way to one that goes on. */
const staleMs = 3_600_000;

const notKept = {
  ok: false,
  error: {
    code: 'too_large',
    message: 'The tool ran to its end, but its result was too large to be kept while the page changed.',
  },
} as const satisfies ToolResult;

/**
 * What a tab knows of its effects, over reloads: that a call was begun, and what came of it. Everything is written at
 * once, before an effect begins, so that no page runs what an earlier one may have run. What is written of a turn that
 * is not over is never dropped for room.
 */
export class Ledger {
  readonly #parts: LedgerParts;
  readonly #shelf: Shelf;
  readonly #watermarks: Watermarks;
  /** Keys of calls that this page began. */
  readonly #running = new Set<string>();
  #tab: Tab;

  constructor(parts: LedgerParts) {
    const { storage, tab, now } = parts;
    this.#parts = parts;
    this.#tab = tab;
    this.#shelf = new Shelf(storage, tab.tab);
    this.#watermarks = new Watermarks(storage, tab.tab);
    this.#shelf.dropForgotten(now());
    const wasSpoiled = [this.#shelf.dropSpoiled(), this.#watermarks.dropSpoiled()].includes(true);
    if (wasSpoiled) this.#renew();
  }

  /** For a hello. */
  get identity(): Tab {
    this.#notice();
    const { tab, page, ledger } = this.#tab;
    return { tab, page, ledger };
  }

  /** Another one when something of what was written is lost. */
  get generation(): string {
    return this.identity.ledger;
  }

  /** A call's place here. Its hash is made of what was asked. */
  of({ session, call, name, args, definition }: AskedCall): CallRecord {
    const hash = callHash(name, args, definition);
    return {
      look: () => this.look(session, call, hash),
      start: (ran) => this.start({ session, call, hash, ran }),
      navigating: () => this.navigating(session, call),
      finish: (result) => this.finish(session, call, result),
    };
  }

  /** How the session's calls stand, for a hello. */
  report(session: string): LedgerCall[] {
    return this.#entriesOf(session)
      .map((entry) => ({ call: entry.call, hash: entry.hash, state: this.#stateOf(entry) }))
      .slice(0, fixedLimits.maxLedgerCalls);
  }

  look(session: string, call: string, hash: string): Found {
    const known = this.#shelf.read(this.#shelf.keyOf(session, call));
    if (!known) return { state: turnOf(call) > this.#watermarks.of(session) ? 'absent' : 'over' };
    const entry = known.entry && this.#arrive(known.entry);
    if (entry?.hash !== hash) return { state: 'other' };
    if (entry.state === 'done') return { state: 'done', result: entry.result, ...ranOf(entry) };
    return this.#running.has(known.key) ? { state: 'running' } : { state: 'started', ...ranOf(entry) };
  }

  /** To be called in the same step as the effect. False when it could not be written: the effect may not begin. */
  start(begun: BegunCall): boolean {
    this.#notice();
    const { session, call } = begun;
    const entry = { ...begun, at: this.#parts.now(), state: 'started' } as const;
    if (!this.#hasPlace() && !this.#makePlace(session)) return false;
    if (!this.#shelf.write(entry)) return false;
    this.#running.add(this.#shelf.keyOf(session, call));
    return true;
  }

  /** The call is about to leave the page. If it does, the page that comes next answers it. */
  navigating(session: string, call: string): void {
    const entry = this.#read(session, call);
    if (entry?.state === 'started') this.#shelf.write({ ...entry, state: 'navigating' });
  }

  /** Keeps the result of a call that was begun; of another one, or one whose turn is over, there is nothing to keep. */
  finish(session: string, call: string, result: ToolResult): void {
    this.#running.delete(this.#shelf.keyOf(session, call));
    const entry = this.#read(session, call);
    if (entry) this.#settle(entry, result);
  }

  /** Results that the server may not have. A call that led to this page is done by that. */
  doneCalls(session: string): DoneCall[] {
    return this.#entriesOf(session).flatMap((known) => {
      const entry = this.#arrive(known);
      return entry.state === 'done' ? [{ call: entry.call, result: entry.result, ...ranOf(entry) }] : [];
    });
  }

  /** The server has all of a turn: its calls, and those of turns before, are never run from now on. */
  turnEnded(session: string, turn: number): void {
    // An entry that can't be replaced by the mark stays.
    if (!this.#watermarks.raise(session, turn)) return;
    this.#drop((entry) => entry.session === session && turnOf(entry.call) <= turn);
  }

  /** The session is given up, here or on the server. */
  forget(session: string): void {
    this.#watermarks.forget(session);
    this.#drop((entry) => entry.session === session);
  }

  #read(session: string, call: string): LedgerEntry | undefined {
    return this.#shelf.read(this.#shelf.keyOf(session, call))?.entry;
  }

  #entriesOf(session: string): LedgerEntry[] {
    return this.#shelf.all().flatMap(({ entry }) => (entry?.session === session ? [entry] : []));
  }

  #stateOf(entry: LedgerEntry): LedgerCall['state'] {
    const isHere = this.#running.has(this.#shelf.keyOf(entry.session, entry.call));
    return isHere && entry.state !== 'done' ? 'running' : entry.state;
  }

  /** A call that was about to leave an earlier page has arrived. Its answer stays the same from here on. */
  #arrive(entry: LedgerEntry): LedgerEntry {
    if (this.#stateOf(entry) !== 'navigating') return entry;
    return this.#settle(entry, { ok: true, value: { navigated: true, url: placeOf(this.#parts.url()) } });
  }

  #settle({ session, call, hash, at, ran }: LedgerEntry, result: ToolResult): LedgerEntry {
    const done = { session, call, hash, at, ran, state: 'done', result } as const;
    const isKept = this.#used() + JSON.stringify(result).length <= maxChars && this.#shelf.write(done);
    // What can't be written either way stays as it was: begun, and its end unknown.
    if (!isKept) this.#shelf.write({ ...done, result: notKept });
    return done;
  }

  #used(): number {
    return this.#shelf.all().reduce((sum, { chars }) => sum + chars, 0);
  }

  #hasPlace(): boolean {
    return this.#shelf.all().length < fixedLimits.maxLedgerCalls && this.#used() + plainChars <= maxChars;
  }

  /** Conversations that nobody has taken up for long give way; that their calls are over stays known. */
  #makePlace(session: string): boolean {
    const isStale = ({ entry }: ShelvedEntry): boolean =>
      entry !== undefined && entry.session !== session && this.#parts.now() - entry.at > staleMs;
    for (const { entry } of this.#shelf.all().filter(isStale)) {
      if (entry) this.turnEnded(entry.session, turnOf(entry.call));
    }
    return this.#hasPlace();
  }

  #drop(isDue: (entry: LedgerEntry) => boolean): void {
    for (const { key, entry } of this.#shelf.all()) {
      if (!entry || !isDue(entry)) continue;
      this.#shelf.remove(key);
      this.#running.delete(key);
    }
  }

  /** A page that empties its storage takes the entries with it. Another element of the page may have noticed first. */
  #notice(): void {
    const record = readTab(this.#parts.storage);
    if (record?.tab !== this.#tab.tab) this.#renew();
    else this.#tab = { ...this.#tab, ledger: record.ledger };
  }

  #renew(): void {
    this.#tab = { ...this.#tab, ledger: newId() };
    try {
      writeTab(this.#parts.storage, { ...this.#tab, left: false });
    } catch {
      // Then no later page finds the old name there either, or it finds it unsaid that this page has left.
    }
  }
}

function ranOf({ ran }: LedgerEntry): Pick<DoneCall, 'ran'> {
  return ran ? { ran } : {};
}

/** A success and not the error `navigated`: the page is where the call led. What its query holds is the person's. */
function placeOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
