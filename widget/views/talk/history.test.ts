import { expect } from '@open-wc/testing';
import { History } from './history.ts';

const said = ['First', 'Second', 'Second', 'Two\nlines'].map((text) => ({ text }));
const field = (value: string, caret = value.length) => ({ value, selectionStart: caret, selectionEnd: caret });

/** What the field holds after each arrow. */
function walk(history: History, arrows: string, value = ''): readonly string[] {
  let now = value;
  return [...arrows].map((arrow) => {
    const found = history.step(arrow === '↑' ? 'older' : 'newer', field(now, arrow === '↑' ? 0 : now.length), said);
    now = found?.text ?? now;
    return now;
  });
}

describe('History', () => {
  it('goes back through what was said, each once, and stops at the first', () => {
    expect(walk(new History(), '↑↑↑↑')).to.deep.equal(['Two\nlines', 'Second', 'First', 'First']);
  });

  it('comes forward again, to the empty field', () => {
    expect(walk(new History(), '↑↑↓↓↓')).to.deep.equal(['Two\nlines', 'Second', 'Two\nlines', '', '']);
  });

  it('leaves the arrows to a text of the person’s own', () => {
    expect(walk(new History(), '↑', 'Mine')).to.deep.equal(['Mine']);
    const history = new History();
    history.step('older', field(''), said);
    expect(history.step('older', field('Two\nlines, changed', 0), said)).to.equal(undefined);
  });

  it('moves the caret within lines before it goes on', () => {
    const history = new History();
    history.step('older', field(''), said);
    expect(history.step('older', field('Two\nlines'), said)).to.equal(undefined);
    expect(history.step('older', field('Two\nlines', 2), said)?.text).to.equal('Second');
  });

  it('has nothing where nothing was said', () => {
    expect(new History().step('older', field(''), [])).to.equal(undefined);
  });
});
