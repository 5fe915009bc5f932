import { expect } from '@open-wc/testing';
import { settled } from '../tab/settled.fixture.ts';
import { beginTurn, callTool, rows, startAgent } from './harness.fixture.ts';
import { browser, firstPage, hello } from './page-loads.fixture.ts';

describe('the way to the server', () => {
  it('has a cleared conversation deleted', async () => {
    const harness = startAgent();
    harness.server.welcome();
    await settled();
    harness.agent.clear();
    harness.server.socket.accept();
    expect(hello(harness)).to.deep.include({ forget: { session: 's1', token: 't1' } });
    expect(hello(harness)).to.not.have.property('resume');
  });

  it('keeps two elements of one page apart', async () => {
    const { load, tab } = browser();
    for (const session of ['s1', 's2']) {
      const harness = load();
      await settled();
      harness.server.welcome({ session });
      await settled();
    }
    expect(tab.length).to.equal(2);
  });

  it('asks for a ticket before the first hello, and not for a session that it has', async () => {
    const tickets = ['one', 'two'];
    const harness = startAgent({ settings: { getTicket: () => tickets.shift() ?? '' } });
    await settled();
    harness.server.socket.accept();
    expect(hello(harness)).to.include({ ticket: 'one' });
    harness.server.welcome().end(1006);
    harness.clock.advance(125);
    harness.server.socket.accept();
    expect(hello(harness)).to.not.have.property('ticket');
  });

  it('gets another ticket when the server wants one, once', async () => {
    const tickets = ['one', 'two', 'three'];
    const harness = startAgent({ settings: { getTicket: () => tickets.shift() ?? '' } });
    await settled();
    harness.server.welcome().end(4401);
    harness.clock.advance(125);
    await settled();
    harness.server.socket.accept();
    expect(hello(harness)).to.deep.include({ ticket: 'two', resume: { session: 's1', token: 't1' } });
    harness.server.socket.end(4401);
    expect(harness.agent.snapshot.connection).to.include({ phase: 'refused', code: 4401 });
    expect(tickets).to.deep.equal(['three']);
  });

  it('begins a new conversation when what brings back the old one does not load', async () => {
    const { load } = browser();
    await firstPage(load);
    const harness = load({}, { loadLater: () => Promise.reject(new TypeError('network')) });
    for (const waitMs of [125, 250, 0]) {
      await settled();
      harness.clock.advance(waitMs);
    }
    await settled();
    harness.server.welcome({ session: 's2' });
    expect(harness.agent.snapshot).to.deep.include({ restoring: false, items: [] });
  });

  it('answers a call when what runs tools does not load', async () => {
    const harness = startAgent({ parts: { loadLater: () => Promise.reject(new TypeError('network')) } });
    harness.server.welcome();
    beginTurn(harness);
    await callTool(harness, 'speak');
    const last = harness.server.socket.received.at(-1);
    expect(last).to.have.nested.property('result.error.code', 'unavailable');
    harness.server.socket.say({ type: 'turn.ended', turn: 1, reason: 'answered' });
    expect(rows(harness)).to.deep.equal(['user Hello sent']);
  });

  it('runs a call that came before what runs it', async () => {
    const harness = startAgent();
    harness.server.welcome();
    beginTurn(harness);
    harness.server.socket.say({ type: 'tool.call', turn: 1, call: '1.0.0', name: 'speak', args: {} });
    harness.server.socket.say({ type: 'turn.text', turn: 1, round: 0, attempt: 0, text: 'Speaking.' });
    await settled();
    expect(rows(harness)).to.deep.equal(['user Hello sent', 'agent Speaking.', 'call 1.0.0 done']);
  });
});
