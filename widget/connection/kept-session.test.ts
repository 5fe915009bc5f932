import { expect } from '@open-wc/testing';
import { RamStorage } from '../ledger/ram-storage.ts';
import { claimRecord, isKept, releaseRecord, storageOf } from './kept-session.ts';

const url = new URL('wss://kept.example.com/agent');

describe('what is kept of a session', () => {
  it('lives as long as the site wants', () => {
    expect(storageOf('none')).to.equal(undefined);
    expect(storageOf('tab')).to.equal(sessionStorage);
    expect(storageOf('device')).to.equal(localStorage);
  });

  it('has a name of its own for each element of a page, the same ones after a reload', () => {
    const names = [claimRecord(url), claimRecord(url), claimRecord(new URL('/other', url))];
    expect(new Set(names).size).to.equal(3);
    for (const name of names) releaseRecord(name);
    expect(claimRecord(url)).to.equal(names[0]);
    releaseRecord(names[0] ?? '');
  });

  it('is seen without being read', () => {
    const storage = new RamStorage();
    storage.setItem('name', '');
    expect(isKept(storage, 'name')).to.equal(true);
    expect(isKept(storage, 'other')).to.equal(false);
    expect(isKept(undefined, 'name')).to.equal(false);
  });
});
