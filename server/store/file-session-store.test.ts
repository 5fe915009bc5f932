import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import {
  appendFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  utimes,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { suite } from 'node:test';
import { FileSessionStore } from './file-session-store.ts';
import { testConformance, testDurability } from './session-store.conformance.ts';
import type { Lease } from './session-store.ts';
import {
  append,
  fill,
  numbersOf,
  range,
  type Subject,
  type TestEvent,
  type TestStore,
} from './session-store-subject.conformance.ts';
import { startAppending } from './start-appending.fixture.ts';

const expiryMs = 600_000;

async function withReopened(
  run: (subject: Subject & { reopen: () => Promise<TestStore> }) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'file-store-'));
  let passed = 0;
  const now = (): number => Date.now() + passed;
  const openStore = () => FileSessionStore.open<TestEvent>({ folder, expiryMs, now });
  const stores = [await openStore()];
  const reopen = async () => {
    await stores[0]?.close();
    const store = await openStore();
    stores.push(store);
    return store;
  };
  const [store] = stores;
  if (!store) return;
  await run({ store, expiryMs, advance: async (ms) => void (passed += ms), reopen });
  for (const opened of stores) await opened.close();
  await rm(folder, { recursive: true });
}

testConformance(withReopened);
testDurability(withReopened);

/** A folder of the test's own, gone when it ends. */
async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'file-store-'));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

type WriteArgs = [bytes: Buffer, offset: number, length: number, position: number];

interface Opened {
  readonly folder: string;
  readonly store: FileSessionStore<TestEvent>;
  /** What the operator was warned of. */
  readonly warned: string[];
}

function withStore(run: (opened: Opened) => Promise<void>): Promise<void> {
  return inFolder((folder) => withStoreIn(folder, run));
}

async function withStoreIn(folder: string, run: (opened: Opened) => Promise<void>): Promise<void> {
  const warned: string[] = [];
  const log = { warn: (_: unknown, event: string) => void warned.push(event), error: () => {} };
  const store = await FileSessionStore.open<TestEvent>({ folder, expiryMs, log });
  try {
    await run({ folder, store, warned });
  } finally {
    await store.close();
  }
}

/** The only session's file. */
async function sessionFile(folder: string): Promise<string> {
  const name = (await readdir(folder)).find((file) => file.endsWith('.jsonl'));
  if (name === undefined) assert.fail('There is no session file.');
  return join(folder, name);
}

/** What Node's file handles are made of: a disk's refusals can be played there. */
async function fileHandlePrototype(folder: string): Promise<FileHandle> {
  const handle = await open(folder, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle);
}

suite('after a crash', () => {
  for (const [what, torn] of [
    ['half a line', '{"key":"k3","eve'],
    ['a whole line without its end', '{"key":"k3","event":{"n":3}}'],
    ['half a character', Buffer.from('{"key":"漢').subarray(0, -1)],
  ] as const) {
    test(`drops ${what} at the end, says so once, and goes on`, () =>
      inFolder(async (folder) => {
        await withStoreIn(folder, async ({ store }) => void (await fill(store, 's', 2)));
        await appendFile(await sessionFile(folder), torn);
        await withStoreIn(folder, async ({ store, warned }) => {
          assert.deepEqual(numbersOf(await store.read('s')), [1, 2]);
          const { lease, events } = await store.acquire('s', 'b');
          assert.deepEqual(numbersOf(events), [1, 2]);
          await append(store, lease, 3);
          await store.acquire('s', 'c');
          assert.deepEqual(warned, ['store dropped a torn line']);
        });
        assert.ok((await readFile(await sessionFile(folder), 'utf8')).endsWith('\n'));
      }));
  }

  test('repairs a torn line also when the owner goes on under its lease', () =>
    inFolder(async (folder) => {
      const leases: Lease[] = [];
      await withStoreIn(folder, async ({ store }) => void leases.push((await fill(store, 's', 1)).lease));
      await appendFile(await sessionFile(folder), '{"key":');
      await withStoreIn(folder, async ({ store }) => {
        for (const lease of leases) await append(store, lease, 2);
        assert.deepEqual(numbersOf(await store.read('s')), [1, 2]);
      });
    }));

  test('begins a session anew of which not even the name was written', () =>
    inFolder(async (folder) => {
      await withStoreIn(folder, async ({ store }) => void (await fill(store, 's', 1)));
      await writeFile(await sessionFile(folder), '{"sess');
      await withStoreIn(folder, async ({ store }) => {
        assert.equal(await store.read('s'), undefined);
        await fill(store, 's', 2);
        assert.deepEqual(numbersOf(await store.read('s')), [1, 2]);
      });
    }));

  test('sets whole lines aside that stand behind one without sense, and deletes them with the session', () =>
    inFolder(async (folder) => {
      await withStoreIn(folder, async ({ store }) => void (await fill(store, 's', 3)));
      const file = await sessionFile(folder);
      const lines = (await readFile(file, 'utf8')).split('\n');
      await writeFile(file, lines.with(3, '\0\0\0').join('\n'));
      await withStoreIn(folder, async ({ store, warned }) => {
        assert.deepEqual(numbersOf((await store.acquire('s', 'b')).events), [1]);
        assert.deepEqual(warned, ['store set damaged lines aside']);
        assert.match(await readFile(`${file}.damaged`, 'utf8'), /"n":3/);
      });
      const again = (await readFile(file, 'utf8')).split('\n');
      await writeFile(file, again.with(2, '\0\0\0').join('\n'));
      await withStoreIn(folder, async ({ store }) => {
        await store.acquire('s', 'c');
        const aside = await readFile(`${file}.damaged`, 'utf8');
        assert.match(aside, /"n":3[^]*\0\0\0/, 'behind what was set aside before');
        await store.destroy('s');
        assert.deepEqual(
          (await readdir(folder)).filter((name) => name !== 'lock'),
          [],
        );
      });
    }));

  test('has every answered event, in order, of a process that was killed', () =>
    inFolder(async (folder) => {
      const child = startAppending(`file:${folder}`);
      const answered = await child.killAfter(200);
      await withStoreIn(folder, async ({ store }) => {
        const numbers = numbersOf(await store.read('s')) ?? [];
        assert.deepEqual(numbers, range(1, numbers.length));
        assert.ok(numbers.length >= answered, `${answered} were answered, ${numbers.length} are there`);
      });
    }));
});

suite('a disk that refuses', () => {
  for (const [code, remedy] of [
    ['ENOSPC', /disk is full; make room/],
    ['EIO', /disk is failing/],
  ] as const) {
    test(`says what to do about ${code}, writes nothing by halves, and lets the next owner go on`, (context) =>
      withStore(async ({ folder, store }) => {
        const { lease } = await fill(store, 's', 1);
        const handles = await fileHandlePrototype(folder);
        const { write } = handles;
        const refusal = context.mock.method(handles, 'write', async function (this: FileHandle, ...args: WriteArgs) {
          const [bytes, offset, , position] = args;
          await Reflect.apply(write, this, [bytes, offset, 5, position]);
          throw Object.assign(new Error(code), { code });
        });
        await assert.rejects(append(store, lease, 2), remedy);
        refusal.mock.restore();
        await assert.rejects(append(store, lease, 3), remedy, 'a log has no hole');
        const next = await store.acquire('s', 'b');
        await append(store, next.lease, 4);
      }));
  }

  test('takes back what was written when it could not be made safe', (context) =>
    withStore(async ({ folder, store }) => {
      const { lease } = await fill(store, 's', 1);
      const refusal = context.mock.method(await fileHandlePrototype(folder), 'datasync', async () => {
        throw Object.assign(new Error('EIO'), { code: 'EIO' });
      });
      const answers = await Promise.allSettled(range(2, 5).map((n) => append(store, lease, n)));
      refusal.mock.restore();
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set(['rejected']));
      assert.deepEqual(numbersOf(await store.read('s')), [1]);
    }));

  test('is told at the start: a part of the path is a file', () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, 'file'), '');
      const opening = FileSessionStore.open({ folder: join(folder, 'file', 'store'), expiryMs });
      await assert.rejects(opening, /can not use .*file.*another folder/);
    }));

  test('is not ready: the folder is gone', () =>
    withStore(async ({ folder, store }) => {
      await rm(folder, { recursive: true });
      await assert.rejects(store.ready(), /folder|removed/);
      await mkdir(folder);
    }));
});

suite('what it costs', () => {
  test('makes a hundred appends that wait together safe in one go', (context) =>
    withStore(async ({ folder, store }) => {
      const { lease } = await store.acquire('s', 'a');
      const sync = context.mock.method(await fileHandlePrototype(folder), 'datasync');
      await Promise.all(range(1, 100).map((n) => append(store, lease, n)));
      assert.equal(sync.mock.callCount(), 1);
    }));

  test('keeps no more than 256 files open', { skip: !existsSync('/proc/self/fd') }, () =>
    withStore(async ({ folder, store }) => {
      for (const n of range(1, 300)) await store.acquire(`session ${n}`, 'a');
      await store.touch('session 1');
      const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
      const openFiles = (await Promise.all(links)).filter((target) => target.startsWith(folder));
      assert.ok(openFiles.length <= 256, `${openFiles.length} are open`);
      assert.deepEqual(await store.read('session 1'), []);
    }),
  );

  test('deletes what has expired when it sweeps, and nothing else', () =>
    withStore(async ({ folder, store }) => {
      await fill(store, 'old', 1);
      const old = await sessionFile(folder);
      await store.close();
      await utimes(old, 0, 0);
      await withStoreIn(folder, async ({ store: again }) => {
        await fill(again, 'new', 1);
        await again.sweep();
        assert.equal(existsSync(old), false);
        assert.deepEqual(numbersOf(await again.read('new')), [1]);
      });
    }));
});

suite('one process at a time', () => {
  test('writes nothing any more once another has taken the folder', () =>
    withStore(async ({ store }) => {
      const { lease } = await store.acquire('s', 'a');
      store.lose(new Error('another server uses the folder'));
      await assert.rejects(async () => store.append(lease, 'k', { n: 1 }), /another server uses the folder/);
      await assert.rejects(store.acquire('s', 'b'), /another server uses the folder/);
    }));

  test('refuses a second store on the folder, and says what to do', () =>
    withStore(async ({ folder }) => {
      const second = FileSessionStore.open({ folder, expiryMs });
      await assert.rejects(second, new RegExp(`process ${process.pid} on .* does.*name another folder, or use Redis`));
    }));

  test('refuses the folder of a process that runs, and takes it over once it was killed', () =>
    inFolder(async (folder) => {
      const child = startAppending(`file:${folder}`);
      await child.acquired;
      await assert.rejects(FileSessionStore.open({ folder, expiryMs }), new RegExp(`process ${child.pid} `));
      await child.killAfter(1);
      await withStoreIn(folder, async ({ store }) => void (await store.acquire('s', 'b')));
    }));
});
