import { expect } from '@open-wc/testing';
import { allEnglish } from './all-english.fixture.ts';
import { translate as ar } from './ar.ts';
import { translate as de } from './de.ts';
import { en } from './en.ts';
import { translate as es } from './es.ts';
import { type Formats, formats, type Forms } from './formats.ts';
import { translate as fr } from './fr.ts';
import { translate as hi } from './hi.ts';
import { translate as it_ } from './it.ts';
import { translate as ja } from './ja.ts';
import { languages, loadLanguage, makers } from './languages.ts';
import { translate as pt } from './pt.ts';
import { translate as ru } from './ru.ts';
import type { Translate } from './translate.ts';
import { translate as zh } from './zh.ts';

const all: Readonly<Record<string, Translate>> = { ar, de, es, fr, hi, it: it_, ja, pt, ru, zh };

/** Laid under every language by its formats. */
const byFormat = new Set(['time', 'list']);
/** The same in both languages. */
const alike: Readonly<Record<string, readonly string[]>> = {
  de: ['status.lost'],
  es: ['no'],
  fr: ['label', 'conversation'],
  it: ['no'],
};
const written = { ar: /[a-z]/i, hi: /[a-z]/i, ja: /[a-z]/i, ru: /[a-z]/i, zh: /[a-z]/i } as const;
/** Latin letters that may stand in any script. */
const loanwords = /\bAI\b|https/g;

type Leaf = readonly [path: string, value: unknown];

function leaves(table: object, path = ''): readonly Leaf[] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]) => {
    const name = path === '' ? key : `${path}.${key}`;
    return typeof value === 'object' && value !== null ? leaves(value, name) : [[name, value] as const];
  });
}

function call(value: unknown, values: readonly unknown[]): string {
  return typeof value === 'function' ? String(Reflect.apply(value, undefined, values)) : '';
}

const functions = leaves(en).filter(([path, value]) => typeof value === 'function' && !byFormat.has(path));
const marks = ['⟦one⟧', '⟦two⟧', '⟦three⟧'];
/** Formats that let a mark through in the place of a number. */
const transparent: Formats = {
  ...formats('en'),
  ...{ number: String, percent: String, duration: String },
  plural: (count, forms) => forms.other.replace('#', String(count)),
};

for (const [language, translate] of Object.entries(all)) {
  const texts = new Map(leaves(translate(formats(language))));

  describe(`the words in ${language}`, () => {
    it('are all there, and none that English lacks', () => {
      const wanted = leaves(en).flatMap(([path]) => (byFormat.has(path) || path === 'dir' ? [] : [path]));
      expect(wanted.filter((path) => !texts.has(path))).to.deep.equal([]);
      const known = new Set([...wanted, 'dir']);
      const unknown = [...texts.keys()].filter((path) => !known.has(path) && !path.startsWith('failures.'));
      expect(unknown).to.deep.equal([]);
    });

    it('have left no English behind', () => {
      const left = leaves(en).flatMap(([path, value]) => (value === texts.get(path) ? [path] : []));
      expect(left).to.deep.equal(alike[language] ?? []);
      const foreign = Object.hasOwn(written, language)
        ? [...texts].filter(
            ([path, text]) =>
              !['lang', 'dir'].includes(path) &&
              typeof text === 'string' &&
              /[a-z]/i.test(text.replaceAll(loanwords, '')),
          )
        : [];
      expect(foreign).to.deep.equal([]);
    });

    it('are of the right type and have neither edges of white space nor a stray number sign', () => {
      for (const [path, value] of leaves(en)) {
        const text = texts.get(path) ?? value;
        expect(typeof text, path).to.equal(typeof value);
        if (typeof text === 'string') expect(text, path).to.match(/^[^#\s]([^#]*[^#\s])?$/);
      }
    });

    it('carry every value that the English ones carry', () => {
      const carrying = new Map(leaves(translate(transparent)));
      for (const [path, value] of functions) {
        const english = call(value, marks);
        // English makes numbers of some.
        const wanted = marks.filter((mark, at) => english.includes(mark) || (at === 0 && english.includes('NaN')));
        expect(wanted, path).to.not.have.length(0);
        for (const mark of wanted) expect(call(carrying.get(path), marks), path).to.include(mark);
      }
    });

    it('have a form for each plural that a whole number can take', () => {
      const rules = new Intl.PluralRules(language);
      const counts = Array.from({ length: 300 }, (_, count) => rules.select(count));
      const wanted = [...new Set<string>([...counts, 'other'])].toSorted();
      const asked: Forms[] = [];
      const watching: Formats = { ...formats(language), plural: (_, forms) => String(asked.push(forms)) };
      for (const [, value] of leaves(translate(watching))) call(value, [7, 7, 7]);
      expect(asked.length).to.be.greaterThan(0);
      for (const forms of asked) expect(Object.keys(forms).toSorted()).to.deep.equal(wanted);
    });
  });
}

describe('languages', () => {
  it('are the ones that are tested here, and only Arabic runs from right to left', () => {
    expect(languages.toSorted()).to.deep.equal(Object.keys(all).toSorted());
    const rightToLeft = Object.entries(all).filter(([, translate]) => translate(formats('en')).dir === 'rtl');
    expect(rightToLeft.map(([language]) => language)).to.deep.equal(['ar']);
  });

  it('are English where a language lacks a word or is none of them', async () => {
    const source = { english: allEnglish, strings: undefined };
    await loadLanguage('nl');
    expect(makers.get('nl')?.({ tag: 'nl', ...source }).approvals.card.deny).to.equal('Deny');
    await loadLanguage('constructor');
    expect(makers.get('constructor')?.({ tag: 'en', ...source }).lang).to.equal('en');
  });

  it('write times and lists as the region does', async () => {
    await loadLanguage('pt');
    const table = makers.get('pt')?.({ tag: 'pt-BR', english: allEnglish, strings: { send: 'Vai' } });
    expect(table?.list(['a', 'b'])).to.equal('a e b');
    expect([table?.send, table?.stop]).to.deep.equal(['Vai', 'Parar']);
  });
});
