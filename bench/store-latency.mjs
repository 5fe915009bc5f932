// What a store adds to a tool call, from the model's request to its result: memory, a folder and Redis in one run,
// beside a bare PING as the least that a write to Redis can take.
// Usage: node bench/store-latency.mjs [--rounds=15] [--turns=20] [--check]
// With --check, exit code 1 when a figure is beyond its limit. Without a redis-server it says so and measures the rest.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { missingRedis, startRedisServer } from '../dist/testing/redis-server.js';
import { median, rotate, startPair } from './pair.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    turns: { type: 'string', default: '20' },
    check: { type: 'boolean' },
  },
});
const callsPerTurn = 5;
const warmUpRounds = 5;
const redisLimitMs = 2;

const folder = await mkdtemp(join(tmpdir(), 'store-latency-'));
const redis = missingRedis ? undefined : await startRedisServer({ appendfsync: 'everysec' });
const settings = { memory: 'memory', file: `file:${folder}`, ...(redis && { redis: redis.url }) };
const contestants = await Promise.all(
  Object.entries(settings).map(async ([store, setting]) => ({
    store,
    pair: await startPair('headless-agent', { BENCH_STORE: setting }),
    p50s: [],
    cpuMs: [],
  })),
);
const pings = [];

for (let round = -warmUpRounds; round < Number(values.rounds); round += 1) {
  for (const contestant of rotate(contestants, round + warmUpRounds)) {
    const { samples, cpuMs } = await measure(contestant.pair);
    if (round < 0) continue;
    contestant.p50s.push(median(samples));
    contestant.cpuMs.push(cpuMs / samples.length);
  }
  if (redis && round >= 0) pings.push(median(await ping(redis.port, 200)));
}
for (const { pair } of contestants) pair.stop();
await redis?.stop();
// The server with the folder may need a moment to end.
await rm(folder, { recursive: true, force: true, maxRetries: 5 });

console.log(
  `Node ${process.version}, ${cpus().length} cores, ${values.rounds} rounds of ${values.turns} turns with ${callsPerTurn} calls\n`,
);
const [memory] = contestants;
console.log('| store | p50 ms a call | added ms at the median | server CPU ms a call |');
console.log('| --- | --- | --- | --- |');
for (const contestant of contestants) {
  const figures = [median(contestant.p50s), addedMs(contestant), median(contestant.cpuMs)];
  console.log(`| ${contestant.store} | ${figures.map((figure) => figure.toFixed(3)).join(' | ')} |`);
}
console.log();

if (redis) {
  const added = addedMs(contestants.at(-1));
  const isWithin = added <= redisLimitMs;
  console.log(`${isWithin ? 'ok  ' : 'OVER'} Redis, added to a call: ${added.toFixed(2)} ms (limit ${redisLimitMs})`);
  console.log(`     a bare PING in the same run: ${median(pings).toFixed(2)} ms`);
  if (values.check && !isWithin) process.exitCode = 1;
} else console.log(`Redis was not measured. ${missingRedis}`);

/** Compared within each round: what slows one round down slows all. */
function addedMs({ p50s }) {
  return median(p50s.map((ms, round) => ms - memory.p50s[round]));
}

async function measure({ server, client, port }) {
  await client.call('connect', { port, bytes: 0 });
  await client.call('turns', { count: 3, calls: callsPerTurn });
  await server.call('reset');
  await client.call('turns', { count: Number(values.turns), calls: callsPerTurn });
  return server.call('read');
}

async function ping(port, count) {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  const samples = [];
  for (let at = 0; at < count; at += 1) {
    const begin = performance.now();
    socket.write('PING\r\n');
    await once(socket, 'data');
    samples.push(performance.now() - begin);
  }
  socket.destroy();
  return samples;
}
