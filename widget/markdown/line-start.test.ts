import { expect } from '@open-wc/testing';
import { expandIndent, isUndecided, lineStart } from './line-start.ts';

describe('lineStart', () => {
  for (const [line, kind] of [
    ['# a', 'heading'],
    ['####### a', undefined],
    ['#a', undefined],
    ['---', 'rule'],
    [' * * *', 'rule'],
    ['--', undefined],
    ['```ts', 'fence'],
    ['``` a ` b', undefined],
    ['~~~ a ` b', 'fence'],
    ['> a', 'quote'],
    ['- a', 'item'],
    ['-a', undefined],
    ['12) a', 'item'],
    ['1234567890. a', undefined],
    ['| a', 'row'],
    ['a', undefined],
  ] as const) {
    it(`${line} begins ${kind ?? 'nothing'}`, () => expect(lineStart(line, false)?.kind).to.equal(kind));
  }

  it('lets a list that does not begin with 1 begin nowhere in a paragraph', () => {
    expect(lineStart('14. a', true)).to.equal(undefined);
    expect(lineStart('1. a', true)?.kind).to.equal('item');
    expect(lineStart('-', true)).to.equal(undefined);
  });

  it('reads the box of a task', () => {
    expect(lineStart('- [x] a', false)).to.include({ checked: true, rest: 'a' });
    expect(lineStart('- [ ] a', false)).to.include({ checked: false, rest: 'a' });
    expect(lineStart('- [a] b', false)).to.include({ checked: undefined, rest: '[a] b' });
  });
});

describe('isUndecided', () => {
  it('waits for what a beginning becomes', () => {
    for (const line of ['', '#', '##', '-', '* *', '**', '1', '12.', '>', '`', '```ts', '~~', '[', '[x]', '| a | b']) {
      expect(isUndecided(line), line).to.equal(true);
    }
    for (const line of ['a', '# a', '**a', '12. a', '``` a ` b', '~5', '[xy', '1a']) {
      expect(isUndecided(line), line).to.equal(false);
    }
  });
});

describe('expandIndent', () => {
  it('makes spaces of the tabs before the text, and of no others', () => {
    expect(expandIndent('\ta\tb')).to.equal('    a\tb');
    expect(expandIndent('  \ta')).to.equal('    a');
    expect(expandIndent(' a')).to.equal(' a');
  });
});
