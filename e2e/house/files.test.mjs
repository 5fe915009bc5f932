import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { findFiles } from '../../scripts/find-files.mjs';

const sources = ['shared', 'server', 'widget', 'testing'].flatMap((folder) => findFiles(folder, /\.ts$/));
const tests = sources.filter((file) => file.endsWith('.test.ts'));
const product = sources.filter((file) => !/\.(?:test|fixture)\.ts$/.test(file));
const scripts = [
  ...findFiles('scripts', /\.m[jt]s$/),
  ...findFiles('e2e', /\.m?[jt]s$/),
  ...findFiles('bench', /\.m?[jt]s$/),
];

/** Files that only a test of another folder reaches, and which test that is. */
const testedBy = JSON.parse(readFileSync(new URL('./tested-by.json', import.meta.url), 'utf8'));

/** What the tests beside a file import: they name what they are about. */
const importedByNeighbours = new Set(
  tests.flatMap((file) => {
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.\/[^']+)'/g);
    return [...imports].map(([, name]) => join(dirname(file), name));
  }),
);

/** The tests that cover `a/b/c-d.ts` by their names: those of the file, of its family, and of the folders around it. */
function coveringTests(file) {
  const words = basename(file, '.ts').split('-');
  const family = words.map((_, at) => join(dirname(file), words.slice(0, at + 1).join('-')));
  const folders = [dirname(file), dirname(dirname(file))].map((folder) => join(folder, basename(folder)));
  return [...family, ...folders].map((name) => `${name}.test.ts`).concat(testedBy[file] ?? []);
}

/** True when a file can be wrong in what it does, not only in what it says. */
function hasLogic(file) {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022);
  const visit = (node) => (ts.isFunctionLike(node) && node.body !== undefined) || ts.forEachChild(node, visit) || false;
  return visit(tree);
}

test('each file with logic has a test beside it', () => {
  const all = [...tests, ...findFiles('e2e', /\.test\.m?[jt]s$/)];
  const untested = product.filter(
    (file) =>
      !importedByNeighbours.has(file) && !all.some((name) => coveringTests(file).includes(name)) && hasLogic(file),
  );
  assert.deepEqual(untested, []);
});

test('the list of covering tests names only files that are there and have none beside them', () => {
  const stale = Object.keys(testedBy).filter((file) => !product.includes(file) || importedByNeighbours.has(file));
  assert.deepEqual(stale, []);
});

test('no file is longer than 300 lines, no test than 500', () => {
  const lines = (file) => readFileSync(file, 'utf8').split('\n').length - 1;
  const most = (file) => (/\.test\.m?[jt]s$/.test(file) ? 500 : 300);
  assert.deepEqual(
    [...sources, ...scripts].filter((file) => lines(file) > most(file)),
    [],
  );
});

test('names are kebab-case, and none says that it holds this and that', () => {
  const names = [...sources, ...scripts].map((file) => relative('.', file));
  const odd = names.filter(
    (file) => !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:[-.][a-z0-9]+)*\.m?[jt]s$/.test(file),
  );
  assert.deepEqual(odd, []);
  assert.deepEqual(
    names.filter((file) => /^(?:utils?|helpers?|misc|common)\b/.test(basename(file))),
    [],
  );
});

test('no check is silenced and nothing is left for another day', () => {
  const marks =
    /@ts-(?:ignore|expect-error|nocheck)|(?:eslint|oxlint|prettier)-(?:disable|ignore)|\b(?:TODO|FIXME|XXX)\b/;
  assert.deepEqual(
    [...sources, ...scripts].filter(
      (file) => file !== relative('.', import.meta.filename) && marks.test(readFileSync(file, 'utf8')),
    ),
    [],
  );
});

test('no test is skipped for good or runs alone', () => {
  const marks = /\b(?:test|it|describe)\.(?:only|skip|todo)\b/;
  assert.deepEqual(
    tests.filter((file) => marks.test(readFileSync(file, 'utf8'))),
    [],
  );
});
