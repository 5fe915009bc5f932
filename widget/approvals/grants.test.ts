import { expect } from '@open-wc/testing';
import { FakeClock } from '../tab/fake-clock.fixture.ts';
import { FakeStorage } from '../tab/fake-storage.fixture.ts';
import { Grants, type GrantedTool } from './grants.ts';

const here = { origin: 'https://shop.example', frame: '', server: 'https://agent.example' };
const cart: GrantedTool = { tool: 'cart_add', title: 'Add to the cart', definition: 'd1' };
const dayMs = 86_400_000;

function setUp(storage = new FakeStorage()) {
  const clock = new FakeClock();
  const at = { place: here, session: 's1' };
  let changes = 0;
  const options = { storage: () => storage, place: () => at.place, session: () => at.session, now: () => clock.now() };
  const open = () => new Grants({ ...options, onChange: () => (changes += 1) });
  return { clock, storage, at, open, grants: open(), changes: () => changes };
}

describe('grants', () => {
  it('for a session hold in it and in no other, nor on the next page', () => {
    const { grants, open, at } = setUp();
    grants.give(cart, 'session');
    expect(grants.find(cart)).to.equal('session');
    expect(open().find(cart)).to.equal(undefined);
    at.session = 's2';
    expect(grants.find(cart)).to.equal(undefined);
  });

  it('for always hold on the next page and in the next session', () => {
    const { grants, open, at } = setUp();
    grants.give(cart, 'always');
    at.session = 's2';
    expect(open().find(cart)).to.equal('always');
  });

  for (const [what, elsewhere] of [
    ['page', { ...here, origin: 'https://other.example' }],
    ['frame', { ...here, frame: 'https://evil.example' }],
    ['server', { ...here, server: 'https://other.example' }],
  ] as const) {
    it(`hold for no other ${what}, which neither sees them listed`, () => {
      const { grants, at } = setUp();
      grants.give(cart, 'always');
      at.place = elsewhere;
      expect(grants.find(cart)).to.equal(undefined);
      expect(grants.list()).to.deep.equal([]);
    });
  }

  it('T6: hold for no other definition of the tool', () => {
    const { grants } = setUp();
    grants.give(cart, 'always');
    expect(grants.find({ ...cart, definition: 'd2' })).to.equal(undefined);
    expect(grants.find({ ...cart, tool: 'cart_pay' })).to.equal(undefined);
  });

  it('for always expire after thirty days', () => {
    const { grants, clock } = setUp();
    grants.give(cart, 'always');
    clock.advance(30 * dayMs - 1);
    expect(grants.find(cart)).to.equal('always');
    clock.advance(1);
    expect(grants.find(cart)).to.equal(undefined);
    expect(grants.list()).to.deep.equal([]);
  });

  it('last no longer than that, whatever somebody wrote into the storage', () => {
    const { grants, storage, open } = setUp();
    grants.give(cart, 'always');
    const [name = ''] = storage.items.keys();
    const text = storage.items.get(name) ?? '';
    storage.items.set(name, text.replace(/"expiresAt":\d+/, '"expiresAt":9e15'));
    expect(open().find(cart)).to.equal(undefined);
  });

  it('are listed, newest first, and end when they are revoked', () => {
    const { grants, clock, changes } = setUp();
    grants.give(cart, 'always');
    clock.advance(1);
    grants.give({ ...cart, tool: 'speak', title: undefined }, 'session');
    expect(grants.list().map(({ tool, scope }) => [tool, scope])).to.deep.equal([
      ['speak', 'session'],
      ['cart_add', 'always'],
    ]);
    for (const { id } of grants.list()) grants.revoke(id);
    expect(grants.list()).to.deep.equal([]);
    expect(grants.find(cart)).to.equal(undefined);
    expect(changes()).to.equal(4);
  });

  it('are one for each tool and place, the newest', () => {
    const { grants, clock } = setUp();
    grants.give(cart, 'always');
    clock.advance(dayMs);
    grants.give({ ...cart, definition: 'd2' }, 'always');
    expect(grants.list()).to.have.length(1);
    expect(grants.find(cart)).to.equal(undefined);
  });

  it('live as long as the page where the browser forbids storage', () => {
    const { grants, storage, open } = setUp();
    storage.isForbidden = true;
    grants.give(cart, 'always');
    expect(grants.find(cart)).to.equal('always');
    expect(open().find(cart)).to.equal(undefined);
  });

  it('are none where somebody spoiled the storage', () => {
    const { storage, open } = setUp();
    for (const text of ['{', '[{}]', '[{"tool":"cart_add","scope":"always"}]', '[null]']) {
      storage.setItem('headless-agent.grants', text);
      expect(open().find(cart)).to.equal(undefined);
    }
  });
});
