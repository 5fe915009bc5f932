// Runs every test file below the given folders with Node's own runner, which ends with its summary.
//   node scripts/test-node.mjs shared server --not server/slow --test-name-pattern=busy
// Node 20 takes no patterns of files, and a shell without globstar finds only one level.
import { spawnSync } from 'node:child_process';
import { resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { findFiles } from './find-files.mjs';

const { values, positionals, tokens } = parseArgs({
  allowPositionals: true,
  strict: false,
  tokens: true,
  options: { not: { type: 'string', multiple: true, default: [] } },
});
const excluded = values.not.map((folder) => resolve(folder) + sep);
const files = positionals
  .flatMap((folder) => findFiles(folder, /\.test\.m?[jt]s$/))
  .filter((file) => !excluded.some((folder) => resolve(file).startsWith(folder)));

if (files.length === 0) {
  console.error(`There is no test file below: ${positionals.join(', ') || '(no folder named)'}.`);
  process.exit(1);
}

/** A file that does not come to its end fails by name, and does not hold everything up. */
const fileMs = 10 * 60_000;

const passedOn = tokens
  .filter(({ kind, name }) => kind === 'option' && name !== 'not')
  .map(({ rawName, value }) => (value === undefined ? rawName : `${rawName}=${value}`));
const { status, signal } = spawnSync(
  process.execPath,
  ['--import', 'tsx', '--test', '--test-reporter=spec', `--test-timeout=${fileMs}`, ...passedOn, ...files],
  { stdio: 'inherit' },
);
if (signal) console.error(`The tests were ended by ${signal}.`);
process.exitCode = status ?? 1;
