import { expect } from '@open-wc/testing';
import { FakeClock } from '../tab/fake-clock.fixture.ts';
import { FakeStorage } from '../tab/fake-storage.fixture.ts';
import { settled } from '../tab/settled.fixture.ts';
import { enterTab } from '../tab/tab.ts';
import { call, done } from './page.fixture.ts';
import { takeUp } from './take-up.ts';

/** Loads a page in a tab, with the browser's own locks. */
function load(storage: Storage | FakeStorage) {
  const clock = new FakeClock();
  const page = new EventTarget();
  const tab = enterTab(() => storage);
  return {
    ...{ tab, clock },
    takeUp: () => takeUp(tab, { locks: navigator.locks, clock, page, view: document, url: () => location.href }),
    leave: () => page.dispatchEvent(new PageTransitionEvent('pagehide')),
  };
}

describe('what a tab takes up', () => {
  afterEach(() => sessionStorage.clear());

  it('is what the page before it has written into the browser’s storage', async () => {
    const before = load(sessionStorage);
    const first = (await before.takeUp()).ledger.of(call);
    first.start();
    first.finish(done);
    before.leave();
    const after = load(sessionStorage);
    const { ledger, isCopy } = await after.takeUp();
    expect(isCopy).to.equal(false);
    expect(ledger.identity).to.deep.equal({ tab: before.tab.tab, page: after.tab.page, ledger: before.tab.ledger });
    expect(ledger.doneCalls('s1')).to.deep.equal([{ call: '1.0.0', result: done }]);
    after.leave();
  });

  it('is nothing for a copy of a tab that is still there', async () => {
    const original = load(new FakeStorage());
    const { ledger } = await original.takeUp();
    ledger.of(call).start();
    const copy = load(copyOf(original.tab.storage));
    const taking = copy.takeUp();
    while (copy.clock.pending === 0) await settled();
    copy.clock.advance(1_000);
    const taken = await taking;
    expect(taken.isCopy).to.equal(true);
    expect(taken.ledger.report('s1')).to.deep.equal([]);
    expect(taken.ledger.generation).to.not.equal(ledger.generation);
    expect(ledger.report('s1')).to.have.length(1);
    original.leave();
    copy.leave();
  });

  it('is kept by the page alone where the browser forbids storage, and known by another name after it', async () => {
    const forbidden = new FakeStorage();
    forbidden.isForbidden = true;
    const before = load(forbidden);
    const { ledger } = await before.takeUp();
    expect(ledger.of(call).start()).to.equal(true);
    expect(ledger.report('s1')).to.have.length(1);
    const other = await before.takeUp();
    expect(other.ledger.report('s1')).to.have.length(1);
    const after = load(forbidden);
    expect((await after.takeUp()).ledger.generation).to.not.equal(ledger.generation);
  });
});

function copyOf(storage: unknown): FakeStorage {
  return storage instanceof FakeStorage ? storage.copy() : new FakeStorage();
}
