import { randomBytes } from 'node:crypto';
import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js';
import type { Allowance, Counters, Release, Taken } from './counters.ts';
import { LimiterCounts } from './limiter-counts.ts';
import type { RedisConnection } from './redis-connection.ts';
import { RedisScript } from './redis-script.ts';

/** Takes one of so many places, or keeps the one that is held already. → 1, or 0 when all are taken */
const enterScript = new RedisScript(`
  local places, holder, max, ttlMs = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', places, '-inf', now)
  if not redis.call('ZSCORE', places, holder) and redis.call('ZCARD', places) >= max then return 0 end
  redis.call('ZADD', places, now + ttlMs, holder)
  if redis.call('PTTL', places) < ttlMs then redis.call('PEXPIRE', places, ttlMs) end
  return 1
`);

interface Place {
  readonly key: string;
  readonly holder: string;
}

/** Counts that all nodes share. */
export class RedisCounters implements Counters {
  readonly #connection: RedisConnection;
  readonly #counts: LimiterCounts;
  /** The places held here, by the time that each is good for. */
  readonly #places = new Map<number, Set<Place>>();
  readonly #renewals = new Map<number, NodeJS.Timeout>();

  constructor(connection: RedisConnection) {
    this.#connection = connection;
    const storeClient = {
      eval: (script: string, given: { readonly keys: readonly string[]; readonly arguments: readonly string[] }) =>
        connection.send(['EVAL', script, String(given.keys.length), ...given.keys, ...given.arguments]),
    };
    this.#counts = new LimiterCounts(
      (keyPrefix, points, duration) =>
        new RateLimiterRedis({ storeClient, useRedisPackage: true, keyPrefix, points, duration }),
    );
  }

  async take(key: string, allowance: Allowance): Promise<Taken> {
    return this.#counts.take(key, allowance);
  }

  async add(key: string, amount: number, { windowMs }: { readonly windowMs: number }): Promise<number> {
    return this.#counts.add(key, amount, windowMs);
  }

  async once(key: string, ttlMs: number): Promise<boolean> {
    const mark = newMark();
    const former = await this.#connection.send(['SET', `ha:once:${key}`, mark, 'PX', String(ttlMs), 'NX', 'GET']);
    // One's own mark was left by a try whose answer was lost.
    return former === null || former === mark;
  }

  async enter(key: string, max: number, ttlMs: number): Promise<Release | undefined> {
    const place = { key: `ha:in:${key}`, holder: newMark() };
    if (!(await this.#hold(place, max, ttlMs))) return undefined;
    this.#keep(place, ttlMs);
    return async () => {
      if (!this.#places.get(ttlMs)?.delete(place)) return;
      await this.#connection.send(['ZREM', place.key, place.holder]).catch(() => {});
    };
  }

  async close(): Promise<void> {
    for (const timer of this.#renewals.values()) clearInterval(timer);
    this.#renewals.clear();
  }

  async #hold({ key, holder }: Place, max: number, ttlMs: number): Promise<boolean> {
    return (
      (await enterScript.run(
        this.#connection,
        [key],
        [holder, max === Infinity ? 'inf' : String(max), String(ttlMs)],
      )) === 1
    );
  }

  #keep(place: Place, ttlMs: number): void {
    const places = this.#places.get(ttlMs) ?? new Set();
    this.#places.set(ttlMs, places.add(place));
    if (this.#renewals.has(ttlMs)) return;
    const timer = setInterval(() => this.#renew(places, ttlMs), ttlMs / 3);
    timer.unref();
    this.#renewals.set(ttlMs, timer);
  }

  /** Whoever is in stays in, also when the server has lost count meanwhile. */
  #renew(places: ReadonlySet<Place>, ttlMs: number): void {
    for (const place of places) void this.#hold(place, Infinity, ttlMs).catch(() => {});
  }
}

function newMark(): string {
  return randomBytes(12).toString('base64url');
}
