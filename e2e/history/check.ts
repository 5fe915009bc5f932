import { parseArgs } from 'node:util';
import { details, isClean, lastLine } from './report.ts';
import { runHistory } from './run.ts';

const usage = `npm run check:history -- [--turns 10000] [--seed …] [--people 4]

Random turns with calls, faults, cancellations and reconnects, through the real server and the real SDK, against the
strict stand-in of each family of Gemini. Ends with 1 if a history was refused, or a turn ended without a word.`;

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now()) },
    people: { type: 'string', default: '4' },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  if (values.help) return console.log(usage);
  const { seed } = values;
  const turns = Number(values.turns);
  const people = Number(values.people);
  if (!(turns > 0 && people > 0)) throw new Error(`Turns and people have to be numbers above 0.\n\n${usage}`);
  const result = await runHistory({
    seed,
    turns,
    people,
    onProgress: (done) => console.log(`  ${done} of ${turns} turns`),
  });
  console.log(`${details(result)}\n${lastLine(result, seed)}`);
  process.exitCode = isClean(result) && result.turns === turns ? 0 : 1;
}

await main();
