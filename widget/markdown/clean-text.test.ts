import { expect } from '@open-wc/testing';
import { cleanText, TextCleaner } from './clean-text.ts';

describe('cleanText', () => {
  it('takes out what shows nothing or turns the line around', () => {
    expect(cleanText('a\u202eb\u2066c\u200bd\u{e0041}e\u00adf\0g\u0085h\ufeffi\u2028j')).to.equal('abcdefghij');
  });

  it('keeps tabs, lines, and the marks of a direction, which can not turn letters around', () => {
    expect(cleanText('a\tb\nc\u200fd')).to.equal('a\tb\nc\u200fd');
  });

  it('keeps a joiner only where it means something', () => {
    for (const text of ['👩‍👩‍👧', 'می‌خواهم', 'क्‍ष', '❤️‍🔥']) expect(cleanText(text)).to.equal(text);
    expect(cleanText('pay\u200dpal a\u200c b\u200d')).to.equal('paypal a b');
    expect(cleanText('م\u200c\u200c\u200cم')).to.equal('مم');
  });
});

describe('TextCleaner', () => {
  it('gives the same in whatever pieces the text comes', () => {
    const text = 'a\r\nb\r👩‍👩‍👧 pay\u200dpal می‌خواهم\u202e م\u200c\u200c\u200c\u200c\u200cم\r\r\n\u{e0041}😀\u200d';
    const whole = new TextCleaner();
    const expected = whole.write(text) + whole.end();
    expect(expected).to.include('a\nb\n👩‍👩‍👧 paypal می‌خواهم مم\n\n😀');
    for (let size = 1; size < 7; size += 1) {
      const cleaner = new TextCleaner();
      let got = '';
      for (let at = 0; at < text.length; at += size) got += cleaner.write(text.slice(at, at + size));
      expect(got + cleaner.end(), `${size}`).to.equal(expected);
    }
  });
});
