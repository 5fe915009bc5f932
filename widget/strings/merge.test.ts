import { expect } from '@open-wc/testing';
import { merge } from './merge.ts';

const table = {
  send: 'Send',
  next: (seconds: number) => `${seconds} s`,
  card: { deny: 'Deny', allow: 'Allow' },
  errors: { busy: 'Busy.' },
};

function merged(part: unknown) {
  const warnings: string[] = [];
  return { table: merge(table, part, (sentence) => warnings.push(sentence)), warnings };
}

describe('merging words', () => {
  it('replaces texts and functions at any depth and leaves the table as it was', () => {
    const result = merged({ next: (seconds: number) => `in ${seconds}`, card: { deny: 'No' } });
    expect(result.warnings).to.deep.equal([]);
    expect(result.table.next(3)).to.equal('in 3');
    expect(result.table.card).to.deep.equal({ deny: 'No', allow: 'Allow' });
    expect(result.table.send).to.equal('Send');
    expect(table.card.deny).to.equal('Deny');
  });

  it('names what has a wrong type, and leaves it out', () => {
    const result = merged({ send: 3, next: 'soon', card: 'x', errors: { busy: null } });
    expect(result.table).to.deep.equal(table);
    expect(result.warnings).to.deep.equal([
      'strings.send: give a string.',
      'strings.next: give a function.',
      'strings.card: give a table.',
      'strings.errors.busy: give a string.',
    ]);
  });

  it('names what is no word of the table, but takes any error code', () => {
    const result = merged({ sned: 'Go', toString: () => 'x', card: { __proto: '' }, errors: { timeout: 'Late.' } });
    expect(result.warnings).to.deep.equal([
      'strings.sned: there is no such text.',
      'strings.toString: there is no such text.',
      'strings.card.__proto: there is no such text.',
    ]);
    expect(result.table.errors).to.deep.equal({ busy: 'Busy.', timeout: 'Late.' });
  });

  it('takes nothing for nothing', () => {
    for (const part of [undefined, null, {}, { send: undefined }]) {
      const result = merged(part);
      expect(result.table).to.deep.equal(table);
      expect(result.warnings).to.deep.equal([]);
    }
  });
});
