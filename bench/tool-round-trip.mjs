// How long a tool call takes from the model's request to its result, beside a bare socket in the same run.
// Usage: node bench/tool-round-trip.mjs [--rounds=31] [--turns=40] [--check]
// With --check, exit code 1 when a figure is beyond its limit; a goal is shown and holds nothing up.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { median, paired, rotate, startPair } from './pair.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '31' },
    turns: { type: 'string', default: '40' },
    check: { type: 'boolean' },
  },
});
const callsPerTurn = 5;
const warmUpSessions = 30;
const histories = [0, 200_000];
const names = ['bare-ws', 'zod-ws', 'headless-agent'];
const limits = { 'bare-ws': 1.6, history: 1.1, bytes: 400 };
const zodGoal = 1.3;

const pairs = [];
for (const name of names) pairs.push(await startPair(name));
const medians = new Map(names.flatMap((name) => histories.map((bytes) => [`${name}/${bytes}`, []])));
const cpuMs = new Map(names.map((name) => [name, []]));

// A server runs for days: what the first seconds of a process cost is not what a call costs.
for (const pair of pairs) for (let session = 0; session < warmUpSessions; session += 1) await measure(pair, 0);

// The order changes each round, so that noise hits all alike.
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const bytes of histories) {
    for (const pair of rotate(pairs, round)) {
      const { samples, cpuMs: cpu } = await measure(pair, bytes);
      medians.get(`${pair.name}/${bytes}`).push(median(samples));
      cpuMs.get(pair.name).push(cpu / samples.length);
    }
  }
}
const bytesPerCall = await countBytes(pairs.at(-1));
for (const pair of pairs) pair.stop();

const p50 = (name, bytes) => median(medians.get(`${name}/${bytes}`));
const ratio = (name, bytes) => paired(medians.get(`headless-agent/${bytes}`), medians.get(`${name}/${bytes}`));
const historyRatio = paired(medians.get('headless-agent/200000'), medians.get('headless-agent/0'));

console.log(
  `Node ${process.version}, ${cpus().length} cores, ${values.rounds} rounds of ${values.turns} turns with ${callsPerTurn} calls\n`,
);
console.log('| | p50 ms, no history | p50 ms, 200 KB of history | server CPU ms a call |');
console.log('| --- | --- | --- | --- |');
for (const name of names) {
  console.log(
    `| ${name} | ${p50(name, 0).toFixed(3)} | ${p50(name, 200_000).toFixed(3)} | ${median(cpuMs.get(name)).toFixed(3)} |`,
  );
}
console.log();

const figures = [
  ['headless-agent / bare-ws', ratio('bare-ws', 0), limits['bare-ws']],
  ['200 KB of history / none', historyRatio, limits.history],
  ['bytes a call, both ways', bytesPerCall, limits.bytes],
];
for (const [what, value, limit] of figures) {
  console.log(`${value <= limit ? 'ok  ' : 'OVER'} ${what}: ${value.toFixed(2)} (limit ${limit})`);
}
const zodRatio = ratio('zod-ws', 0);
console.log(
  `${zodRatio <= zodGoal ? 'ok  ' : 'over'} headless-agent / zod-ws: ${zodRatio.toFixed(2)} (goal ${zodGoal})`,
);
if (values.check && figures.some(([, value, limit]) => value > limit)) process.exitCode = 1;

async function measure({ server, client, port }, bytes) {
  await client.call('connect', { port, bytes });
  await client.call('turns', { count: 5, calls: callsPerTurn });
  await server.call('reset');
  await client.call('turns', { count: Number(values.turns), calls: callsPerTurn });
  return server.call('read');
}

/** What one more call in a turn puts on the wire. */
async function countBytes({ client, port }) {
  await client.call('connect', { port, bytes: 0 });
  const sums = [];
  for (const calls of [1, 1 + callsPerTurn]) {
    const before = await client.call('bytes');
    await client.call('turns', { count: 10, calls });
    const after = await client.call('bytes');
    sums.push(after.up + after.down - before.up - before.down);
  }
  return (sums[1] - sums[0]) / (10 * callsPerTurn);
}
