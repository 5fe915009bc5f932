import { expect } from '@open-wc/testing';
import { readRemember, readTimeoutMs } from './read-approval-settings.ts';

describe('the attributes about approvals', () => {
  for (const [text, scope] of [
    [null, 'always'],
    [undefined, 'always'],
    ['always', 'always'],
    ['session', 'session'],
    ['none', 'once'],
    ['', 'once'],
    ['for ever', 'once'],
  ] as const) {
    it(`remember="${text}" lets people say yes for ${scope}`, () => expect(readRemember(text)).to.equal(scope));
  }

  for (const [seconds, ms] of [
    ['30', 30_000],
    [30, 30_000],
    ['0', Number.POSITIVE_INFINITY],
    ['-1', Number.POSITIVE_INFINITY],
    ['soon', Number.POSITIVE_INFINITY],
    [null, Number.POSITIVE_INFINITY],
  ] as const) {
    it(`approval-timeout="${seconds}" is ${ms} ms`, () => expect(readTimeoutMs(seconds)).to.equal(ms));
  }
});
