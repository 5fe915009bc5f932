import { expect } from '@open-wc/testing';
import { backoffMs } from './backoff.ts';

/** A sequence that fills the span from 0 to 1, the same in every run. */
const spread = (page: number) => () => (page * 0.618_033_988_749) % 1;
const almostOne = () => 0.999_999;

describe('backoffMs', () => {
  for (const [attempt, most] of [
    [0, 250],
    [1, 500],
    [3, 2_000],
    [9, 2_000],
    [10, 10_000],
    [2_000, 10_000],
  ] as const) {
    it(`waits at most ${most} ms after ${attempt} failures`, () => {
      expect(backoffMs(attempt, almostOne)).to.be.closeTo(most, 0.1);
      expect(backoffMs(attempt, () => 0)).to.equal(0);
    });
  }

  it('draws after the cap: the waits of 10,000 pages fill the whole span evenly (066)', () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let page = 0; page < 10_000; page += 1) {
      const tenth = Math.floor(backoffMs(10, spread(page)) / 1_000);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    expect(Math.min(...tenths)).to.be.greaterThan(950);
    expect(Math.max(...tenths)).to.be.lessThan(1_050);
  });

  it('lets the first try come almost at once, but not all at the same moment (066)', () => {
    const waits = new Set(Array.from({ length: 100 }, (_, page) => backoffMs(0, spread(page))));
    expect(waits.size).to.equal(100);
    expect(Math.max(...waits)).to.be.at.most(250);
  });

  it('spreads evenly over the whole span at the cap', () => {
    expect([0.1, 0.5, 0.9].map((chance) => backoffMs(10, () => chance))).to.deep.equal([1_000, 5_000, 9_000]);
  });
});
