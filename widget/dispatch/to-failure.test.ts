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

  it('takes no code from a tool that is unknown or that ends more than the call', () => {
    const brand = { [Symbol.for('headless-agent.error')]: true };
    const disguised = (code: unknown) => Object.assign(new Error('Sold out.'), brand, { code });
    for (const code of ['turn_busy', 'taken_over', 'no_such_code', 'toString', 7, undefined]) {
      expect(toFailure(disguised(code), true)).to.deep.equal({ code: 'internal', message: 'Sold out.' });
      expect(toFailure(disguised(code), false)).to.deep.equal({ code: 'internal', message: 'The tool failed.' });
    }
  });

  it('does not stumble over words that are no text, or that throw', () => {
    const thrower = () => {
      throw new Error('a trap');
    };
    const numbered = Object.assign(new AgentError('busy', ''), { message: 7 });
    expect(toFailure(numbered, false)).to.deep.equal({ code: 'internal', message: 'The tool failed.' });
    const trapped = [
      Object.defineProperty(new AgentError('busy', ''), 'message', { get: thrower }),
      Object.defineProperty(new Error('x'), 'message', { get: thrower }),
      Object.assign(new Error('x'), { message: { toString: thrower } }),
      new Proxy({}, { has: thrower, get: thrower, getPrototypeOf: thrower }),
    ];
    for (const thrown of trapped) {
      expect(toFailure(thrown, true)).to.deep.equal({ code: 'internal', message: 'The tool failed.' });
    }
  });

  it('has a sentence for what is no error', () => {
    for (const thrown of ['text', undefined, null, 7, {}]) {
      expect(toFailure(thrown, true)).to.deep.equal({ code: 'internal', message: 'The tool failed.' });
    }
  });
});
