// Runs every measurement, one after the other, so that none disturbs another. Exit code 1 when one is beyond its limit.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

for (const name of [
  'tool-round-trip',
  'store-latency',
  'text-stream',
  'markdown-stream',
  'long-transcript',
  'parse-tool-calls',
  'throughput',
  'idle-sessions',
]) {
  console.log(`\n# ${name}\n`);
  const file = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file, '--check'], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
