import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../log.ts';
import { GrowingFile, modifiedAt, syncFolder } from './growing-file.ts';
import { eventId, formatLine, parseLines, type SessionLines } from './session-lines.ts';
import type { Appended, Lease, Stored } from './session-store.ts';
import { diskError } from './store-error.ts';

export interface SessionFileOptions {
  readonly path: string;
  readonly expiryMs: number;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn'>;
}

/** What has to be known to append: no events. */
interface State {
  readonly file: GrowingFile;
  readonly keys: Set<string>;
  epoch: number;
  owner: string;
  touchedAt: number;
}

interface Append<Event> {
  readonly lease: Lease;
  readonly key: string;
  readonly event: Event;
}

interface Batch<Event> {
  readonly appends: Append<Event>[];
  readonly done: Promise<readonly Appended[]>;
}

/** One session's file. Jobs run one after the other; appends that wait at the same time share one write and one sync. */
export class SessionFile<Event> {
  readonly #options: SessionFileOptions;
  /** There while the session is in use. */
  #state: State | undefined;
  /** Appends that have not begun, and that others may still join. */
  #batch: Batch<Event> | undefined;
  /** The epoch whose appends are refused because one of them failed: a log has no hole. */
  #broken: { readonly epoch: number; readonly reason: unknown } | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #jobs = 0;
  #usedAt: number;

  constructor(options: SessionFileOptions) {
    this.#options = options;
    this.#usedAt = options.now();
  }

  /** Since when nothing has been under way; undefined while something is, or has to be remembered. */
  get idleSince(): number | undefined {
    return this.#jobs === 0 && !this.#broken ? this.#usedAt : undefined;
  }

  acquire(session: string, owner: string): Promise<{ lease: Lease; events: readonly Stored<Event>[] }> {
    return this.#run(async () => {
      await this.#release();
      const former = await this.#load();
      const state = former?.state ?? (await this.#create());
      const epoch = state.epoch + 1;
      await this.#write(state, (former ? '' : formatLine({ session })) + formatLine({ epoch, owner }));
      if (!former) await syncFolder(dirname(this.#options.path));
      state.epoch = epoch;
      state.owner = owner;
      this.#broken = undefined;
      return { lease: { session, owner, epoch }, events: former?.lines.events ?? [] };
    });
  }

  async append(lease: Lease, key: string, event: Event): Promise<Appended> {
    const batch = (this.#batch ??= this.#startBatch());
    const place = batch.appends.push({ lease, key, event }) - 1;
    const answers = await batch.done;
    return answers[place] ?? 'fenced';
  }

  read(): Promise<readonly Stored<Event>[] | undefined> {
    return this.#run(async () => {
      if (!(await this.#isAlive())) return undefined;
      const content = await readFile(this.#options.path).catch((thrown: unknown) => this.#fail(thrown));
      return parseLines<Event>(content)?.events;
    });
  }

  touch(): Promise<void> {
    return this.#run(async () => {
      if (!(await this.#isAlive())) return;
      const now = this.#options.now();
      await utimes(this.#options.path, now / 1_000, now / 1_000).catch((thrown: unknown) => this.#fail(thrown));
      if (this.#state) this.#state.touchedAt = now;
    });
  }

  destroy(): Promise<void> {
    return this.#run(() => this.#remove());
  }

  /** Destroys the session if nobody has used it for too long by now. */
  expire(): Promise<void> {
    return this.#run(async () => {
      if (!(await this.#isAlive())) await this.#remove();
    });
  }

  /** Lets the jobs end and the file go. */
  close(): Promise<void> {
    return this.#run(() => this.#release());
  }

  #run<Result>(job: () => Promise<Result>): Promise<Result> {
    // Whoever appends behind this job must not join those in front of it.
    this.#batch = undefined;
    this.#jobs += 1;
    const done = this.#last.then(job).finally(() => {
      this.#jobs -= 1;
      this.#usedAt = this.#options.now();
    });
    this.#last = done.catch(() => {});
    return done;
  }

  #startBatch(): Batch<Event> {
    const appends: Append<Event>[] = [];
    return { appends, done: this.#run(() => this.#appendAll(appends)) };
  }

  async #appendAll(appends: readonly Append<Event>[]): Promise<Appended[]> {
    if (this.#batch?.appends === appends) this.#batch = undefined;
    if (!(await this.#isAlive())) await this.#remove();
    const state = this.#state ?? (await this.#load())?.state;
    if (!state) return appends.map(() => 'fenced');
    const { answers, keys, text } = this.#decide(state, appends);
    if (text) await this.#write(state, text);
    for (const key of keys) state.keys.add(key);
    return answers;
  }

  #decide(state: State, appends: readonly Append<Event>[]): { answers: Appended[]; keys: Set<string>; text: string } {
    const keys = new Set<string>();
    let text = '';
    const answers = appends.map(({ lease, key, event }): Appended => {
      if (lease.epoch !== state.epoch || lease.owner !== state.owner) return 'fenced';
      if (this.#broken?.epoch === lease.epoch) throw this.#broken.reason;
      if (state.keys.has(key) || keys.has(key)) return 'duplicate';
      keys.add(key);
      text += formatLine({ key, event });
      return { id: eventId(state.keys.size + keys.size) };
    });
    return { answers, keys, text };
  }

  async #write(state: State, text: string): Promise<void> {
    try {
      await state.file.append(text);
      state.touchedAt = this.#options.now();
    } catch (thrown) {
      this.#broken = { epoch: state.epoch, reason: thrown };
      await this.#release();
      throw thrown;
    }
  }

  async #create(): Promise<State> {
    const file = await GrowingFile.create(this.#options.path);
    this.#state = { file, keys: new Set(), epoch: 0, owner: '', touchedAt: 0 };
    return this.#state;
  }

  /** Takes up what the file says, repaired where a crash tore it. */
  async #load(): Promise<{ state: State; lines: SessionLines<Event> } | undefined> {
    const { path, expiryMs, now } = this.#options;
    const found = await GrowingFile.open(path);
    if (!found) return undefined;
    const { file, content, modifiedAt: touchedAt } = found;
    const lines = now() - touchedAt < expiryMs ? parseLines<Event>(content) : undefined;
    if (!lines) {
      await file.close();
      return undefined;
    }
    if (lines.bytes < content.length) await this.#repair(file, content, lines.bytes);
    const { epoch, owner, keys } = lines;
    const state = { file, keys: new Set(keys), epoch, owner, touchedAt };
    this.#state = state;
    return { state, lines };
  }

  /** A torn last line was never answered, and goes. Whole lines behind one that makes no sense are somebody's loss: they are kept aside. */
  async #repair(file: GrowingFile, content: Buffer, bytes: number): Promise<void> {
    const { path, log } = this.#options;
    const rest = content.subarray(bytes);
    const isTorn = !rest.includes('\n');
    if (!isTorn) await writeFile(damagedPart(path), rest, { flag: 'a' }).catch((thrown: unknown) => this.#fail(thrown));
    await file.cutTo(bytes);
    log.warn({ path, bytes: rest.length }, isTorn ? 'store dropped a torn line' : 'store set damaged lines aside');
  }

  async #isAlive(): Promise<boolean> {
    const { path, expiryMs, now } = this.#options;
    const touchedAt = this.#state?.touchedAt ?? (await modifiedAt(path));
    return touchedAt !== undefined && now() - touchedAt < expiryMs;
  }

  async #remove(): Promise<void> {
    await this.#release();
    const { path } = this.#options;
    await rm(path, { force: true }).catch((thrown: unknown) => this.#fail(thrown));
    await rm(damagedPart(path), { force: true }).catch((thrown: unknown) => this.#fail(thrown));
    await syncFolder(dirname(path));
  }

  async #release(): Promise<void> {
    const state = this.#state;
    this.#state = undefined;
    await state?.file.close();
  }

  #fail(thrown: unknown): never {
    throw diskError(this.#options.path, thrown);
  }
}

function damagedPart(path: string): string {
  return `${path}.damaged`;
}
