import { expect } from '@open-wc/testing';
import { errorWords, words } from './words.ts';

describe('the words of an error', () => {
  it('are a sentence of its own where the person needs to know why', () => {
    expect(errorWords('permission_denied')).to.match(/^[A-Z].*\.$/);
    expect(errorWords('origin_refused')).to.not.equal(errorWords('permission_denied'));
  });

  it('say that it failed where the table has none', () => {
    const untold = (['user_declined', 'aborted', 'frame_too_large', 'bad_message'] as const).filter(
      (code) => !Object.hasOwn(words.errors, code),
    );
    expect(untold).to.not.have.length(0);
    for (const code of untold) expect(errorWords(code)).to.equal(words.phases.failed);
  });
});
