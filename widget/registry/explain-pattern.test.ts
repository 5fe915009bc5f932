import { expect } from '@open-wc/testing';
import { explainPattern } from './explain-pattern.ts';

describe('explainPattern', () => {
  const known = ['memory_get', 'speak'];

  it('names the tool that was probably meant', () => {
    expect(explainPattern('deny', 'speek', known)).to.equal(
      'deny="speek": there is no tool of that name. Did you mean "speak"?',
    );
  });

  it('names all tools where none is close', () => {
    expect(explainPattern('tools', 'zzzzzzzz', known)).to.equal(
      'tools="zzzzzzzz": there is no tool of that name. There are: memory_get speak.',
    );
  });

  it('says nothing of what may be a tool of the site that is still to come', () => {
    expect(explainPattern('ask', 'cart_add', known)).to.equal(undefined);
  });
});
