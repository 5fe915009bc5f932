import { createHash } from 'node:crypto';
import type { RedisConnection } from './redis-connection.ts';

/** A Lua script, which the server runs as one: nothing comes in between. */
export class RedisScript {
  readonly #source: string;
  readonly #hash: string;

  constructor(source: string) {
    this.#source = source;
    this.#hash = createHash('sha1').update(source).digest('hex');
  }

  /** One round trip once the server knows the script. */
  run(connection: RedisConnection, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args];
    return connection.run((send) =>
      send(['EVALSHA', this.#hash, ...rest]).catch((thrown: unknown) => {
        if (!(thrown instanceof Error) || !thrown.message.startsWith('NOSCRIPT')) throw thrown;
        return send(['EVAL', this.#source, ...rest]);
      }),
    );
  }
}
