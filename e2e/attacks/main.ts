// Attacks on the real server process, each with its figures. Exit code 1 when one is missed.
//   npm run attacks                                  all, in full
//   npm run attacks -- fuzz --seed=7                 one
//   npm run attacks -- endurance --minutes=60
//   npm run attacks -- --short                       as the tests run them
import { parseArgs } from 'node:util';
import { missed, show, type Attack, type Size } from './attack.ts';
import { attacks } from './attacks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '3' },
    short: { type: 'boolean', default: false },
  },
});
const size: Size = { seed: Number(values.seed), isLong: !values.short, minutes: Number(values.minutes) };
const unknown = positionals.filter((name) => !attacks.some((attack) => attack.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no attack ${unknown.join(', ')}. The attacks are: ${attacks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

const chosen = attacks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const lines: string[] = [];
for (const attack of chosen) lines.push(await run(attack));
if (chosen.length > 1) console.log(`\n${lines.join('\n')}`);
process.exit(process.exitCode ?? 0);

/** Its counts and figures, in one line. */
async function run(attack: Attack): Promise<string> {
  const from = performance.now();
  const { counts, figures, notes = [] } = await attack.run(size);
  const seconds = ((performance.now() - from) / 1_000).toFixed(0);
  const failures = missed(figures);
  if (failures.length > 0) process.exitCode = 1;
  for (const note of notes) console.log(`  ${note}`);
  const verdict = failures.length > 0 ? `MISSED ${failures.map(({ name }) => name).join(', ')}` : 'ok';
  const counted = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  const line = `${attack.name}: seed ${size.seed}, ${[...counted, ...figures.map(show)].join(', ')}, ${seconds} s: ${verdict}`;
  console.log(line);
  return line;
}
