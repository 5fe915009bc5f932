import { expect } from '@open-wc/testing';
import { beginningOf, mayBeTarget, readDestination, readTarget, trimBare } from './link-target.ts';

describe('readTarget', () => {
  it('takes http, https and mailto', () => {
    expect(readTarget('https://a.example/b?c=1&amp;d=2')).to.deep.equal({
      href: 'https://a.example/b?c=1&d=2',
      host: 'a.example',
    });
    expect(readTarget('HTTP://A.example:8080')?.host).to.equal('a.example:8080');
    expect(readTarget('mailto:a@b.example?subject=c')?.host).to.equal('a@b.example');
  });

  it('takes nothing else (069)', () => {
    for (const address of [
      ...['javascript:alert(1)', 'data:text/html,a', '//a.example', '/a', '', 'https:a.example', 'https://'],
      ...['https://user@a.example', 'https://a.example/\u202e', 'https://a b', 'https://a\tb', ' https://a.example'],
      ...['mailto:%', `https://a.example/${'a'.repeat(2_000)}`],
    ]) {
      expect(readTarget(address), address).to.equal(undefined);
    }
  });

  it('shows letters of other scripts in a host as what they are', () => {
    expect(readTarget('https://\u0430pple.example')?.host).to.equal('xn--pple-43d.example');
  });
});

describe('readDestination', () => {
  for (const [text, address] of [
    ['(https://a.example)', 'https://a.example'],
    ['( <https://a.example/b c> "d" )', 'https://a.example/b c'],
    ["(https://a.example/b_(c) 'd')", 'https://a.example/b_(c)'],
    ['()', ''],
  ] as const) {
    it(`reads ${text}`, () =>
      expect(readDestination(text, 0, false)).to.deep.equal({ state: 'whole', address, end: text.length }));
  }

  it('knows what is not complete', () => {
    for (const text of ['(', '(https://a', '(https://a "b', '(<https://a']) {
      expect(readDestination(text, 0, true), text).to.deep.equal({ state: 'open' });
      expect(readDestination(text, 0, false), text).to.equal(undefined);
    }
    expect(readDestination('(a b', 0, true)).to.equal(undefined);
    expect(beginningOf('x(<https://a', 1)).to.equal('https://a');
  });
});

describe('mayBeTarget', () => {
  it('gives up as soon as it can not become an address', () => {
    for (const text of ['', 'h', 'HTTPS:/', 'https://a', 'mail']) expect(mayBeTarget(text), text).to.equal(true);
    for (const text of ['j', 'javascript:', 'data', '/']) expect(mayBeTarget(text), text).to.equal(false);
  });
});

describe('trimBare', () => {
  it('leaves the sentence its marks', () => {
    expect(trimBare('https://a.example/b.')).to.equal('https://a.example/b');
    expect(trimBare('https://a.example/b_(c)).')).to.equal('https://a.example/b_(c)');
    expect(trimBare('https://a.example/?b=(c)')).to.equal('https://a.example/?b=(c)');
  });
});
