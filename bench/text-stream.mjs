// How long an answer in 2,000 pieces takes from the question to its end, beside a bare socket in the same run.
// Usage: node bench/text-stream.mjs [--rounds=15] [--deltas=2000] [--check]
// With --check, exit code 1 when the figure is beyond its limit.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { pieces } from './contestants/plan.mjs';
import { median, paired, rotate, startPair } from './pair.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    deltas: { type: 'string', default: '2000' },
    check: { type: 'boolean' },
  },
});
const deltas = Number(values.deltas);
const warmUpRounds = 10;
const limit = 0.7;
const wholeAnswer = pieces(deltas).join('').length;

const pairs = [await startPair('bare-ws'), await startPair('headless-agent')];
const ms = new Map(pairs.map(({ name }) => [name, []]));
const bytes = new Map();
for (const { client, port } of pairs) await client.call('connect', { port, bytes: 0 });
for (let round = -warmUpRounds; round < Number(values.rounds); round += 1) {
  for (const pair of rotate(pairs, round + warmUpRounds)) {
    const time = await stream(pair);
    if (round >= 0) ms.get(pair.name).push(time);
  }
}
for (const pair of pairs) pair.stop();

console.log(`Node ${process.version}, ${cpus().length} cores, ${values.rounds} rounds of ${deltas} pieces\n`);
console.log('| | p50 ms | bytes a piece |');
console.log('| --- | --- | --- |');
for (const [name, times] of ms) {
  console.log(`| ${name} | ${median(times).toFixed(1)} | ${(bytes.get(name) / deltas).toFixed(1)} |`);
}
const ratio = paired(ms.get('headless-agent'), ms.get('bare-ws'));
console.log(`\n${ratio <= limit ? 'ok  ' : 'OVER'} headless-agent / bare-ws: ${ratio.toFixed(2)} (limit ${limit})`);
if (values.check && ratio > limit) process.exitCode = 1;

async function stream({ name, client }) {
  const before = await client.call('bytes');
  const answer = await client.call('stream', { deltas });
  const after = await client.call('bytes');
  if (answer.chars !== wholeAnswer)
    throw new Error(`${name} lost a part of the answer: ${answer.chars} characters came.`);
  bytes.set(name, after.down - before.down);
  return answer.ms;
}
