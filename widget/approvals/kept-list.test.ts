import { expect } from '@open-wc/testing';
import { FakeStorage } from '../tab/fake-storage.fixture.ts';
import { KeptList } from './kept-list.ts';

function setUp(storage: FakeStorage | undefined = new FakeStorage()) {
  const parse = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
  const open = () => new KeptList({ name: 'list', storage: () => storage, parse, most: 3 });
  return { storage, open, list: open() };
}

describe('a kept list', () => {
  it('is there for the next page', () => {
    const { list, open } = setUp();
    list.write([1, 2]);
    expect(open().read()).to.deep.equal([1, 2]);
  });

  it('drops the oldest beyond its bound', () => {
    const { list } = setUp();
    list.write([1, 2, 3, 4]);
    expect(list.read()).to.deep.equal([2, 3, 4]);
  });

  for (const spoiled of ['', '{', 'null', '{"0":1}', '"x"']) {
    it(`is empty where somebody wrote ${spoiled || 'nothing'}`, () => {
      const { list, storage } = setUp();
      storage?.setItem('list', spoiled);
      expect(list.read()).to.deep.equal([]);
    });
  }

  it('leaves out entries that are none', () => {
    const { list, storage } = setUp();
    storage?.setItem('list', '[1,"2",null,3]');
    expect(list.read()).to.deep.equal([1, 3]);
  });

  it('lives as long as the page where storage is missing, full or forbidden', () => {
    const missing = new KeptList({ name: 'list', storage: () => undefined, parse: () => 7, most: 3 });
    missing.write([7]);
    expect(missing.read()).to.deep.equal([7]);
    for (const fault of ['isFull', 'isForbidden'] as const) {
      const { list, storage, open } = setUp();
      if (storage) storage[fault] = true;
      list.write([1]);
      expect(list.read()).to.deep.equal([1]);
      expect(open().read()).to.deep.equal([]);
    }
  });
});
