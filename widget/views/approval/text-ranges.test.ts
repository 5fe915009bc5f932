import { expect } from '@open-wc/testing';
import { cutRange, hostRange, trueHost, urlRanges, wordRanges } from './text-ranges.ts';

const cut = (text: string, ranges: readonly (readonly [number, number])[]): readonly string[] =>
  ranges.map((range) => text.slice(...range));

describe('ranges of a text', () => {
  it('find addresses wherever they stand', () => {
    const text = 'See https://a.example/x?y=1, (ftp://b.example) and mailto:c@d.example or http:no';
    expect(cut(text, urlRanges(text))).to.deep.equal(['https://a.example/x?y=1,', 'ftp://b.example)']);
  });

  for (const [url, host] of [
    ['https://shop.example/path', 'shop.example'],
    ['https://paypal.com@evil.example/collect', 'evil.example'],
    ['https://paypal.com:443@evil.example:8080?x=@bank.example', 'evil.example:8080'],
    ['https://evil.example\\@paypal.com/', 'evil.example'],
    ['https://a@b@evil.example#@bank.example', 'evil.example'],
    ['https://evil.example', 'evil.example'],
  ] as const) {
    it(`find the host of ${url}`, () => {
      expect(cut(url, [hostRange(url)])).to.deep.equal([host]);
      expect(trueHost(url)).to.equal(undefined);
    });
  }

  it('tell the host that a browser would go to, where another one is shown', () => {
    expect(trueHost('https://аpple.example/')).to.equal('xn--pple-43d.example');
    expect(trueHost('https://0x7f.1/')).to.equal('127.0.0.1');
    expect(trueHost('https://shop.example:443/')).to.equal(undefined);
    expect(trueHost('https://')).to.equal(undefined);
  });

  it('find every place of a word, overlapping ones too', () => {
    expect(wordRanges('aaa b', ['aa', 'b', ''])).to.deep.equal([
      [0, 2],
      [1, 3],
      [4, 5],
    ]);
  });

  it('are cut at each end of the others, and together are the whole', () => {
    expect(
      cutRange(
        [0, 10],
        [
          [2, 5],
          [4, 20],
        ],
      ),
    ).to.deep.equal([
      [0, 2],
      [2, 4],
      [4, 5],
      [5, 10],
    ]);
    expect(cutRange([3, 3], [])).to.deep.equal([]);
  });
});
