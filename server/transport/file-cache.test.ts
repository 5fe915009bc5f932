import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileCache } from './file-cache.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-cache-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Writes a file that was last changed at `second`. */
async function put(name: string, text: string, second: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  await utimes(path, second, second);
  return path;
}

test('an unchanged file is read once', async () => {
  const load = fileCache();
  const path = await put('once.js', 'one', 1_000);
  assert.equal(await load(path), await load(path));
});

test('an edited file is read again and has another fingerprint', async () => {
  const load = fileCache();
  const first = await load(await put('edit.js', 'one', 1_000));
  const second = await load(await put('edit.js', 'two', 1_001));
  assert.equal(second?.body.toString(), 'two');
  assert.notEqual(second?.hash, first?.hash);
});

test('compressed copies are kept with their file', async () => {
  const path = await put('copies.js', 'plain', 1_000);
  await put('copies.js.br', 'br', 1_000);
  await put('copies.js.gz', 'gz', 1_001);
  const file = await fileCache()(path);
  assert.deepEqual(
    [...(file?.encoded ?? [])].map(([name, body]) => [name, body.toString()]),
    [
      ['br', 'br'],
      ['gzip', 'gz'],
    ],
  );
});

test('a compressed copy that is older than its file is left aside', async () => {
  const path = await put('stale.js', 'new', 1_001);
  await put('stale.js.br', 'old', 1_000);
  const file = await fileCache()(path);
  assert.equal(file?.encoded.size, 0);
});

test('a folder, a missing file and a path through a file are no files', async () => {
  const load = fileCache();
  await mkdir(join(folder, 'folder.js'));
  const path = await put('leaf.js', 'leaf', 1_000);
  for (const wrong of [
    join(folder, 'folder.js'),
    join(folder, 'none.js'),
    join(path, 'below.js'),
    join(folder, 'x'.repeat(400)),
  ])
    assert.equal(await load(wrong), undefined);
});

test('a deleted file is gone', async () => {
  const load = fileCache();
  const path = await put('deleted.js', 'here', 1_000);
  assert.ok(await load(path));
  await rm(path);
  assert.equal(await load(path), undefined);
});
