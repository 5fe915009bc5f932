import { expect } from '@open-wc/testing';
import { AgentError } from '../../shared/errors.ts';
import { toFailure } from './to-failure.ts';

describe('toFailure', () => {
  it('passes our own errors on', () => {
    const thrown = new AgentError('not_found', 'There is nothing under that key.');
    expect(toFailure(thrown, false)).to.deep.equal({ code: 'not_found', message: 'There is nothing under that key.' });
  });

  it('keeps the words of foreign errors inside', () => {
    expect(toFailure(new Error('secret'), false)).to.deep.equal({ code: 'internal', message: 'The tool failed.' });
  });

  it('passes on 200 characters of what a site wrote into its own error', () => {
    expect(toFailure(new Error('x'.repeat(300)), true)).to.deep.equal({ code: 'internal', message: 'x'.repeat(200) });
  });

  it('has a sentence for what is no error', () => {
    for (const thrown of ['text', undefined, null, 7, {}]) {
      expect(toFailure(thrown, true)).to.deep.equal({ code: 'internal', message: 'The tool failed.' });
    }
  });
});
