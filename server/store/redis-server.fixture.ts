import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { RedisConnection } from './redis-connection.ts';

/** Redis counts time by a clock of its own: what is left to each key, and to each holder of a place, is cut down. */
const passTime = `
  for _, key in ipairs(redis.call('KEYS', '*')) do
    local left = redis.call('PTTL', key)
    if left >= 0 then redis.call('PEXPIRE', key, left - ARGV[1]) end
    if redis.call('TYPE', key).ok == 'zset' then
      for _, holder in ipairs(redis.call('ZRANGE', key, 0, -1)) do redis.call('ZINCRBY', key, -ARGV[1], holder) end
    end
  end`;

/** Does to a server what an operator or the time would. */
export class RedisControl {
  readonly #connection: RedisConnection;

  constructor(url: string) {
    this.#connection = new RedisConnection({ url });
  }

  send(...command: readonly string[]): Promise<unknown> {
    return this.#connection.send(command);
  }

  async keys(): Promise<string[]> {
    const keys = await this.send('KEYS', '*');
    return Array.isArray(keys) ? keys.map(String).toSorted() : [];
  }

  async passTime(ms: number): Promise<void> {
    await this.send('EVAL', passTime, '0', String(ms));
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

/** A link to a server that can lose answers, and then lets nobody through until it is mended. */
export class LossyLink {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((near) => this.#join(near));
  readonly #target: number;
  #state: 'open' | 'losing' | 'closed' = 'open';
  #onLoss = (): void => {};

  private constructor(target: number) {
    this.#target = target;
  }

  static async open(target: number): Promise<LossyLink> {
    const link = new LossyLink(target);
    link.#server.listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  get url(): string {
    const address = this.#server.address();
    return `redis://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  /** The next answer does not arrive, and the link breaks. Resolves when that has happened. */
  loseNextAnswer(): Promise<void> {
    this.#state = 'losing';
    return new Promise((resolve) => (this.#onLoss = resolve));
  }

  mend(): void {
    this.#state = 'open';
  }

  close(): void {
    this.#server.close();
    this.#breakAll();
  }

  #join(near: Socket): void {
    if (this.#state !== 'open') return void near.destroy();
    const far = connect(this.#target, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => (this.#sockets.delete(socket), other.destroy()));
    }
    near.pipe(far);
    far.on('data', (answer) => this.#answer(near, answer));
  }

  #answer(near: Socket, answer: Buffer): void {
    if (this.#state === 'open') return void near.write(answer);
    this.#state = 'closed';
    this.#breakAll();
    this.#onLoss();
  }

  #breakAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
