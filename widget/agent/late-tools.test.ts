import { expect } from '@open-wc/testing';
import { FakeClock } from '../tab/fake-clock.fixture.ts';
import { LateTools } from './late-tools.ts';

const call = { type: 'tool.call', turn: 1, call: '1.1.0', name: 'cart_add', args: {} } as const;

function setUp() {
  const clock = new FakeClock();
  const tools = new Set<string>();
  const delivered: string[] = [];
  const lateTools = new LateTools({
    clock,
    hasTool: ({ name }) => tools.has(name),
    deliver: (message) => delivered.push(message.call),
  });
  return { clock, tools, delivered, lateTools };
}

describe('a call whose tool is not there', () => {
  it('waits for it while the page is coming back', () => {
    const { tools, delivered, lateTools, clock } = setUp();
    lateTools.begin();
    lateTools.await(call);
    lateTools.check();
    expect(delivered).to.deep.equal([]);
    tools.add('cart_add');
    lateTools.check();
    lateTools.check();
    expect(delivered).to.deep.equal(['1.1.0']);
    expect(clock.pending).to.equal(0);
  });

  it('is answered in any case after ten seconds', () => {
    const { delivered, lateTools, clock } = setUp();
    lateTools.begin();
    clock.advance(4_000);
    lateTools.await(call);
    clock.advance(6_000);
    expect(delivered).to.deep.equal(['1.1.0']);
  });

  it('does not wait when the page was there all the time', () => {
    const { delivered, lateTools } = setUp();
    lateTools.await(call);
    expect(delivered).to.deep.equal(['1.1.0']);
  });

  it('is dropped when the server does not want it any more', () => {
    const { delivered, lateTools, clock } = setUp();
    lateTools.begin();
    lateTools.await(call);
    lateTools.forget('1.1.0');
    clock.advance(10_000);
    expect(delivered).to.deep.equal([]);
  });

  it('is dropped with its conversation', () => {
    const { tools, delivered, lateTools, clock } = setUp();
    lateTools.begin();
    lateTools.await(call);
    lateTools.clear();
    tools.add('cart_add');
    lateTools.check();
    clock.advance(10_000);
    expect(delivered).to.deep.equal([]);
    expect(clock.pending).to.equal(0);
  });
});
