import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decisionTable } from '../../scripts/decision-table.mjs';
import { everydayTasks } from './everyday-tasks.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const guide = read('docs/approvals.md');
const rows = [...read('SECURITY.md').matchAll(/^\| (T\d+) .*?\|(.*)\|$/gm)];

test('the guide has the decision table as the code gives it', () => {
  assert.ok(guide.includes(decisionTable()), 'npm run decisions prints the one that belongs there.');
});

test('the guide names each of the everyday tasks, and how many questions it takes', () => {
  for (const { name, prompts } of everydayTasks) {
    assert.match(guide, new RegExp(`^\\| ${name} +\\| ${prompts} +\\|$`, 'm'));
  }
});

test('SECURITY.md has each threat, with a test that names it or with why there is none', () => {
  assert.deepEqual(
    rows.map(([, threat]) => threat),
    Array.from({ length: 23 }, (_, at) => `T${at + 1}`),
  );
  for (const [, threat = '', cell = ''] of rows) {
    const files = [...cell.matchAll(/`([\w/.-]+\.(?:test)\.m?[jt]s)`/g)].map(([, file]) => file ?? '');
    for (const file of files) assert.ok(existsSync(new URL(`../../${file}`, import.meta.url)), file);
    if (cell.trim().startsWith('None')) continue;
    assert.ok(
      files.some((file) => new RegExp(`\\b${threat}\\b`).test(read(file))),
      `no test names ${threat}`,
    );
  }
});
