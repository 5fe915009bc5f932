import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';

// The names behind each public door. A new name is a promise to every user: it shows up here first.
const snapshot = JSON.parse(await readFile(new URL('./doors.json', import.meta.url), 'utf8'));
const { name: packageName, exports: doors } = JSON.parse(await readFile('package.json', 'utf8'));
const scriptDoors = Object.keys(doors).filter((door) => doors[door].default?.endsWith('.js'));

/** Imports a door as a user would, in a plain Node of its own, which has to end by itself. */
async function namesBehind(door) {
  const script = `console.log(JSON.stringify(Object.keys(await import('${packageName}${door.slice(1)}')).sort()))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 30_000,
    env: { PATH: process.env.PATH },
  });
  return JSON.parse(stdout);
}

for (const door of scriptDoors) {
  test(`${door} opens in Node and shows the names it promises (093)`, async () => {
    assert.deepEqual(await namesBehind(door), snapshot[door]);
  });
}

test('no door is promised that is not there', () => {
  assert.deepEqual(Object.keys(snapshot), scriptDoors);
});

test('every file that package.json names is built', async () => {
  const { bin, sideEffects } = JSON.parse(await readFile('package.json', 'utf8'));
  const named = [...Object.values(bin), ...sideEffects, ...scriptDoors.flatMap((door) => Object.values(doors[door]))];
  await Promise.all(named.map((file) => readFile(file)));
});
