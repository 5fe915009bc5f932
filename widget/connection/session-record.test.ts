import { expect } from '@open-wc/testing';
import { RamStorage } from '../ledger/ram-storage.ts';
import { FakeStorage } from '../tab/fake-storage.fixture.ts';
import { readRecord, writeRecord, type SessionRecord } from './session-record.ts';

const record: SessionRecord = {
  held: { session: 's1', token: 't1', epoch: 1 },
  pending: { id: 'm1', text: 'Hello', origin: 'pasted', turn: 1 },
  expiresAt: 1_000,
};

describe('the record of a session', () => {
  it('is read as it was written', () => {
    const storage = new RamStorage();
    writeRecord(storage, 'name', record);
    expect(readRecord(storage, 'name', { now: 999, tab: undefined })).to.deep.equal(record);
    expect(readRecord(storage, 'other', { now: 999, tab: undefined })).to.equal(undefined);
  });

  it('is of no use once the server has dropped the session', () => {
    const storage = new RamStorage();
    writeRecord(storage, 'name', record);
    expect(readRecord(storage, 'name', { now: 1_000, tab: undefined })).to.equal(undefined);
  });

  for (const text of ['', 'null', '{', '{"expiresAt":5000,"more":1}', '{"held":{"session":"s1"},"expiresAt":5000}']) {
    it(`is none where ${JSON.stringify(text)} stands`, () => {
      const storage = new RamStorage();
      storage.setItem('name', text);
      expect(readRecord(storage, 'name', { now: 0, tab: undefined })).to.equal(undefined);
    });
  }

  it('is taken away', () => {
    const storage = new RamStorage();
    writeRecord(storage, 'name', record);
    writeRecord(storage, 'name', undefined);
    expect(storage.length).to.equal(0);
  });

  it('leaves no older one behind where there is no room', () => {
    const storage = new RamStorage();
    writeRecord(storage, 'name', record);
    const full = {
      ...{ length: 1, key: () => null, getItem: () => null, removeItem: (name: string) => storage.removeItem(name) },
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    writeRecord(full, 'name', record);
    expect(storage.length).to.equal(0);
  });

  it('is nothing where the browser forbids the storage while the page is there (060)', () => {
    const storage = new FakeStorage();
    writeRecord(storage, 'name', record);
    storage.isForbidden = true;
    writeRecord(storage, 'name', record);
    writeRecord(storage, 'name', undefined);
    expect(readRecord(storage, 'name', { now: 0, tab: undefined })).to.equal(undefined);
  });

  it('is nothing without a storage', () => {
    writeRecord(undefined, 'name', record);
    expect(readRecord(undefined, 'name', { now: 0, tab: undefined })).to.equal(undefined);
  });

  it('is of no use to another tab, and not to a tab when all share it', () => {
    const storage = new RamStorage();
    writeRecord(storage, 'name', { ...record, tab: 'one' });
    expect(readRecord(storage, 'name', { now: 0, tab: 'one' })).to.deep.equal({ ...record, tab: 'one' });
    expect(readRecord(storage, 'name', { now: 0, tab: 'other' })).to.equal(undefined);
    expect(readRecord(storage, 'name', { now: 0, tab: undefined })).to.equal(undefined);
  });
});
