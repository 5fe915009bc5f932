import { expect } from '@open-wc/testing';
import { alignsOf, cellsOf, mayBeDelimiter } from './table-row.ts';

describe('cellsOf', () => {
  for (const [line, cells] of [
    ['| a | b |', ['a', 'b']],
    ['|a|b', ['a', 'b']],
    ['| a \\| b | `c` |', ['a | b', '`c`']],
    ['| | b |', ['', 'b']],
    ['|', []],
    ['a | b', undefined],
  ] as const) {
    it(`reads ${line}`, () => expect(cellsOf(line)).to.deep.equal(cells));
  }
});

describe('alignsOf', () => {
  it('tells how each column is set', () => {
    expect(alignsOf('|:--|:-:|--:|---|', 4)).to.deep.equal(['left', 'center', 'right', undefined]);
    expect(alignsOf(':-- | --', 2)).to.deep.equal(['left', undefined]);
  });

  it('wants as many columns as the head has, and not too many', () => {
    expect(alignsOf('|--|', 2)).to.equal(undefined);
    expect(alignsOf('|--'.repeat(40), 40)).to.equal(undefined);
  });

  it('wants strokes in each', () => {
    for (const line of ['', '| : |', '| a |', '|--| |']) expect(alignsOf(line, 1), line).to.equal(undefined);
  });
});

describe('mayBeDelimiter', () => {
  it('waits as long as only strokes, colons and bars came', () => {
    for (const line of ['', '|', '|-', '| :-', '--']) expect(mayBeDelimiter(line), line).to.equal(true);
    for (const line of ['a', '|-a', '| - [']) expect(mayBeDelimiter(line), line).to.equal(false);
  });
});
