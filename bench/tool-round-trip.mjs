// How long a tool call takes from the model's request to its result, beside a bare socket in the same run.
// Usage: node bench/tool-round-trip.mjs [--rounds=9] [--turns=40] [--check]
// With --check, exit code 1 when a figure is beyond its limit.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { startPair } from './pair.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    turns: { type: 'string', default: '40' },
    check: { type: 'boolean' },
  },
});
const callsPerTurn = 5;
const warmUpSessions = 30;
const histories = [0, 200_000];
const names = ['bare-ws', 'zod-ws', 'headless-agent'];
const limits = { 'bare-ws': 1.6, 'zod-ws': 1.3, history: 1.1 };

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
  ['headless-agent / zod-ws', ratio('zod-ws', 0), limits['zod-ws']],
  ['200 KB of history / none', historyRatio, limits.history],
];
for (const [what, value, limit] of figures) {
  console.log(`${value <= limit ? 'ok  ' : 'OVER'} ${what}: ${value.toFixed(2)} (limit ${limit})`);
}
if (values.check && figures.some(([, value, limit]) => value > limit)) process.exitCode = 1;

async function measure({ server, client, port }, bytes) {
  await client.call('connect', { port, bytes });
  await client.call('turns', { count: 5, calls: callsPerTurn });
  await server.call('reset');
  await client.call('turns', { count: Number(values.turns), calls: callsPerTurn });
  return server.call('read');
}

function rotate(list, by) {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The median of the ratios within each round: what slows one round down slows both. */
function paired(ours, theirs) {
  return median(ours.map((value, round) => value / theirs[round]));
}
