import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressFolders } from './compress.mjs';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compress-'));
  await mkdir(join(folder, 'chunks'));
  await writeFile(join(folder, 'page.html'), '<p>'.repeat(100));
  await writeFile(join(folder, 'chunks/a.js'), 'a();'.repeat(100));
  await writeFile(join(folder, 'a.js.map'), '{}');
  await writeFile(join(folder, 'lamp.png'), 'png');
});
after(() => rm(folder, { recursive: true, force: true }));

test('text files get both copies, which hold the same text; other files get none', async () => {
  const { files, bytes } = await compressFolders([folder]);
  assert.deepEqual([files, bytes], [2, 700]);
  assert.equal(String(brotliDecompressSync(await readFile(join(folder, 'chunks/a.js.br')))), 'a();'.repeat(100));
  assert.equal(String(gunzipSync(await readFile(join(folder, 'page.html.gz')))), '<p>'.repeat(100));
  assert.deepEqual((await readdir(folder)).toSorted(), [
    'a.js.map',
    'chunks',
    'lamp.png',
    'page.html',
    'page.html.br',
    'page.html.gz',
  ]);
});

test('a second run compresses no copies', async () => {
  assert.equal((await compressFolders([folder])).files, 2);
});

test('a folder that is not there has nothing to compress', async () => {
  assert.deepEqual(await compressFolders([join(folder, 'none')]), { files: 0, bytes: 0, brotliBytes: 0 });
});
