// What a turn and a tool call cost a busy server in CPU time, beside a bare socket in the same run.
// Usage: node bench/throughput.mjs [--sessions=100] [--turns=20] [--rounds=7] [--check]
// With --check, exit code 1 when the figure is beyond its limit.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { median, rotate, startPair } from './pair.mjs';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '100' },
    turns: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '7' },
    check: { type: 'boolean' },
  },
});
const sessions = Number(values.sessions);
const turns = Number(values.turns);
const callsPerTurn = 5;
const warmUpRounds = 2;
const limitPerSecond = 30_000;

const pairs = [await startPair('bare-ws'), await startPair('headless-agent')];
const perCall = new Map(pairs.map(({ name }) => [name, []]));
const perTurn = new Map(pairs.map(({ name }) => [name, []]));
for (const { client, port } of pairs) await client.call('crowd', { port, count: sessions });
for (let round = -warmUpRounds; round < Number(values.rounds); round += 1) {
  for (const pair of rotate(pairs, round + warmUpRounds)) {
    const empty = await cpuOf(pair, 0);
    const full = await cpuOf(pair, callsPerTurn);
    if (round < 0) continue;
    perTurn.get(pair.name).push(empty / (sessions * turns));
    perCall.get(pair.name).push((full - empty) / (sessions * turns * callsPerTurn));
  }
}
for (const pair of pairs) pair.stop();

console.log(`Node ${process.version}, ${cpus().length} cores, ${sessions} sessions at once\n`);
console.log('| | CPU µs a turn without calls | CPU µs a call | calls a CPU second |');
console.log('| --- | --- | --- | --- |');
for (const { name } of pairs) {
  const call = median(perCall.get(name));
  const turn = median(perTurn.get(name));
  console.log(
    `| ${name} | ${(turn * 1_000).toFixed(1)} | ${(call * 1_000).toFixed(1)} | ${Math.round(1_000 / call)} |`,
  );
}
const perSecond = 1_000 / median(perCall.get('headless-agent'));
const isWithin = perSecond >= limitPerSecond;
console.log(
  `\n${isWithin ? 'ok  ' : 'UNDER'} tool round trips a CPU second: ${Math.round(perSecond)} (at least ${limitPerSecond})`,
);
if (values.check && !isWithin) process.exitCode = 1;

/** Milliseconds that the server computed. */
async function cpuOf({ server, client }, calls) {
  await server.call('reset');
  await client.call('crowdTurns', { count: turns, calls });
  return (await server.call('read')).cpuMs;
}
