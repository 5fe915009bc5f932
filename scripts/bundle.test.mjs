import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { bytesByOrigin, originOf, readClosure, readScript } from './bundle.mjs';

const scripts = {
  'entry.js': 'import{a}from"./chunks/a.js";import(`./chunks/later.js`);export*from"./chunks/b.js";',
  'chunks/a.js': 'export const a=import.meta.url;',
  'chunks/b.js': 'import"./a.js";',
  'chunks/later.js': 'import{a}from"../entry.js";import("./last.js");',
  'chunks/last.js': 'import"./a.js";',
  'bare.js': 'import"lit";',
  'computed.js': 'import(`./${name}.js`);',
};

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  await mkdir(join(folder, 'chunks'));
  for (const [name, code] of Object.entries(scripts)) await writeFile(join(folder, name), code);
});
after(() => rm(folder, { recursive: true, force: true }));

test('what loads at once is kept apart from what can load afterwards', () => {
  const { loaded, lazy } = readClosure(folder, 'entry.js');
  assert.deepEqual(
    loaded.map(({ file }) => file),
    ['entry.js', 'chunks/a.js', 'chunks/b.js'],
  );
  assert.deepEqual(
    lazy.map(({ file }) => file),
    ['chunks/later.js', 'chunks/last.js'],
  );
});

test('an import that leads out of the bundle is an error', () => {
  assert.throws(() => readScript(folder, 'bare.js'), /bare\.js imports lit, which is not in the bundle/);
  assert.throws(() => readScript(folder, 'computed.js'), /computed\.js imports .*, which is not in the bundle/);
});

test('each byte counts for the folder or package in which it was written', async () => {
  const sources = ['widget/views/chip.ts', 'node_modules/lit-html/lit-html.js'].map((file) =>
    relative(folder, resolve(file)),
  );
  // Two mappings: the first two characters come from the first source, the rest from the second.
  const map = { version: 3, sources, names: [], mappings: 'AAAA,ECAA' };
  await writeFile(join(folder, 'mapped.js'), 'a;bé;');
  await writeFile(join(folder, 'mapped.js.map'), JSON.stringify(map));
  const bytes = bytesByOrigin(folder, readScript(folder, 'mapped.js'));
  assert.deepEqual(
    [...bytes],
    [
      ['widget/views', 2],
      ['lit', 4],
    ],
  );
});

test('an origin is a package, with its family under one name, or a folder at most two levels deep', () => {
  assert.equal(originOf('node_modules/@lit/reactive-element/css-tag.js'), 'lit');
  assert.equal(originOf('node_modules/zod/v4/core/parse.js'), 'zod');
  assert.equal(originOf('../elsewhere/node_modules/idb/build/index.js'), 'idb');
  assert.equal(originOf('widget/views/chip/chip.ts'), 'widget/views');
  assert.equal(originOf('shared/protocol.ts'), 'shared');
});
