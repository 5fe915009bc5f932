import { expect } from '@open-wc/testing';
import { AgentError } from '../../shared/errors.ts';
import { checkText } from './check-text.ts';

describe('checkText', () => {
  it('accepts a text', () => expect(() => checkText('Hello', 5)).to.not.throw());

  for (const text of ['', ' \n', undefined, null, 7, {}]) {
    it(`refuses ${JSON.stringify(text)}`, () => expect(() => checkText(text, 5)).to.throw(TypeError));
  }

  it('refuses more than the server takes', () => {
    expect(() => checkText('Hello!', 5)).to.throw(AgentError, 'A message can have 5 characters at most.');
  });
});
