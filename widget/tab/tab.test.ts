import { expect } from '@open-wc/testing';
import { FakeStorage } from './fake-storage.fixture.ts';
import { currentTab, enterTab, readTab, writeTab } from './tab.ts';

/** Loads a page in a tab; `leave` is what the page says as it goes. */
function load(storage: FakeStorage) {
  const tab = enterTab(() => storage);
  return { tab, leave: () => writeTab(storage, { ...tab, left: true }) };
}

describe('a tab', () => {
  it('is new when its storage is empty', () => {
    const { tab } = load(new FakeStorage());
    expect(tab.isReturning).to.equal(false);
    for (const id of [tab.tab, tab.page, tab.ledger]) expect(id).to.match(/^[\w-]{22}$/);
  });

  it('keeps its name and that of its ledger over a load, and gets another page', () => {
    const storage = new FakeStorage();
    const first = load(storage);
    first.leave();
    const second = load(storage).tab;
    expect(second).to.include({ tab: first.tab.tab, ledger: first.tab.ledger, isReturning: true });
    expect(second.page).to.not.equal(first.tab.page);
  });

  it('names its ledger anew after a page that could not say that it left', () => {
    const storage = new FakeStorage();
    const first = load(storage).tab;
    const second = load(storage).tab;
    expect(second.tab).to.equal(first.tab);
    expect(second.ledger).to.not.equal(first.ledger);
  });

  for (const [what, text] of [
    ['no JSON', '{'],
    ['null', 'null'],
    ['another shape', '{"tab":1}'],
    ['a name alone', 'abc'],
  ]) {
    it(`is new when its record is ${what}`, () => {
      const storage = new FakeStorage(new Map([['headless-agent.tab', text ?? '']]));
      expect(load(storage).tab.isReturning).to.equal(false);
      expect(readTab(storage)).to.not.equal(undefined);
    });
  }

  it('lives as long as the page where the browser forbids storage, or has no room', () => {
    const full = new FakeStorage();
    full.isFull = true;
    const forbidden = new FakeStorage();
    forbidden.isForbidden = true;
    for (const storage of [full, forbidden]) {
      const { tab } = load(storage);
      expect(tab.storage).to.equal(undefined);
      expect(tab.isReturning).to.equal(false);
      expect(load(storage).tab.ledger).to.not.equal(tab.ledger);
    }
    const { storage } = enterTab(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    expect(storage).to.equal(undefined);
  });

  it('is one for all elements of a page', () => {
    expect(currentTab()).to.equal(currentTab());
  });
});
