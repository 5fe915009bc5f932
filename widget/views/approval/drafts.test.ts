import { expect } from '@open-wc/testing';
import { Drafts } from './drafts.ts';

const args = { text: 'Hello', count: 2, list: [1] };

function drafted(name: keyof typeof args, text: string): Drafts {
  const drafts = new Drafts();
  drafts.begin(name, args[name]);
  drafts.write(name, text);
  return drafts;
}

describe('drafts', () => {
  it('keep text as text, and read anything else as it is written', () => {
    expect(drafted('text', '7').changesOf(args)).to.deep.equal({ changed: { text: '7' } });
    expect(drafted('count', '7').changesOf(args)).to.deep.equal({ changed: { count: 7 } });
    expect(drafted('list', '[1, 2]').changesOf(args)).to.deep.equal({ changed: { list: [1, 2] } });
  });

  it('change nothing while they say what was there', () => {
    const drafts = new Drafts();
    for (const name of ['text', 'count', 'list'] as const) drafts.begin(name, args[name]);
    expect(drafts.changesOf(args)).to.deep.equal({ changed: undefined });
    expect(drafted('text', 'Hello').changesOf(args)).to.deep.equal({ changed: undefined });
  });

  it('name what can’t be read', () => {
    expect(drafted('count', 'two').changesOf(args)).to.deep.equal({ unreadable: 'count' });
  });

  it('are gone once undone', () => {
    const drafts = drafted('text', 'Bye');
    drafts.undo('text');
    expect(drafts.isEmpty).to.equal(true);
    expect(drafts.textOf('text')).to.equal(undefined);
  });
});
