import { expect } from '@open-wc/testing';
import { languageOf } from './language-of.ts';

const { documentElement } = document;
const langBefore = documentElement.getAttribute('lang');

function nested(lang: string | undefined): HTMLElement {
  const host = document.createElement('div');
  if (lang !== undefined) host.lang = lang;
  const element = document.createElement('p');
  host.attachShadow({ mode: 'open' }).append(element);
  document.body.append(host);
  return element;
}

afterEach(() => {
  document.body.replaceChildren();
  if (langBefore === null) documentElement.removeAttribute('lang');
  else documentElement.lang = langBefore;
});

describe('the language of an element', () => {
  it('is its own before any other', () => {
    const element = nested('de');
    element.lang = 'fr-CA';
    expect(languageOf(element)).to.deep.equal({ tag: 'fr-CA', language: 'fr' });
  });

  it('is that of the nearest ancestor, out of a shadow root as well', () => {
    documentElement.lang = 'ja';
    expect(languageOf(nested('pt-br'))).to.deep.equal({ tag: 'pt-BR', language: 'pt' });
  });

  it('is that of the document, even for what is not in it', () => {
    documentElement.lang = 'es';
    expect(languageOf(nested(undefined)).language).to.equal('es');
    expect(languageOf(document.createElement('p')).language).to.equal('es');
  });

  it('is that of the browser where nobody says one, or says it empty', () => {
    documentElement.removeAttribute('lang');
    // Some browsers name a language that is none.
    const { language } = languageOf(nested(navigator.language));
    expect(languageOf(nested(undefined)).language).to.equal(language);
    expect(languageOf(nested('')).language).to.equal(language);
  });

  it('is English where what is said is no language', () => {
    for (const lang of ['de_DE', 'x', '-', 'not a language']) expect(languageOf(nested(lang)).tag).to.equal('en');
  });
});
