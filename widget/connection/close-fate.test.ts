import { expect } from '@open-wc/testing';
import { closeCode } from '../../shared/protocol.ts';
import { errorCodeOf, refusalOf } from './close-fate.ts';

describe('a close code', () => {
  for (const code of [4400, 4401, 4403, 4406, 4409]) {
    it(`${code} is final`, () => {
      expect(refusalOf(code, undefined)).to.equal(errorCodeOf(code));
      expect(errorCodeOf(code)).to.not.equal('disconnected');
    });
  }

  for (const code of [1000, 1001, 1006, 1011, 1012, 1013, 4408, 4429, 4500]) {
    it(`${code} is worth another try`, () => expect(refusalOf(code, undefined)).to.equal(undefined));
  }

  it('4413 is worth one more try', () => {
    expect(refusalOf(closeCode.tooLarge, undefined)).to.equal(undefined);
    expect(refusalOf(closeCode.tooLarge, closeCode.tooLarge)).to.equal('frame_too_large');
  });
});
