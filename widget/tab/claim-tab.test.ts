import { expect } from '@open-wc/testing';
import { claimTab, type ClaimParts } from './claim-tab.ts';
import { FakeClock } from './fake-clock.fixture.ts';
import { FakeStorage } from './fake-storage.fixture.ts';
import type { Locks } from './hold-lock.ts';
import { settled } from './settled.fixture.ts';
import { enterTab, readTab } from './tab.ts';

/** A page in a tab. */
function load(storage: FakeStorage, locks: Locks | undefined = navigator.locks) {
  const clock = new FakeClock();
  const page = new EventTarget();
  const view = Object.assign(new EventTarget(), { prerendering: false });
  const parts: ClaimParts = { locks, clock, page, view };
  const tab = enterTab(() => storage);
  return {
    ...{ tab, clock, storage, view },
    claim: () => claimTab(tab, parts),
    leave: () => page.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
    comeBack: () => page.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  };
}

/** Resolves once the page waits for a lock that another one holds. */
async function waits({ clock }: ReturnType<typeof load>): Promise<void> {
  while (clock.pending === 0) await settled();
}

describe('the claim on a tab', () => {
  it('lets a tab that is alone have its name', async () => {
    const { tab, claim, leave } = load(new FakeStorage());
    expect(await claim()).to.deep.equal({ tab, isCopy: false });
    leave();
  });

  it('lets a reload go on, although the page before it goes a moment later', async () => {
    const storage = new FakeStorage();
    const before = load(storage);
    await before.claim();
    const after = load(storage);
    const claimed = after.claim();
    await waits(after);
    before.leave();
    expect((await claimed).isCopy).to.equal(false);
    expect((await claimed).tab.tab).to.equal(before.tab.tab);
    after.leave();
  });

  it('gives a copy of a tab another name, and another ledger (032)', async () => {
    const original = load(new FakeStorage());
    await original.claim();
    const copy = load(original.storage.copy());
    expect(copy.tab.tab).to.equal(original.tab.tab);
    const claimed = copy.claim();
    await waits(copy);
    copy.clock.advance(1_000);
    const { tab, isCopy } = await claimed;
    expect(isCopy).to.equal(true);
    expect(tab.tab).to.not.equal(original.tab.tab);
    expect(tab.ledger).to.not.equal(original.tab.ledger);
    expect(readTab(copy.storage)).to.deep.include({ tab: tab.tab, ledger: tab.ledger, left: false });
    expect(readTab(original.storage)).to.deep.include({ tab: original.tab.tab });
    original.leave();
    copy.leave();
  });

  it('tells a copy of a copy, too', async () => {
    const original = load(new FakeStorage());
    await original.claim();
    const copy = load(original.storage.copy());
    const claimed = copy.claim();
    await waits(copy);
    copy.clock.advance(1_000);
    await claimed;
    const second = load(copy.storage.copy());
    const claimedAgain = second.claim();
    await waits(second);
    second.clock.advance(1_000);
    expect((await claimedAgain).isCopy).to.equal(true);
    for (const page of [original, copy, second]) page.leave();
  });

  it('gives no copy the name while its tab is between two pages', async () => {
    const original = load(new FakeStorage());
    await original.claim();
    const copy = load(original.storage.copy());
    const copied = copy.claim();
    await waits(copy);
    original.leave();
    const reloaded = load(original.storage);
    expect(await reloaded.claim()).to.deep.equal({ tab: reloaded.tab, isCopy: false });
    expect(reloaded.tab).to.include({ tab: original.tab.tab, ledger: original.tab.ledger });
    const { tab, isCopy } = await copied;
    expect(isCopy).to.equal(true);
    expect(readTab(copy.storage)?.tab).to.equal(tab.tab);
    expect(tab.tab).to.not.equal(original.tab.tab);
    for (const page of [reloaded, copy]) page.leave();
  });

  it('has a copy give the name up before it waits for anything', async () => {
    const original = load(new FakeStorage());
    await original.claim();
    const copy = load(original.storage.copy());
    void copy.claim();
    await waits(copy);
    const name = readTab(copy.storage)?.tab;
    expect(name).to.not.equal(original.tab.tab);
    original.leave();
    const next = load(copy.storage);
    expect((await next.claim()).tab.tab).to.equal(name);
    for (const page of [copy, next]) page.leave();
  });

  it('lets a tab have its name back from a copy that was quicker, with another ledger', async () => {
    const original = load(new FakeStorage());
    await original.claim();
    const copied = original.storage.copy();
    original.leave();
    await navigator.locks.request(`headless-agent.tab.${original.tab.tab}`, () => {});
    const copy = load(copied);
    await copy.claim();
    const reloaded = load(original.storage);
    const claimed = reloaded.claim();
    await waits(reloaded);
    reloaded.clock.advance(1_000);
    const { tab, isCopy } = await claimed;
    expect(isCopy).to.equal(false);
    expect(tab.tab).to.equal(original.tab.tab);
    await settled();
    const ledgers = [original.tab.ledger, tab.ledger, copy.tab.ledger, readTab(copy.storage)?.ledger];
    expect(new Set(ledgers).size).to.equal(4);
    copy.leave();
    expect(readTab(copy.storage)?.left).to.equal(false);
    reloaded.leave();
  });

  it('lets a tab whose page was killed have its name at once, with another ledger', async () => {
    const { storage, tab } = load(new FakeStorage());
    const next = load(storage);
    expect((await next.claim()).isCopy).to.equal(false);
    expect(next.tab.tab).to.equal(tab.tab);
    expect(next.tab.ledger).to.not.equal(tab.ledger);
    next.leave();
  });

  it('is one for all elements of a page', async () => {
    const { claim, leave } = load(new FakeStorage());
    const [one, other] = await Promise.all([claim(), claim()]);
    expect(one).to.equal(other);
    leave();
  });

  it('does without locks, and without storage', async () => {
    expect((await load(new FakeStorage(), undefined).claim()).isCopy).to.equal(false);
    const forbidden = new FakeStorage();
    forbidden.isForbidden = true;
    expect((await load(forbidden).claim()).isCopy).to.equal(false);
  });

  it('says when its page leaves, so that the next one trusts what is written', async () => {
    const { claim, leave, tab, storage } = load(new FakeStorage());
    await claim();
    leave();
    const next = load(storage);
    expect(next.tab.ledger).to.equal(tab.ledger);
  });

  it('leaves the last word to a page that has come meanwhile', async () => {
    const storage = new FakeStorage();
    const before = load(storage);
    await before.claim();
    load(storage);
    before.leave();
    expect(readTab(storage)?.left).to.equal(false);
  });

  it('does not speak for a storage that the page has emptied', async () => {
    const storage = new FakeStorage();
    const before = load(storage);
    await before.claim();
    storage.items.clear();
    before.leave();
    expect(load(storage).tab).to.include({ isReturning: false });
  });

  it('names the ledger anew when the browser brings a page back that it kept', async () => {
    const { claim, leave, comeBack, tab, storage } = load(new FakeStorage());
    await claim();
    leave();
    comeBack();
    const record = readTab(storage);
    expect(record).to.deep.include({ tab: tab.tab, page: tab.page, left: false });
    expect(record?.ledger).to.not.equal(tab.ledger);
    await settled();
    leave();
  });

  it('waits until a page that was made ready behind another one is shown', async () => {
    const storage = new FakeStorage();
    const before = load(storage);
    await before.claim();
    const behind = load(storage);
    behind.view.prerendering = true;
    const claimed = behind.claim();
    await settled();
    behind.clock.advance(60_000);
    before.leave();
    behind.view.prerendering = false;
    behind.view.dispatchEvent(new Event('prerenderingchange'));
    expect((await claimed).isCopy).to.equal(false);
    behind.leave();
  });

  it('is held again by a page that came back', async () => {
    const kept = load(new FakeStorage());
    await kept.claim();
    kept.leave();
    kept.comeBack();
    const copy = load(kept.storage.copy());
    const claimed = copy.claim();
    await waits(copy);
    copy.clock.advance(1_000);
    expect((await claimed).isCopy).to.equal(true);
    kept.leave();
    copy.leave();
  });
});
