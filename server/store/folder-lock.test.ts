import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { suite } from 'node:test';
import { lockFolder } from './folder-lock.ts';

async function inFolder(run: (folder: string, lock: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lock-'));
  try {
    await run(folder, join(folder, 'lock'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lock of this process, with some of what it says changed. */
async function forge(folder: string, lock: string, changes: object): Promise<void> {
  const own = await lockFolder(folder);
  const text = await readFile(lock, 'utf8');
  await own.release();
  await writeFile(lock, JSON.stringify({ ...JSON.parse(text), ...changes }));
}

const noTime = async (): Promise<void> => {};

test('holds a folder until it is released, and leaves nothing there', () =>
  inFolder(async (folder) => {
    const lock = await lockFolder(folder);
    await assert.rejects(lockFolder(folder), /One process may use it at a time/);
    await lock.renew();
    await lock.release();
    await lock.release();
    assert.deepEqual(await readdir(folder), []);
    await (await lockFolder(folder)).release();
  }));

test('lets one of many in who come at once', () =>
  inFolder(async (folder) => {
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)));
    const held = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.equal(held.length, 1);
    await held[0]?.release();
  }));

suite('takes over', () => {
  for (const [what, changes] of [
    ['the lock of a process that is gone', { pid: 2 ** 22 + 1 }],
    ['the lock of an earlier process with the same number', { started: '1' }],
  ] as const) {
    test(what, () =>
      inFolder(async (folder, path) => {
        await forge(folder, path, changes);
        const lock = await lockFolder(folder);
        await lock.renew();
        await lock.release();
      }),
    );
  }

  test('the lock of another machine that says nothing for a while', () =>
    inFolder(async (folder, path) => {
      await forge(folder, path, { machine: 'elsewhere/' });
      let waited = 0;
      const lock = await lockFolder(folder, async (ms) => void (waited += ms));
      assert.equal(waited, 15_000);
      await lock.release();
    }));

  test('a lock that nobody can read', () =>
    inFolder(async (folder, path) => {
      await writeFile(path, '{"pid":');
      await (await lockFolder(folder, noTime)).release();
    }));
});

test('leaves a folder to another machine that gives a sign of life', () =>
  inFolder(async (folder, path) => {
    await forge(folder, path, { machine: 'elsewhere/', pid: 7 });
    let asked = 0;
    const renewed = async (): Promise<void> => {
      asked += 1;
      if (asked === 5) await utimes(path, asked, asked);
    };
    await assert.rejects(lockFolder(folder, renewed), /process 7 on elsewhere does/);
  }));

test('notices that another has taken the folder, and does not take the lock away from it', () =>
  inFolder(async (folder, path) => {
    const lock = await lockFolder(folder);
    const text = await readFile(path, 'utf8');
    const others = JSON.stringify({ ...JSON.parse(text), token: 'of another' });
    await writeFile(path, others);
    await assert.rejects(lock.renew(), /another server uses the folder/);
    await lock.release();
    assert.equal(await readFile(path, 'utf8'), others);
  }));

test('says what is wrong with a folder that is not there', () =>
  inFolder(async (folder) => {
    await assert.rejects(lockFolder(join(folder, 'none')), /ENOENT/);
  }));
