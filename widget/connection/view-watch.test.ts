import { expect } from '@open-wc/testing';
import { FakeClock } from '../tab/fake-clock.fixture.ts';
import { watchView } from './view-watch.ts';

function setUp() {
  const clock = new FakeClock();
  const view = Object.assign(new EventTarget(), { hidden: false });
  const told: string[] = [];
  const stop = watchView(view, clock, {
    onShown: () => told.push('shown'),
    onLongHidden: () => told.push('long hidden'),
  });
  const become = (hidden: boolean): void => {
    view.hidden = hidden;
    view.dispatchEvent(new Event('visibilitychange'));
  };
  return { clock, told, become, stop };
}

describe('the watch over the view', () => {
  it('tells when the page is seen again (054)', () => {
    const { told, become } = setUp();
    become(true);
    become(false);
    expect(told).to.deep.equal(['shown']);
  });

  it('tells when nobody has seen the page for five minutes', () => {
    const { clock, told, become } = setUp();
    become(true);
    clock.advance(300_000);
    expect(told).to.deep.equal(['long hidden']);
  });

  it('does not count the time before', () => {
    const { clock, told, become } = setUp();
    become(true);
    clock.advance(200_000);
    become(false);
    become(true);
    clock.advance(200_000);
    expect(told).to.deep.equal(['shown']);
  });

  it('leaves nothing behind', () => {
    const { clock, told, become, stop } = setUp();
    become(true);
    stop();
    become(false);
    expect(told).to.deep.equal([]);
    expect(clock.pending).to.equal(0);
  });
});
