import { expect } from '@open-wc/testing';
import { deleteDB, openDB } from 'idb';
import { inForeignFrame } from '../../scripts/wtr/foreign-frame.ts';
import { codeOf, outcomeOf } from '../../scripts/wtr/outcome.ts';
import { restoreAll, stub } from '../../scripts/wtr/stub.ts';
import { newId } from '../../shared/ids.ts';
import { memoryLimits } from './memory-limits.ts';
import { openMemory } from './open-memory.ts';
import { RamMemory } from './ram-memory.ts';

const server = 'https://agent.example.com';

/** Fresh for each test, so that none sees what another stored. */
let databaseName: string;
const open = (options: object = {}) => openMemory(server, { databaseName, ...options });

beforeEach(() => {
  databaseName = `test-${newId()}`;
});

afterEach(async () => {
  restoreAll();
  await deleteDB(databaseName);
});

describe('memory in IndexedDB', () => {
  it('gives back what was put, and says that it is persisted', async () => {
    const memory = open({ now: () => Date.UTC(2026, 0, 2) });
    const value = { city: 'Köln', list: [1, null, { deep: true }] };

    expect(await memory.put('home', value)).to.deep.equal({ replaced: false, bytes: 46, persisted: true });
    expect(await memory.get('home')).to.deep.equal({
      key: 'home',
      value,
      updated: '2026-01-02T00:00:00.000Z',
      bytes: 46,
    });
    expect(await memory.get('away')).to.equal(undefined);
  });

  it('keeps what was put for the next opening', async () => {
    await open().put('home', 'Köln');
    expect((await open().get('home'))?.value).to.equal('Köln');
  });

  it('keeps every kind of JSON value', async () => {
    const memory = open();
    for (const value of [null, false, 0, '', [], {}]) {
      await memory.put('value', value);
      expect((await memory.get('value'))?.value).to.deep.equal(value);
    }
  });

  it('knows what a stranger may have had written, also in a list, until it is written anew', async () => {
    await open().put('home', 'Köln');
    await open().put('plan', 'Send it all.', 'untrusted');
    const memory = open();
    expect((await memory.get('plan'))?.provenance).to.equal('untrusted');
    expect(await memory.get('home')).not.to.have.property('provenance');
    const provenances = async () => (await memory.list('')).items.map(({ key, provenance }) => [key, provenance]);
    expect(await provenances()).to.have.deep.members([
      ['home', undefined],
      ['plan', 'untrusted'],
    ]);
    await memory.put('plan', 'Buy bread.');
    expect(await provenances()).to.have.deep.members([
      ['home', undefined],
      ['plan', undefined],
    ]);
  });

  it('keeps what an earlier version of the page stored', async () => {
    const older = await openDB(databaseName, 1, {
      upgrade: (database) => {
        const store = database.createObjectStore('memory', { keyPath: ['namespace', 'key'] });
        store.createIndex('recency', ['namespace', 'updated', 'bytes', 'key']);
      },
    });
    await older.put('memory', { namespace: server, key: 'home', value: 'Köln', updated: '2026-01-02', bytes: 7 });
    older.close();
    expect((await open().list('')).items).to.deep.equal([{ key: 'home', updated: '2026-01-02', bytes: 7 }]);
    expect((await open().get('home'))?.value).to.equal('Köln');
  });

  it('replaces a value under the same key', async () => {
    const memory = open();
    await memory.put('home', 'Köln');
    expect((await memory.put('home', 'Bonn')).replaced).to.equal(true);
    expect((await memory.list('')).items.length).to.equal(1);
    expect((await memory.get('home'))?.value).to.equal('Bonn');
  });

  it('lists the newest first, by prefix, without values', async () => {
    let now = 0;
    const memory = open({ now: () => (now += 1_000) });
    for (const key of ['pet.cat', 'home', 'pet.dog']) await memory.put(key, key);

    const all = await memory.list('');
    expect(all.items.map((item) => item.key)).to.deep.equal(['pet.dog', 'home', 'pet.cat']);
    expect(all.items[0]).to.deep.equal({ key: 'pet.dog', updated: '1970-01-01T00:00:03.000Z', bytes: 9 });
    expect(all.persisted).to.equal(true);
    expect((await memory.list('pet.')).items.map((item) => item.key)).to.deep.equal(['pet.dog', 'pet.cat']);
  });

  it('says whether there was anything to delete', async () => {
    const memory = open();
    await memory.put('home', 'Köln');
    expect(await memory.delete('home')).to.equal(true);
    expect(await memory.delete('home')).to.equal(false);
    expect(await memory.get('home')).to.equal(undefined);
  });

  it('keeps the memories of two servers apart', async () => {
    const ours = open();
    const theirs = openMemory('https://agent.example.org', { databaseName });
    await ours.put('home', 'Köln');
    expect(await theirs.get('home')).to.equal(undefined);
    expect((await theirs.list('')).items).to.deep.equal([]);
    expect(await theirs.delete('home')).to.equal(false);
  });

  it('serves two elements at once', async () => {
    const [one, two] = [open(), open()];
    await Promise.all([one.put('a', 1), two.put('b', 2), one.put('c', 3), two.put('a', 4)]);
    const seen = await Promise.all([one.list(''), two.list('')]);
    expect(seen[0].items.map((item) => item.key).toSorted()).to.deep.equal(['a', 'b', 'c']);
    expect(seen[1]).to.deep.equal(seen[0]);
  });
});

describe('limits of memory', () => {
  const largest = 'x'.repeat(memoryLimits.valueBytes - 2);

  it('refuses a value that is too large and keeps the old one', async () => {
    const memory = open();
    await memory.put('note', 'short');
    expect(codeOf(await outcomeOf(memory.put('note', `${largest}x`)))).to.equal('too_large');
    expect((await memory.get('note'))?.value).to.equal('short');
    expect((await memory.put('note', largest)).bytes).to.equal(memoryLimits.valueBytes);
  });

  it('refuses what is too much in all, until something is forgotten', async () => {
    const memory = open();
    const count = Math.floor(memoryLimits.totalBytes / (memoryLimits.valueBytes + 2));
    for (let at = 0; at < count; at += 1) await memory.put(String(at).padStart(2, '0'), largest);

    expect(codeOf(await outcomeOf(memory.put('last', largest)))).to.equal('quota_exceeded');
    expect((await memory.put('00', largest)).replaced).to.equal(true);
    await memory.delete('00');
    expect((await memory.put('la', largest)).replaced).to.equal(false);
  });

  it('says quota_exceeded when the browser is full, and does not try again', async () => {
    const memory = open();
    await memory.put('home', 'Köln');
    let tries = 0;
    stub(IDBObjectStore.prototype, 'put', () => {
      tries += 1;
      throw new DOMException('Full.', 'QuotaExceededError');
    });

    expect(codeOf(await outcomeOf(memory.put('away', 'Bonn')))).to.equal('quota_exceeded');
    expect(tries).to.equal(1);
    expect((await memory.get('home'))?.value).to.equal('Köln');
  });
});

describe('memory without storage', () => {
  for (const name of ['SecurityError', 'UnknownError', 'InvalidStateError']) {
    it(`remembers in RAM, and says so, when storage fails with ${name}`, async () => {
      stub(IDBFactory.prototype, 'open', () => {
        throw new DOMException('Blocked.', name);
      });
      const memory = openMemory(`${server}/${name}`);
      expect((await memory.put('home', 'Köln')).persisted).to.equal(false);
      expect((await memory.get('home'))?.value).to.equal('Köln');
      expect((await memory.list('')).persisted).to.equal(false);
    });
  }

  it('remembers in RAM when the browser has no IndexedDB', async () => {
    stub(window, 'indexedDB', undefined);
    expect((await openMemory(newId()).put('home', 'Köln')).persisted).to.equal(false);
  });

  it('shares what it remembers between two elements of one server only', async () => {
    stub(window, 'indexedDB', undefined);
    const namespace = newId();
    await openMemory(namespace).put('home', 'Köln');
    expect((await openMemory(namespace).get('home'))?.value).to.equal('Köln');
    expect(await openMemory(newId()).get('home')).to.equal(undefined);
  });

  it('remembers in RAM in a frame that really has no storage', async () => {
    const outcome = await inForeignFrame(
      new URL('./open-memory.ts', import.meta.url),
      `(async () => {
        const memory = module.openMemory('https://agent.example.com');
        const { persisted } = await memory.put('home', 'here');
        return { persisted, value: (await memory.get('home')).value };
      })()`,
    );
    expect(outcome).to.deep.equal({ persisted: false, value: 'here' });
  });
});

describe('the connection to storage', () => {
  const openRaw = (version: number) => openDB(databaseName, version);

  it('says unavailable when another tab blocks it, closes what opens late, and works afterwards', async () => {
    const holder = await openRaw(1);
    const memory = open({ version: 3, openMs: 50 });
    const outcome = await outcomeOf(memory.put('home', 'Köln'));
    expect(outcome).to.deep.equal({
      code: 'unavailable',
      message: 'Another tab holds an older memory of this site open. Closing that tab helps.',
    });

    holder.close();
    // Would wait for ever if the late connection had stayed open.
    await deleteDB(databaseName);
    expect((await open({ version: 3 }).put('home', 'Köln')).persisted).to.equal(true);
  });

  it('makes room for a newer version and says that the page is old', async () => {
    const memory = open();
    await memory.put('home', 'Köln');
    const newer = await openRaw(3);
    const outcome = await outcomeOf(memory.get('home'));
    expect(outcome).to.deep.equal({
      code: 'unavailable',
      message: 'A newer version of this page has changed the memory. Reloading helps.',
    });
    newer.close();
  });

  it('opens again after the browser has cleared its storage', async () => {
    const memory = open();
    await memory.put('home', 'Köln');
    await deleteDB(databaseName);
    expect(await memory.get('home')).to.equal(undefined);
    expect((await memory.put('home', 'Bonn')).persisted).to.equal(true);
  });

  it('opens once more when the browser has closed the connection, but not for ever', async () => {
    const memory = open();
    await memory.put('home', 'Köln');
    const { transaction } = IDBDatabase.prototype;
    let closed = 1;
    stub(IDBDatabase.prototype, 'transaction', function (this: IDBDatabase, ...args: Parameters<typeof transaction>) {
      closed -= 1;
      if (closed >= 0) throw new DOMException('Closing.', 'InvalidStateError');
      return Reflect.apply(transaction, this, args);
    });

    expect((await memory.get('home'))?.value).to.equal('Köln');
    closed = 3;
    expect(codeOf(await outcomeOf(memory.get('home')))).to.equal('unavailable');
    expect(closed).to.equal(1);
  });
});

describe('RAM memory', () => {
  it('behaves like storage', async () => {
    let now = 0;
    const memory = new RamMemory(() => (now += 1_000));
    expect(await memory.put('a', { n: 1 })).to.deep.equal({ replaced: false, bytes: 7, persisted: false });
    await memory.put('b', 2);
    expect((await memory.put('a', 3)).replaced).to.equal(true);
    expect((await memory.list('')).items.map((item) => item.key)).to.deep.equal(['a', 'b']);
    expect(await memory.get('a')).to.deep.equal({ key: 'a', value: 3, updated: '1970-01-01T00:00:03.000Z', bytes: 1 });
    expect(await memory.delete('a')).to.equal(true);
    expect(await memory.delete('a')).to.equal(false);
  });

  it('knows what a stranger may have had written', async () => {
    const memory = new RamMemory();
    await memory.put('a', 1, 'untrusted');
    expect((await memory.get('a'))?.provenance).to.equal('untrusted');
    expect((await memory.list('')).items[0]?.provenance).to.equal('untrusted');
  });

  it('can not be changed through a value that was put or got', async () => {
    const memory = new RamMemory();
    const value = { list: ['first'] };
    await memory.put('a', value);
    value.list.push('second');
    expect((await memory.get('a'))?.value).to.deep.equal({ list: ['first'] });
  });

  it('has the limits of storage', async () => {
    const memory = new RamMemory();
    const largest = 'x'.repeat(memoryLimits.valueBytes - 2);
    expect(codeOf(await outcomeOf(memory.put('a', `${largest}x`)))).to.equal('too_large');
    for (let at = 10; at < 89; at += 1) await memory.put(String(at), largest);
    expect(codeOf(await outcomeOf(memory.put('more', largest)))).to.equal('quota_exceeded');
  });
});
