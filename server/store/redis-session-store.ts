import { createHash, randomBytes } from 'node:crypto';
import { AppendQueue, type Append } from './append-queue.ts';
import type { RedisConnection } from './redis-connection.ts';
import { acquireScript, appendScript, readScript, touchScript } from './redis-session-scripts.ts';
import type { Appended, Lease, SessionStore, Stored } from './session-store.ts';
import { storeError } from './store-error.ts';

export interface RedisSessionStoreOptions {
  readonly connection: RedisConnection;
  /** A session that nobody touched for so long is dropped. */
  readonly expiryMs: number;
}

/** How long a server that is asked whether it is there may take. */
const readyMs = 1_000;

/** Keeps sessions in Redis or Valkey, for any number of nodes: each write is one script and one round trip. */
export class RedisSessionStore<Event> implements SessionStore<Event> {
  readonly #connection: RedisConnection;
  readonly #expiryMs: string;
  readonly #appends = new AppendQueue((lease, appends) => this.#appendAll(lease, appends));
  /** The id of the last event that the owner of a lease knows of. */
  readonly #lastSeen = new WeakMap<Lease, string>();
  /** With a number behind it, the mark of an append that no other carries. */
  readonly #mark = randomBytes(9).toString('base64url');
  #marks = 0;

  constructor({ connection, expiryMs }: RedisSessionStoreOptions) {
    this.#connection = connection;
    this.#expiryMs = String(expiryMs);
  }

  async acquire(session: string, owner: string): Promise<{ lease: Lease; events: readonly Stored<Event>[] }> {
    const reply = await acquireScript.run(this.#connection, keysOf(session), [encode(owner), this.#expiryMs]);
    const [epoch, last, entries] = asList(reply);
    const lease = { session, owner, epoch: Number(epoch) };
    this.#lastSeen.set(lease, asText(last));
    return { lease, events: asList(entries).map((entry) => eventOf<Event>(entry)) };
  }

  append(lease: Lease, key: string, event: Event): Promise<Appended> {
    return this.#appends.append({ lease, key: encode(key), json: JSON.stringify(event) });
  }

  async read(session: string, after?: string): Promise<readonly Stored<Event>[] | undefined> {
    if (after !== undefined && !isId(after)) return undefined;
    const reply = await readScript.run(this.#connection, keysOf(session), [after ?? '-']);
    if (reply === null) return undefined;
    const events = asList(reply).map((entry) => eventOf<Event>(entry));
    if (after === undefined) return events;
    return events[0]?.id === after ? events.slice(1) : undefined;
  }

  async touch(session: string): Promise<void> {
    await touchScript.run(this.#connection, keysOf(session), [this.#expiryMs]);
  }

  async destroy(session: string): Promise<void> {
    await this.#connection.send(['UNLINK', ...keysOf(session)]);
  }

  async ready(): Promise<void> {
    await this.#connection.send(['PING'], readyMs);
  }

  async close(): Promise<void> {
    await this.#appends.idle();
    await this.#connection.close();
  }

  async #appendAll(lease: Lease, appends: readonly Append[]): Promise<Appended[]> {
    const { session, owner, epoch } = lease;
    // Made once: a second try has to find what the first one wrote.
    const events = appends.flatMap(({ key, json }) => [key, this.#newMark(), json]);
    const args = [String(epoch), encode(owner), this.#expiryMs, this.#lastSeen.get(lease) ?? '', ...events];
    const answers = asList(await appendScript.run(this.#connection, keysOf(session), args)).map(asText);
    if (answers.includes('lost')) throw storeError(lostEnd);
    const last = answers.findLast(isId);
    if (last !== undefined) this.#lastSeen.set(lease, last);
    return answers.map((answer) => (answer === 'duplicate' || answer === 'fenced' ? answer : { id: answer }));
  }

  #newMark(): string {
    this.#marks += 1;
    return `${this.#mark}.${this.#marks.toString(36)}`;
  }
}

const lostEnd =
  'The session store came back without the last events of a session; it has to be taken up anew. Run Redis with appendfsync always to rule this out.';

/** All keys of a session in one hash slot. Names that would confuse the slot, or are long, stand as their hash. */
function keysOf(session: string): readonly [own: string, log: string, nx: string] {
  const name = /^[\w.:-]{1,128}$/.test(session) ? session : `~${hash(session)}`;
  return [`ha:{${name}}:own`, `ha:{${name}}:log`, `ha:{${name}}:nx`];
}

function hash(text: string): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('base64url');
}

/** Half a character would become another on its way. As JSON it is written out. */
function encode(text: string): string {
  return /\p{Surrogate}/u.test(text) ? JSON.stringify(text) : `=${text}`;
}

function isId(text: string): boolean {
  return /^\d{1,19}-\d{1,19}$/.test(text);
}

/** A stream's entry is its id and a list of one name and one value. */
function eventOf<Event>(entry: unknown): Stored<Event> {
  const [id, fields] = asList(entry);
  const event: Event = JSON.parse(asText(asList(fields)[1]));
  return { id: asText(id), event };
}

function asList(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply;
  throw new TypeError('The session store answered in a form that is not its own.');
}

function asText(reply: unknown): string {
  if (typeof reply === 'string') return reply;
  throw new TypeError('The session store answered in a form that is not its own.');
}
