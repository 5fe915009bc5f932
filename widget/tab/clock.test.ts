import { expect } from '@open-wc/testing';
import { browserClock } from './clock.ts';

describe('browserClock', () => {
  it('runs a task once its time has come, unless it was called off', async () => {
    const ran: string[] = [];
    await new Promise<void>((resolve) => {
      const callOff = browserClock.after(0, () => ran.push('called off'));
      callOff();
      browserClock.after(1, () => {
        ran.push('due');
        resolve();
      });
    });
    expect(ran).to.deep.equal(['due']);
  });

  it('tells the time of day', () => {
    expect(browserClock.now()).to.be.closeTo(Date.now(), 1_000);
  });

  it('waits, and does not run at once, when it is asked to wait longer than a timer can', async () => {
    let ran = false;
    const callOff = browserClock.after(2 ** 31 + 1, () => (ran = true));
    await new Promise<void>((resolve) => browserClock.after(5, resolve));
    callOff();
    expect(ran).to.equal(false);
  });
});
