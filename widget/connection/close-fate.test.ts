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

  for (const code of [closeCode.tooLarge, 1009]) {
    it(`${code} is worth one more try, and not a second (036)`, () => {
      expect(refusalOf(code, undefined)).to.equal(undefined);
      expect(refusalOf(code, 1006)).to.equal(undefined);
      for (const before of [closeCode.tooLarge, 1009]) expect(refusalOf(code, before)).to.equal('frame_too_large');
      expect(errorCodeOf(code)).to.equal('frame_too_large');
    });
  }
});
