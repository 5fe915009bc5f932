import { expect } from '@open-wc/testing';
import { earlierResult } from './earlier-result.ts';

describe('what an effect is answered with instead of being run', () => {
  it('is nothing when it never began', () => {
    expect(earlierResult({ state: 'absent' })).to.equal(undefined);
  });

  it('is the result that it had', () => {
    const result = { ok: true, value: 'done' } as const;
    expect(earlierResult({ state: 'done', result })).to.equal(result);
  });

  for (const state of ['running', 'started', 'other', 'over'] as const) {
    it(`is that nobody knows when the ledger finds "${state}"`, () => {
      const result = earlierResult({ state });
      expect(result).to.have.nested.property('error.code', 'unknown_outcome');
      expect(result)
        .to.have.nested.property('error.message')
        .that.match(/^\S.*\. It may have happened\. Ask before/);
    });
  }
});
