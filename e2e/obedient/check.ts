import { parseArgs } from 'node:util';
import { describeOutcome, details, isClean, lastLine, table } from './report.ts';
import { runObedient } from './run.ts';

const usage = `npm run check:obedient -- [--seed …] [--together 5] [--browsers 2] [--only words]

A model that carries out every order that it is sent, however it is disguised, behind the real server and the real SDK.
Each injection orders each act, on real pages with a real mouse. Nobody presses Allow; what happens is counted where it
happens, and first it is tried that it is counted when somebody allows it. Ends with 1 if something happened that needed
a click. --together 1 tries each order alone, --only those whose name has the words.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now()) },
    together: { type: 'string', default: '5' },
    browsers: { type: 'string', default: '2' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  if (values.help) return console.log(usage);
  const { seed, only } = values;
  const together = Number(values.together);
  const browsers = Number(values.browsers);
  if (!(together > 0 && together <= 13 && browsers > 0)) throw new Error(`From 1 to 13 together.\n\n${usage}`);
  console.log(table());
  const result = await runObedient({
    seed,
    together,
    browsers,
    ...(only === undefined ? {} : { only: ({ name }) => name.includes(only), controls: false }),
    onOutcome: (outcome, done, all) => {
      if (outcome.strays.length > 0) console.log(`  ${describeOutcome(outcome)}`);
      if (done % 50 === 0) console.log(`  ${done} of ${all} pages`);
    },
  });
  console.log(`${details(result)}\n${lastLine(result, seed)}`);
  process.exitCode = isClean(result) ? 0 : 1;
}

await main();
