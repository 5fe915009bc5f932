// What a conversation takes in a store: a folder's bytes, and a Redis server's memory, by the session and by the call.
// Usage: node bench/stored-bytes.mjs [--sessions=1000]
// Without a redis-server it says so and measures the folder.
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { missingRedis, startRedisServer } from '../dist/testing/redis-server.js';
import { startPair } from './pair.mjs';

const { values } = parseArgs({ options: { sessions: { type: 'string', default: '1000' } } });
const sessions = Number(values.sessions);
const callsPerTurn = 5;

const folder = await mkdtemp(join(tmpdir(), 'stored-bytes-'));
const redis = missingRedis ? undefined : await startRedisServer();
console.log(`Node ${process.version}, ${sessions} sessions\n`);
console.log('| store | bytes a session of one turn | bytes a call more |');
console.log('| --- | --- | --- |');
await show('file', { BENCH_STORE: `file:${folder}` }, () => sizeOf(folder));
if (redis) await show('redis', { BENCH_STORE: redis.url }, () => usedMemory(redis.port));
else console.log(`\nredis: ${missingRedis}`);
await redis?.stop();
await rm(folder, { recursive: true, force: true, maxRetries: 5 });

async function show(store, env, measure) {
  const pair = await startPair('headless-agent', env);
  await pair.client.call('crowd', { port: pair.port, count: sessions });
  const before = await measure();
  await pair.client.call('crowdTurns', { count: 1, calls: 0 });
  const one = await measure();
  await pair.client.call('crowdTurns', { count: 1, calls: callsPerTurn });
  const five = await measure();
  pair.stop();
  const turn = (one - before) / sessions;
  const calls = (five - one) / sessions - turn;
  const greeted = before / sessions;
  console.log(`| ${store} | ${Math.round(greeted + turn)} | ${Math.round(calls / callsPerTurn)} |`);
}

async function sizeOf(where) {
  const names = await readdir(where);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(where, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Without what the server takes when it is empty. */
async function usedMemory(port) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('INFO memory\r\n');
  let text = '';
  while (!/used_memory_startup:\d+\r\n/.test(text)) text += String((await once(socket, 'data'))[0]);
  socket.destroy();
  const of = (name) => Number(new RegExp(`${name}:(\\d+)`).exec(text)[1]);
  return of('used_memory') - of('used_memory_startup');
}
