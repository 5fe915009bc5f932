import { expect } from '@open-wc/testing';
import { FakeClock } from '../tab/fake-clock.fixture.ts';
import { Rates } from './rates.ts';

function setUp() {
  const clock = new FakeClock();
  return { clock, rates: new Rates(() => clock.now()) };
}

describe('rates', () => {
  for (const [tool, siteTool, most] of [
    ['speak', false, 6],
    ['geolocation_get', false, 6],
    ['memory_put', false, 20],
    ['cart_add', true, 30],
    ['device_status', false, 60],
    ['constructor', false, 60],
  ] as const) {
    it(`let ${tool} be called ${most} times a minute, as often again when the person is asked, and then no more`, () => {
      const { rates, clock } = setUp();
      const seen = Array.from({ length: 2 * most + 1 }, () => rates.count(tool, siteTool, 1));
      expect(seen.indexOf('high')).to.equal(most);
      expect(seen.at(-1)).to.equal('exceeded');
      clock.advance(60_000);
      expect(rates.count(tool, siteTool, 1)).to.equal('usual');
    });
  }

  it('count each tool by itself', () => {
    const { rates } = setUp();
    for (let call = 0; call < 6; call += 1) rates.count('speak', false, 1);
    expect(rates.count('geolocation_get', false, 1)).to.equal('usual');
  });

  it('end a turn in which the person has said no three times, and not the next one', () => {
    const { rates } = setUp();
    for (let no = 0; no < 3; no += 1) {
      expect(rates.count('speak', false, 4)).to.equal('usual');
      rates.decline(4);
    }
    expect(rates.count('device_status', false, 4)).to.equal('declined');
    expect(rates.count('device_status', false, 5)).to.equal('usual');
  });

  it('begin anew with another session, whose turns have the same numbers', () => {
    const { rates } = setUp();
    for (let no = 0; no < 3; no += 1) rates.decline(1);
    rates.beginSession();
    expect(rates.count('speak', false, 1)).to.equal('usual');
  });
});
