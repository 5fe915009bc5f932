import { expect } from '@open-wc/testing';
import { nextPage, openCopy, openFrame } from './tab.fixture.ts';

describe('a tab of this very browser', () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => sessionStorage.clear());

  it('goes on over a reload, and knows what the page before had begun', async () => {
    const first = nextPage();
    const frame = openFrame();
    const before = await first;
    expect(before).to.include({ isReturning: false, isCopy: false, found: 'absent' });

    for (let load = 0; load < 3; load += 1) {
      const next = nextPage();
      frame.contentWindow?.location.reload();
      const after = await next;
      expect(after).to.include({ isReturning: true, isCopy: false, found: 'started' });
      expect(after).to.include({ tab: before.tab, ledger: before.ledger });
      expect(after.page).to.not.equal(before.page);
    }
    frame.remove();
  });

  it('goes on over the site’s next page', async () => {
    const first = nextPage();
    const frame = openFrame();
    const before = await first;
    const next = nextPage();
    frame.src += '?next';
    expect(await next).to.include({ tab: before.tab, ledger: before.ledger, isCopy: false, found: 'started' });
    frame.remove();
  });

  it('is not its copy (032)', async function () {
    const first = nextPage();
    const frame = openFrame();
    const original = await first;
    // A frame keeps its tab under its own path, as a page of that path in a window does under none.
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith('headless-agent.tab'))
        sessionStorage.setItem('headless-agent.tab', sessionStorage.getItem(name) ?? '');
    }
    const next = nextPage();
    const copy = openCopy();
    if (!copy) this.skip();
    const said = await next;
    expect(said).to.include({ isReturning: true, isCopy: true, found: 'absent' });
    expect(said.tab).to.not.equal(original.tab);
    expect(said.ledger).to.not.equal(original.ledger);
    copy.close();
    frame.remove();
  });
});
