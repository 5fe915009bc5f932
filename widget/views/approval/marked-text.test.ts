import { expect } from '@open-wc/testing';
import { render } from 'lit';
import { markedText } from './marked-text.ts';

function draw(text: string, marks: readonly string[] = []): HTMLElement {
  const box = document.createElement('p');
  render(markedText(text, marks), box);
  return box;
}

const texts = (box: HTMLElement, selector: string): readonly string[] =>
  [...box.querySelectorAll(selector)].map(({ textContent }) => textContent);

describe('marked text', () => {
  it('says every character once, whatever is marked in it', () => {
    const text = 'Go to https://a@b.example/52.5?x=52.5 or 52.5 \u200f!';
    const shown = draw(text, ['52.5', 'example/52', '!']).textContent;
    expect(shown).to.equal(text.replace('\u200f', 'U+200F'));
  });

  it('emphasises the host of an address, which runs from left to right', () => {
    const box = draw('אל https://paypal.com@evil.example/x');
    expect(texts(box, '.url-host')).to.deep.equal(['evil.example']);
    expect(box.querySelector('bdi')?.dir).to.equal('ltr');
  });

  it('adds the host that is meant where look-alikes hide it', () => {
    expect(texts(draw('https://аpple.example/'), '.hidden-char')).to.deep.equal(['xn--pple-43d.example']);
  });

  it('marks what it is given within an address as well', () => {
    expect(texts(draw('https://evil.example/?q=secret1', ['secret1']), 'mark')).to.deep.equal(['secret1']);
  });

  it('makes no element of what is written', () => {
    expect(draw('<img src=x onerror=alert(1)>').querySelector('img')).to.equal(null);
  });
});
