import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { withoutDescriptions } from './drop-descriptions.mjs';

test('empties a description in either kind of quotes, and nothing else', () => {
  const code = `{ name: 'a', description:\n    "The person's \\"place\\".", other: 'description' }, { description: 'It\\'s.' }`;
  assert.equal(withoutDescriptions(code), `{ name: 'a', description: '', other: 'description' }, { description: '' }`);
});

test('finds the description of every built-in tool', async () => {
  const folder = new URL('../../shared/tools/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && name !== 'index.ts');
  for (const name of files.filter((file) => !file.endsWith('.test.ts'))) {
    const left = withoutDescriptions(await readFile(new URL(name, folder), 'utf8')).match(/description:(?! '')/g);
    assert.equal(left, null, name);
  }
});
