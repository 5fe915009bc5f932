import { expect } from '@open-wc/testing';
import { sheets as ar } from './ar.ts';
import { sheets as de } from './de.ts';
import { sheets as es } from './es.ts';
import { type Formats, formats, type Forms } from './formats.ts';
import { sheets as fr } from './fr.ts';
import { sheets as hi } from './hi.ts';
import { sheets as it_ } from './it.ts';
import { sheets as ja } from './ja.ts';
import { sheets as pt } from './pt.ts';
import { sheets as ru } from './ru.ts';
import { sheets as zh } from './zh.ts';

const all = { ar, de, es, fr, hi, it: it_, ja, pt, ru, zh } as const;
const otherScripts = new Set(['ar', 'hi', 'ja', 'ru', 'zh']);
/** Latin letters that may stand in any script. */
const loanwords = /\bAI\b|\bCookie\b|\.json\b/g;

type Leaf = readonly [path: string, value: unknown];

function leaves(table: object, path = ''): readonly Leaf[] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]) => {
    const name = path === '' ? key : `${path}.${key}`;
    return typeof value === 'object' && value !== null ? leaves(value, name) : [[name, value] as const];
  });
}

const marks = ['⟦one⟧', '⟦two⟧'];
const list = (items: readonly string[]): string => String(items);
/** Formats that let a mark through in the place of a number or a list. */
const transparent: Formats = {
  ...formats('en'),
  ...{ number: String, bytes: String, list },
  plural: (count, forms) => forms.other.replace('#', String(count)),
};

function said(value: unknown): string {
  return typeof value === 'function' ? String(Reflect.apply(value, undefined, marks)) : String(value);
}

const carries = (value: unknown): string => marks.filter((mark) => said(value).includes(mark)).join(' ');
const model = leaves(de(transparent));

for (const [language, sheets] of Object.entries(all)) {
  describe(`the words of approvals and sheets in ${language}`, () => {
    const found = new Map(leaves(sheets(transparent)));

    it('are the same ones as in the other languages, with the same values in them', () => {
      expect([...found.keys()].toSorted()).to.deep.equal(model.map(([path]) => path).toSorted());
      for (const [path, value] of model) {
        expect(typeof found.get(path), path).to.equal(typeof value);
        expect(carries(found.get(path)), path).to.equal(carries(value));
      }
    });

    it('have left nothing of another script behind, and no stray sign', () => {
      const texts = [...found].map(([path, value]) => [path, said(value).replaceAll(/⟦\w+⟧/g, '')] as const);
      expect(
        texts.filter(([, text]) => /#|undefined|^\s|\s$/.test(text.replaceAll(/^[\s,،:：]+|[\s,،:：]+$/g, ''))),
      ).to.deep.equal([]);
      if (!otherScripts.has(language)) return;
      expect(texts.filter(([, text]) => /[a-z]/i.test(text.replaceAll(loanwords, '')))).to.deep.equal([]);
    });

    it('have a form for each plural that a whole number can take', () => {
      const rules = new Intl.PluralRules(language);
      const counts = Array.from({ length: 300 }, (_, count) => rules.select(count));
      const wanted = [...new Set<string>([...counts, 'other'])].toSorted();
      const asked: Forms[] = [];
      const watching: Formats = { ...transparent, plural: (_, forms) => String(asked.push(forms)) };
      for (const [, value] of leaves(sheets(watching))) said(value);
      expect(asked.length).to.be.greaterThan(1);
      for (const forms of asked) expect(Object.keys(forms).toSorted()).to.deep.equal(wanted);
    });
  });
}
