import { expect } from '@open-wc/testing';
import { allEnglish as en } from './all-english.fixture.ts';
import { entry } from './en-entry.ts';
import { errorWords, inWordsOf, learn, told, words, wordsFor, type Words } from './words.ts';

const other: Words = {
  ...en,
  send: 'Los',
  truncated: 'Gekürzt.',
  notSentBecause: (why) => `Nicht gesendet. ${why}`,
  errors: { ...en.errors, taken_over: 'Übernommen.' },
  failures: { model_quota: 'Ausgelastet.' },
};

function rootIn(table: Words): ShadowRoot {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  wordsFor(root, () => table);
  return root;
}

function drawnIn(node: Node, read: () => string): string {
  let text = '';
  inWordsOf(node, () => (text = read()));
  return text;
}

before(() => learn(en));

describe('the words', () => {
  it('are those of the root that is drawn, and English at any other time', () => {
    const root = rootIn(other);
    const view = root.appendChild(document.createElement('p'));
    expect(drawnIn(view, () => words.send)).to.equal('Los');
    expect(drawnIn(rootIn(en), () => words.send)).to.equal('Send');
    expect(drawnIn(document.body, () => words.send)).to.equal('Send');
    expect(words.send).to.equal('Send');
  });

  it('return after a drawing within another, and after one that throws', () => {
    const inner = rootIn(en);
    const texts: string[] = [];
    inWordsOf(rootIn(other), () => {
      const fail = (): never => {
        throw new Error(words.send);
      };
      expect(() => inWordsOf(inner, fail)).to.throw('Send');
      texts.push(words.send);
    });
    expect([...texts, words.send]).to.deep.equal(['Los', 'Send']);
  });

  it('begin, as names of buttons in English, with Allow, Deny, Stop and Send', () => {
    const { allow, deny } = en.approvals.card;
    for (const name of Object.values(allow)) expect(name).to.match(/^Allow\b/);
    expect(deny).to.match(/^Deny\b/);
    expect(en.stop).to.match(/^Stop\b/);
    expect(en.send).to.match(/^Send\b/);
  });

  it('of the entry are a part of all English words', () => {
    const { errors, ...texts } = entry;
    expect(en).to.deep.include(texts);
    expect(en.errors).to.deep.include(errors);
  });
});

describe('the words of an error', () => {
  it('are a sentence of its own where the person needs to know why', () => {
    expect(errorWords('permission_denied')).to.match(/^[A-Z].*\.$/);
    expect(errorWords('origin_refused')).to.not.equal(errorWords('permission_denied'));
  });

  it('say that it failed where the table has none', () => {
    const untold = (['user_declined', 'aborted', 'frame_too_large', 'bad_message'] as const).filter(
      (code) => !Object.hasOwn(words.errors, code),
    );
    expect(untold).to.not.have.length(0);
    for (const code of untold) expect(errorWords(code)).to.equal(words.phases.failed);
  });
});

describe('what was said in English', () => {
  const root = rootIn(other);
  const hear = (...what: Parameters<typeof told>): string => drawnIn(root, () => told(...what));

  it('is told in the words of the element, with the reason in it', () => {
    expect(hear(entry.truncated)).to.equal('Gekürzt.');
    expect(hear(entry.errors.taken_over)).to.equal('Übernommen.');
    expect(hear(entry.notSentBecause(entry.errors.taken_over))).to.equal('Nicht gesendet. Übernommen.');
  });

  it('of the server is told by its code, and stays as it is without words for that', () => {
    expect(hear('Quota exceeded, wait 12 s.', 'model_quota')).to.equal('Ausgelastet.');
    expect(hear('Quota exceeded, wait 12 s.')).to.equal('Quota exceeded, wait 12 s.');
    expect(hear('The plan is used up.', 'budget_exceeded')).to.equal('The plan is used up.');
    expect(told('Quota exceeded, wait 12 s.', 'model_quota')).to.equal('Quota exceeded, wait 12 s.');
  });
});
