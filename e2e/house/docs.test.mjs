import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { closeCode } from '../../dist/shared/protocol.js';
import { errorFate } from '../../dist/shared/errors.js';
import { findFiles } from '../../scripts/find-files.mjs';

const pages = [
  ...['README.md', 'PROTOCOL.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].filter((file) => existsSync(file)),
  ...findFiles('docs', /\.md$/),
];
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const protocol = existsSync('PROTOCOL.md') && readFileSync('PROTOCOL.md', 'utf8');

/** The first cells of the tables below a heading that contains the words. */
function firstCells(page, words) {
  const [, section = ''] = page.split(new RegExp(`^#+ .*${words}.*$`, 'im'));
  const [below] = section.split(/^#/m);
  return [...below.matchAll(/^\|\s*`?([\w-]+)`?\s*\|/gm)].map(([, cell]) => cell);
}

test('PROTOCOL.md lists each error code and no other', { skip: !protocol && 'there is no PROTOCOL.md' }, () => {
  const listed = firstCells(protocol, 'error codes').filter((cell) => /_|^[a-z]+$/.test(cell));
  assert.deepEqual(listed.toSorted(), Object.keys(errorFate).toSorted());
});

test('PROTOCOL.md lists each close code and no other', { skip: !protocol && 'there is no PROTOCOL.md' }, () => {
  const listed = firstCells(protocol, 'close codes')
    .filter((cell) => /^\d+$/.test(cell))
    .map(Number);
  assert.deepEqual(listed.toSorted(), Object.values(closeCode).toSorted());
});

for (const page of pages) {
  const text = readFileSync(page, 'utf8');

  test(`${page} names only commands that exist`, () => {
    const named = [...text.matchAll(/\bnpm run (?:-s |--silent )?([\w:-]+)/g)].map(([, script]) => script);
    assert.deepEqual(
      named.filter((script) => !Object.hasOwn(scripts, script)),
      [],
    );
  });

  test(`${page} links only to files that exist`, () => {
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)/g)].map(([, link]) => link);
    assert.deepEqual(
      links.filter((link) => !existsSync(join(dirname(page), link))),
      [],
    );
  });
}
