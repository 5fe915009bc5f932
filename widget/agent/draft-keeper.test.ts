import { expect } from '@open-wc/testing';
import { RamStorage } from '../ledger/ram-storage.ts';
import { DraftKeeper } from './draft-keeper.ts';

function keeper(storage: RamStorage | undefined, name: string | undefined = 'a'): DraftKeeper {
  return new DraftKeeper({ storage: () => storage, recordName: () => name });
}

const draft = { text: 'Where am', isForeign: true };

describe('DraftKeeper', () => {
  it('gives the next page what this one was writing, and whose words they are', () => {
    const storage = new RamStorage();
    keeper(storage).write(draft);
    expect(keeper(storage).read()).to.deep.equal(draft);
    expect(keeper(storage, 'b').read()).to.equal(undefined);
  });

  it('leaves nothing behind of a text that was sent', () => {
    const storage = new RamStorage();
    keeper(storage).write(draft);
    keeper(storage).write({ text: '', isForeign: false });
    expect(storage.length).to.equal(0);
  });

  it('keeps nothing where nothing is to be kept, or where there is no page', () => {
    for (const nowhere of [
      keeper(undefined),
      new DraftKeeper({ storage: () => new RamStorage(), recordName: () => undefined }),
    ]) {
      nowhere.write(draft);
      expect(nowhere.read()).to.equal(undefined);
    }
  });

  it('ignores what it can not read', () => {
    const storage = new RamStorage();
    for (const text of ['', '{', '{"text":1}', '{"text":"a","isForeign":false,"more":1}']) {
      storage.setItem('a draft', text);
      expect(keeper(storage).read()).to.equal(undefined);
    }
  });

  it('does not mind a storage that is full', () => {
    const storage = new RamStorage();
    storage.setItem = () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    };
    expect(() => keeper(storage).write(draft)).to.not.throw();
  });
});
