import { expect } from '@open-wc/testing';
import { watchNetwork } from './network-watch.ts';

describe('watchNetwork', () => {
  it('tells when the network or the page comes back, until it is stopped', () => {
    const page = new EventTarget();
    let back = 0;
    const stop = watchNetwork(page, () => (back += 1));
    page.dispatchEvent(new Event('online'));
    page.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    page.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    expect(back).to.equal(2);
    stop();
    page.dispatchEvent(new Event('online'));
    expect(back).to.equal(2);
  });
});
