import { expect } from '@open-wc/testing';
import { backoffMs } from './backoff.ts';

const almostOne = () => 0.999_999;

describe('backoffMs', () => {
  for (const [attempt, most] of [
    [0, 250],
    [1, 500],
    [3, 2_000],
    [6, 10_000],
    [2_000, 10_000],
  ] as const) {
    it(`waits at most ${most} ms after ${attempt} failures`, () => {
      expect(backoffMs(attempt, almostOne)).to.be.closeTo(most, 0.1);
      expect(backoffMs(attempt, () => 0)).to.equal(0);
    });
  }

  it('spreads evenly over the whole span at the cap', () => {
    expect([0.1, 0.5, 0.9].map((chance) => backoffMs(10, () => chance))).to.deep.equal([1_000, 5_000, 9_000]);
  });
});
