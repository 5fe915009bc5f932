import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { profiles } from '../profile.ts';
import { checks } from './catalogue.ts';

const page = readFileSync(new URL('../../../docs/standin.md', import.meta.url), 'utf8');

/** The rows of the tables of a section, cell by cell. */
function rowsOf(section: string): string[][] {
  const [, text = ''] = page.split(`## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  const rows = own.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

test('there are 47 checks, and the page lists each with its status and its messages', () => {
  const wanted = Object.entries(checks).map(([id, { effect, what, status, messages }], at) => [
    String(at + 1),
    `\`${id}\``,
    what,
    status === undefined ? effect : String(status),
    messages.map((message) => `\`${message}\``).join(' or '),
  ]);
  assert.equal(wanted.length, 47);
  assert.deepEqual(rowsOf('Checks'), wanted);
});

test('the page lists each family', () => {
  assert.deepEqual(
    rowsOf('Families').map(([name]) => name),
    Object.keys(profiles).map((name) => `\`${name}\``),
  );
});
