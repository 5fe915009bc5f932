// Weighs the element: what a page loads before the composer shows, by where it was written, and each later chunk.
//   node scripts/size.mjs          fails when a budget in size-budgets.json is broken
//   node scripts/size.mjs --set    makes today's weight plus 5 % the budget of each folder
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { bytesByOrigin, readClosure } from './bundle.mjs';
import { judge, sumUp } from './weigh.mjs';

const folder = 'dist/cdn';
const budgetFile = new URL('./size-budgets.json', import.meta.url);
const budgets = JSON.parse(readFileSync(budgetFile, 'utf8'));

const { loaded, lazy } = readClosure(folder, 'headless-agent.js');
const gzipBytes = loaded.reduce((sum, script) => sum + script.gzipBytes, 0);
// It names the element by an address that it makes, so nothing is followed from here.
const launcherBytes = gzipSync(readFileSync(`${folder}/launcher.js`), { level: 9 }).length;
const origins = sumUp(loaded.map((script) => bytesByOrigin(folder, script)));
const total = origins.reduce((sum, [, bytes]) => sum + bytes, 0);

if (process.argv.includes('--set')) {
  budgets.minified = Object.fromEntries(
    origins.map(([origin, bytes]) => [origin, Math.ceil((bytes * 1.05) / 100) * 100]),
  );
  writeFileSync(budgetFile, `${JSON.stringify(budgets, null, 2)}\n`);
}

const number = (value) => value.toLocaleString('en');
const row = (name, ...cells) => console.log(name.padEnd(34) + cells.map((cell) => String(cell).padStart(10)).join(''));

row('loaded at once', 'bytes', 'share', 'budget');
for (const [origin, bytes] of origins) {
  row(`  ${origin}`, number(bytes), `${((100 * bytes) / total).toFixed(1)} %`, number(budgets.minified[origin] ?? 0));
}
row(`  ${loaded.length} file${loaded.length > 1 ? 's' : ''}, minified`, number(total));
row('  the same, gzip -9', number(gzipBytes), '', number(budgets.gzip));

row('\nlauncher.js, gzip -9', '', number(launcherBytes), number(budgets.launcher));

row('\nloaded on first use', 'bytes', 'gzip');
for (const script of lazy) row(`  ${script.file}`, number(Buffer.byteLength(script.code)), number(script.gzipBytes));

const problems = judge({ gzipBytes, launcherBytes, origins, lazy }, budgets);
for (const problem of problems) console.error(`size: ${problem}`);
if (problems.length === 0)
  console.log(`\nsize: ${number(gzipBytes)} of ${number(budgets.gzip)} bytes gzip, every budget holds`);
process.exitCode = problems.length > 0 ? 1 : 0;
