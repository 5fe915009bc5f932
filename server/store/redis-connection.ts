import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, ErrorReply, type RedisArgument } from '@redis/client';
import { closedStore, codeOf, storeError } from './store-error.ts';

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`, with a name and password where they are needed. */
  readonly url: string;
  /** How long a command waits for a server that is away. */
  readonly waitMs?: number;
  /** How long a connection may leave a command without an answer before it counts as dead. */
  readonly replyMs?: number;
}

type Client = ReturnType<typeof makeClient>;
type Send = (command: readonly RedisArgument[]) => Promise<unknown>;

/** What a server says that will be able to do its work soon. */
const passing = /^(?:LOADING|BUSY|MASTERDOWN|READONLY|TRYAGAIN|CLUSTERDOWN) /;
const maxPauseMs = 500;
const connectMs = 4_000;

/**
 * One connection that comes back. A command that was sent and not answered is sent again, so each has
 * to be safe to run twice; commands in flight keep their order only among those of one connection.
 */
export class RedisConnection {
  readonly #url: string;
  readonly #waitMs: number;
  readonly #replyMs: number;
  readonly #closing = new AbortController();
  #client: Client | undefined;
  #connecting: Promise<Client> | undefined;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor({ url, waitMs = 10_000, replyMs = 4_000 }: RedisConnectionOptions) {
    this.#url = url;
    this.#waitMs = waitMs;
    this.#replyMs = replyMs;
  }

  /**
   * Sends a command, again and again until it is answered or time is up.
   *
   * @throws StoreError when the server is away for too long, or refuses.
   */
  async send(command: readonly RedisArgument[], waitMs = this.#waitMs): Promise<unknown> {
    return this.run((send) => send(command), waitMs);
  }

  /** The same for several commands that belong together. */
  async run<Result>(work: (send: Send) => Promise<Result>, waitMs = this.#waitMs): Promise<Result> {
    if (this.#closing.signal.aborted) throw storeError(closedStore);
    const trouble: { cause: unknown } = { cause: new Error('not a word') };
    const result = this.#attempt(work, waitMs, trouble);
    const ended = result.catch(() => {}).finally(() => this.#underWay.delete(ended));
    this.#underWay.add(ended);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(this.#away(trouble.cause, waitMs)), waitMs);
      result.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  /** Lets commands that the server can still answer end; nothing is tried again. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#underWay);
    this.#client?.destroy();
    this.#client = undefined;
  }

  async #attempt<Result>(
    work: (send: Send) => Promise<Result>,
    waitMs: number,
    trouble: { cause: unknown },
  ): Promise<Result> {
    const giveUpAt = performance.now() + waitMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const client = await this.#connected();
        return await work((command) => this.#answer(client, command));
      } catch (thrown) {
        if (!isPassing(thrown)) throw thrown instanceof ErrorReply ? this.#refused(thrown) : thrown;
        if (this.#closing.signal.aborted) throw storeError(closedStore, thrown);
        trouble.cause = thrown;
        if (performance.now() >= giveUpAt) throw this.#away(thrown, waitMs);
        const pauseMs = Math.min(20 * 2 ** attempt, maxPauseMs, giveUpAt - performance.now());
        await sleep(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => {});
      }
    }
  }

  /** A connection that stays silent is given up, and with it all that waits on it. */
  async #answer(client: Client, command: readonly RedisArgument[]): Promise<unknown> {
    const timer = setTimeout(() => this.#drop(client), this.#replyMs);
    try {
      return await client.sendCommand(command);
    } catch (thrown) {
      // Another server answers at this address before long, or has begun to.
      if (thrown instanceof ErrorReply && /^(?:READONLY|MASTERDOWN) /.test(thrown.message)) this.#drop(client);
      throw thrown;
    } finally {
      clearTimeout(timer);
    }
  }

  async #connected(): Promise<Client> {
    if (this.#client?.isReady) return this.#client;
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  async #connect(): Promise<Client> {
    this.#client?.destroy();
    const client = makeClient(this.#url);
    // The client's own limit ends with the connection: a server may take it and then say nothing.
    const timer = setTimeout(() => client.destroy(), connectMs);
    try {
      await client.connect();
      if (!client.isReady) throw new Error('no answer to the first words');
    } catch (thrown) {
      client.destroy();
      throw thrown;
    } finally {
      clearTimeout(timer);
    }
    this.#client = client;
    return client;
  }

  #drop(client: Client): void {
    if (this.#client === client) this.#client = undefined;
    client.destroy();
  }

  #away(cause: unknown, waitMs: number): Error {
    const why = cause instanceof Error && !('code' in cause) ? cause.message : codeOf(cause);
    return storeError(
      `The session store at ${this.#address} gave no answer for ${waitMs / 1_000} s (${why}): start it, or correct HEADLESS_AGENT_STORE.`,
      cause,
    );
  }

  #refused(reply: ErrorReply): Error {
    return storeError(`The session store at ${this.#address} refused a command: ${reply.message}`, reply);
  }

  /** Without the password. */
  get #address(): string {
    const { protocol, host } = new URL(this.#url);
    return `${protocol}//${host}`;
  }
}

/** Its own reconnection is off: that could not be stopped at once, and would keep the process from its end. */
function makeClient(url: string) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  });
  // Whoever waits for an answer hears of it.
  client.on('error', () => {});
  return client;
}

/** Whatever is wrong with a connection passes, or time runs out; a mistake in a command, or a wrong password, does not. */
function isPassing(thrown: unknown): boolean {
  if (thrown instanceof ErrorReply) return passing.test(thrown.message);
  return !(thrown instanceof TypeError);
}
