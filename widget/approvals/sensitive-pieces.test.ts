import { expect } from '@open-wc/testing';
import { SensitivePieces } from './sensitive-pieces.ts';

const fix = { latitude: 52.5163, longitude: 13.3777, at: '2026-11-30T12:00:00.000Z' };

function knowing(...results: readonly unknown[]): SensitivePieces {
  const pieces = new SensitivePieces();
  for (const result of results) pieces.learn(result);
  return pieces;
}

describe('pieces of sensitive results', () => {
  const rows: readonly (readonly [title: string, result: unknown, args: unknown, found: readonly string[]])[] = [
    ['are found as a value', fix, { lat: '52.5163' }, ['52.5163']],
    ['are found as a number', fix, { place: [52.5163, 13.3777] }, ['52.5163', '13.3777']],
    ['are found in a longer text', fix, { url: 'https://x.example/?q=52.5163,1' }, ['52.5163']],
    ['are found where a URL hides them', { text: 'my pässword1' }, { url: '/?q=my+p%C3%A4ssword1' }, ['my pässword1']],
    ['are found word by word', { text: 'the key is hunter2-9 ok' }, { note: 'hunter2-9' }, ['hunter2-9']],
    ['are found in other letters', { text: 'Hunter2-9' }, { note: 'HUNTER2-9' }, ['Hunter2-9']],
    ['are found as a name', { text: 'hunter2-9' }, { 'hunter2-9': 1 }, ['hunter2-9']],
    ['are not found when they are short', { text: 'Bonn 53111' }, { q: 'Bonn 53111'.slice(0, 5) }, []],
    ['are not found in what has nothing of them', fix, { sku: 'rye-loaf' }, []],
    ['are no true and no null', { a: true, b: null }, { a: 'true false' }, []],
  ];
  for (const [title, result, args, found] of rows) {
    it(title, () => expect(knowing(result).findIn(args)).to.deep.equal(found));
  }

  it('are shown once, as long as they are', () => {
    const found = knowing({ text: 'secret-token-1234 and more' }).findIn({ note: 'secret-token-1234 and more' });
    expect(found).to.deep.equal(['secret-token-1234 and more']);
  });

  it('take bounded room', () => {
    const pieces = knowing({ text: Array.from({ length: 10_000 }, (_, at) => `word-${at}-long`).join(' ') });
    expect(
      pieces.findIn({ text: Array.from({ length: 5_000 }, (_, at) => `word-${at}-long`).join(' ') }),
    ).to.have.length(20);
    expect(pieces.findIn({ text: 'word-9999-long' })).to.deep.equal([]);
  });

  it('are gone once they are forgotten', () => {
    const pieces = knowing(fix);
    pieces.forget();
    expect(pieces.findIn(fix)).to.deep.equal([]);
  });
});
