import type { Credentials } from '../connection/credentials.ts';
import { readRecord, writeRecord, type SessionRecord } from '../connection/session-record.ts';
import type { Clock } from '../tab/clock.ts';
import type { TabStorage } from '../tab/tab.ts';
import type { Pending } from './turns.ts';

export interface SessionKeeperPorts {
  readonly clock: Clock;
  readonly credentials: Credentials;
  /** Undefined where nothing is to be kept. */
  readonly storage: () => TabStorage | undefined;
  /** Undefined while the element is in no page: then nothing is kept. */
  readonly recordName: () => string | undefined;
  /** Whose the conversation is; undefined where all tabs of the browser share it. */
  readonly owner: () => string | undefined;
  /** What an earlier page has kept is to be taken up. */
  readonly isRestoring: () => boolean;
  readonly pending: () => Pending | undefined;
  /** How long the server keeps a conversation that no page takes up; undefined where it does not say. */
  readonly sessionMs: () => number | undefined;
}

const keptMs = 24 * 3_600_000;

type KeptMessage = NonNullable<SessionRecord['pending']>;

/** Keeps what the next page needs to go on with a conversation, and takes up what the one before has kept. */
export class SessionKeeper {
  readonly #ports: SessionKeeperPorts;
  #kept: KeptMessage | undefined;
  #isReleased = false;

  constructor(ports: SessionKeeperPorts) {
    this.#ports = ports;
  }

  save(): void {
    const { credentials, pending, clock, sessionMs, isRestoring, owner } = this.#ports;
    const { held, former } = credentials;
    // A page that goes before it has taken up what is kept leaves it to the next one.
    if (this.#isReleased || (isRestoring() && !held)) return;
    const message = keptMessage(pending()) ?? this.#kept;
    const isOfUse = held ?? former ?? message;
    const expiresAt = clock.now() + (sessionMs() ?? keptMs);
    this.#write(isOfUse && { tab: owner(), held, former, pending: message, expiresAt });
  }

  /** Gives the page the session of the page before. */
  takeUp(): void {
    const record = this.#read();
    this.#ports.credentials.take(record?.held, record?.former);
    this.#kept = record?.pending;
  }

  /** What is kept belongs to another tab, of which this one is a copy. */
  drop(): void {
    this.#write(undefined);
  }

  /** Another page may have got a newer token than this one has. */
  renewToken(): void {
    const { credentials } = this.#ports;
    const mine = credentials.held;
    const kept = mine && this.#read()?.held;
    if (kept && kept.session === mine.session && kept.epoch > mine.epoch) credentials.take(kept, credentials.former);
  }

  /** The message that the page before could not see through. Given once. */
  takePending(): Pending | undefined {
    const kept = this.#kept;
    this.#kept = undefined;
    if (!kept) return undefined;
    const { turn, ...message } = kept;
    return { message: { type: 'user.message', ...message }, turn };
  }

  /** Another tab keeps the session from here on. */
  release(): void {
    this.#isReleased = true;
  }

  takeBack(): void {
    this.#isReleased = false;
  }

  #read(): SessionRecord | undefined {
    const { storage, recordName, clock, owner } = this.#ports;
    const name = recordName();
    return name === undefined ? undefined : readRecord(storage(), name, { now: clock.now(), tab: owner() });
  }

  #write(record: SessionRecord | undefined): void {
    const name = this.#ports.recordName();
    if (name !== undefined) writeRecord(this.#ports.storage(), name, record);
  }
}

function keptMessage(pending: Pending | undefined): KeptMessage | undefined {
  if (!pending) return undefined;
  const { id, text, toolChoice, origin } = pending.message;
  return { id, text, toolChoice, origin, turn: pending.turn };
}
