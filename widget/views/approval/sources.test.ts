import { expect } from '@open-wc/testing';
import { allEnglish } from '../../strings/all-english.fixture.ts';
import { learn } from '../../strings/words.ts';
import { sourceWords } from './sources.ts';

before(() => learn(allEnglish));

describe('what was read, in words', () => {
  it('has a phrase for what we know, and the title of what we do not', () => {
    const titles = new Map([['basket_add', 'Add to the basket']]);
    expect(sourceWords(['clipboard_read', 'pasted', 'basket_add', 'order_list'], titles)).to.deep.equal([
      'your clipboard',
      'a text you pasted',
      '“Add to the basket”',
      '“Order list”',
    ]);
  });

  it('says each phrase once, and takes no name for more than a name', () => {
    expect(sourceWords(['memory_get', 'memory_list', 'constructor'], new Map())).to.deep.equal([
      'what it remembered',
      '“Constructor”',
    ]);
  });
});
