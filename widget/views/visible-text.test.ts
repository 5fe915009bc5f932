import { expect, fixture, html } from '@open-wc/testing';
import { visibleText } from './visible-text.ts';

async function shown(text: string): Promise<string> {
  const element = await fixture(html`<p>${visibleText(text)}</p>`);
  return element.textContent;
}

describe('a text in which nothing can hide', () => {
  const hidden = [
    ...[0, 0x1b, 0xad, 0x34f, 0x61c, 0x115f, 0x17b4, 0x180b, 0x180f, 0x200b, 0x200d, 0x2028, 0x202e, 0x2065, 0x2800],
    ...[0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfff8, 0xe0000, 0xe0041, 0xe0100, 0xe0fff],
  ];
  for (const point of hidden) {
    const number = point.toString(16).toUpperCase().padStart(4, '0');
    it(`T10: shows U+${number} as its number`, async () => {
      expect(await shown(`a${String.fromCodePoint(point)}b`)).to.equal(`aU+${number}b`);
    });
  }

  for (const text of ['One\n\ttwo', 'नमस्ते', 'שלום', '\u2764\ufe0f', '\u2600\ufe0e', '\u{1f44d}\u{1f3fd}']) {
    it(`leaves ${JSON.stringify(text)} as it is`, async () => expect(await shown(text)).to.equal(text));
  }

  it('lets a picture have one variation selector only', async () => {
    expect(await shown('\u2764\ufe0f\ufe0f\ufe0e')).to.equal('\u2764\ufe0fU+FE0FU+FE0E');
  });
});
