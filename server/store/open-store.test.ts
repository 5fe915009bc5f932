import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test, { suite } from 'node:test';
import { promisify } from 'node:util';
import { missingRedis, startRedisServer } from '../../testing/redis-server.ts';
import { openStore, readStoreSetting } from './open-store.ts';

const expiryMs = 600_000;

/** Opens a store, uses both parts of it, and closes it. */
async function use(setting: string): Promise<void> {
  const { sessions, counters, close } = await openStore<{ n: number }>(setting, { expiryMs });
  const { lease } = await sessions.acquire('s', 'a');
  await sessions.append(lease, 'k', { n: 1 });
  assert.equal((await sessions.read('s'))?.length, 1);
  assert.equal(await counters.once('ticket', 1_000), true);
  await sessions.ready();
  await close();
}

suite('a setting', () => {
  for (const [setting, place] of [
    ['memory', { kind: 'memory' }],
    ['file:/var/lib/agent', { kind: 'file', folder: '/var/lib/agent' }],
    ['file:data', { kind: 'file', folder: resolve('data') }],
    ['redis://127.0.0.1:6379', { kind: 'redis', url: 'redis://127.0.0.1:6379' }],
    ['rediss://name:secret@db.example/2', { kind: 'redis', url: 'rediss://name:secret@db.example/2' }],
    ['valkey://127.0.0.1', { kind: 'redis', url: 'redis://127.0.0.1' }],
    ['valkeys://db.example', { kind: 'redis', url: 'rediss://db.example' }],
  ] as const) {
    test(`may be ${setting}`, () => assert.deepEqual(readStoreSetting(setting), place));
  }

  for (const setting of [
    '',
    'disk',
    'file:',
    'Memory',
    'redis:',
    'redis://',
    'redis:6379',
    'http://db.example',
    '/data',
  ]) {
    test(`may not be "${setting}", and is told what it may be`, () =>
      assert.rejects(openStore(setting, { expiryMs }), {
        name: 'TypeError',
        message: /memory, file:FOLDER, or an address/,
      }));
  }

  test('is named without its password when it is refused', () => {
    assert.throws(
      () => readStoreSetting('mysql://name:secret@db.example'),
      ({ message }: Error) => message.includes('db.example') && !message.includes('secret'),
    );
  });
});

suite('a store that is opened', () => {
  test('keeps sessions and counts in memory', () => use('memory'));

  test('keeps sessions in a folder, which it makes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'open-store-'));
    await use(`file:${join(folder, 'a', 'b')}`);
    await rm(folder, { recursive: true });
  });

  test('keeps both in Redis', { skip: missingRedis }, async () => {
    const server = await startRedisServer();
    try {
      await use(server.url);
    } finally {
      await server.stop();
    }
  });

  test('loads no Redis client unless there is Redis', async () => {
    const source = `
      const { openStore } = await import('${new URL('./open-store.ts', import.meta.url).href}');
      await openStore('memory', { expiryMs: 1_000 });
      const { createRequire } = await import('node:module');
      console.log(Object.keys(createRequire(import.meta.url).cache).join());`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      source,
    ]);
    assert.match(stdout, /RateLimiterMemory/);
    assert.doesNotMatch(stdout, /@redis|RateLimiterRedis/);
  });
});
