import { expect } from '@open-wc/testing';
import { currentTab } from './tab.ts';

describe('currentTab', () => {
  afterEach(() => sessionStorage.clear());

  it('keeps the tab and changes the page at each load', () => {
    const first = currentTab();
    const second = currentTab();
    expect(second.tab).to.equal(first.tab);
    expect(second.page).to.not.equal(first.page);
  });

  it('does without storage where the browser forbids it', () => {
    const { tab, page } = currentTab(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    expect(tab).to.match(/^[\w-]{22}$/);
    expect(page).to.match(/^[\w-]{22}$/);
  });
});
