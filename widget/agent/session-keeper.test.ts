import { expect } from '@open-wc/testing';
import type { RamStorage } from '../ledger/ram-storage.ts';
import { welcome } from '../connection/fake-server.fixture.ts';
import { words } from '../strings/words.ts';
import { settled } from '../tab/settled.fixture.ts';
import { rows, startAgent, type Harness } from './harness.fixture.ts';
import { browser } from './page-loads.fixture.ts';

const said = ({ server }: Harness): string[] =>
  server.socket.received.flatMap((message) => (message.type === 'user.message' ? [message.text] : []));

async function connected(load: () => Harness): Promise<Harness> {
  const harness = load();
  await settled();
  harness.server.welcome();
  await settled();
  return harness;
}

/** The page goes; its element is not told. The next one is on this same page, where its record has another name. */
async function loadNext(load: () => Harness, { page }: Harness, tab: RamStorage): Promise<Harness> {
  page.dispatchEvent(new Event('pagehide'));
  const name = tab.key(0) ?? '';
  tab.setItem(`${name} +`, tab.getItem(name) ?? '');
  const next = load();
  await settled();
  return next;
}

describe('a message that is not through when the page goes', () => {
  it('is said by the next page after what came before, once', async () => {
    const { load, tab } = browser();
    const first = await connected(load);
    first.server.socket.end(1006);
    first.agent.say('Hello');
    const next = await loadNext(load, first, tab);
    next.server.welcome({ resumed: true, epoch: 2 });
    next.server.socket.say({ type: 'turn.started', at: '1', turn: 1, message: 'm0', text: 'Earlier' });
    next.server.socket.say({ type: 'turn.ended', at: '2', turn: 1, reason: 'answered' });
    expect(said(next)).to.deep.equal([]);
    next.server.socket.say({ type: 'ack' });
    expect(said(next)).to.deep.equal(['Hello']);
    expect(rows(next)).to.deep.equal(['user Earlier sent', 'user Hello waiting']);
  });

  for (const [origin, say] of [
    ['pasted', ({ agent }: Harness) => void agent.say('Hello', 'pasted')],
    ['script', ({ agent }: Harness) => void agent.send('Hello').catch(() => {})],
  ] as const) {
    it(`T1: is still ${origin} for the next page, in the old conversation and in a new one`, async () => {
      for (const isResumed of [true, false]) {
        const { load, tab } = browser();
        const first = await connected(load);
        first.server.socket.end(1006);
        say(first);
        const next = await loadNext(load, first, tab);
        next.server.welcome(isResumed ? { resumed: true, epoch: 2 } : { session: 's2' });
        if (isResumed) next.server.socket.say({ type: 'ack' });
        await settled();
        expect(next.server.socket.received.find(({ type }) => type === 'user.message')).to.include({ origin });
        expect(next.agent.snapshot.items[0]).to.include({ text: 'Hello', origin });
        expect(next.agent.snapshot.taint.untrusted).to.deep.equal([origin]);
      }
    });
  }

  it('is said in the new conversation when the old one is lost before it began', async () => {
    const { load, tab } = browser();
    const first = await connected(load);
    first.server.socket.end(1006);
    first.agent.say('Hello');
    const next = await loadNext(load, first, tab);
    next.server.welcome({ session: 's2' });
    expect(said(next)).to.deep.equal(['Hello']);
    expect(rows(next)).to.deep.equal(['user Hello waiting', `note info ${words.beganAnew}`]);
  });

  it('is not said again when its turn was lost: what it led to may have happened', async () => {
    const { load, tab } = browser();
    const first = await connected(load);
    first.agent.say('Hello');
    const message = first.server.socket.received.at(-1);
    const id = message?.type === 'user.message' ? message.id : '';
    first.server.socket.say({ type: 'turn.started', at: '1', turn: 1, message: id });
    const next = await loadNext(load, first, tab);
    next.server.welcome({ session: 's2' });
    expect(said(next)).to.deep.equal([]);
    expect(rows(next)[0]).to.equal('user Hello sent');
    expect(next.agent.snapshot.working).to.equal(false);
  });

  it('is forgotten with its turn', async () => {
    const { load, tab } = browser();
    const first = await connected(load);
    first.agent.say('Hello');
    first.agent.stop();
    const next = await loadNext(load, first, tab);
    next.server.welcome({ session: 's2' });
    expect(said(next)).to.deep.equal([]);
  });

  it('is kept although it was said before the server was there', async () => {
    const { load, tab } = browser();
    const first = load();
    first.agent.say('Hello');
    await settled();
    const next = await loadNext(load, first, tab);
    expect(next.agent.say('Two')).to.equal(false);
    next.server.welcome();
    expect(said(next)).to.deep.equal(['Hello']);
    expect(rows(next)[0]).to.equal('user Hello waiting');
  });
});

describe('what is kept of a conversation', () => {
  it('outlives a page that goes before it has taken it up', async () => {
    const { load, tab } = browser();
    const first = await connected(load);
    const second = await loadNext(load, first, tab);
    second.page.dispatchEvent(new Event('pagehide'));
    const name = tab.key(1) ?? '';
    expect(tab.getItem(name)).to.contain('s1');
  });

  it('is of no use to a copy of the tab', async () => {
    const { load, tab } = browser();
    const first = await connected(load);
    first.page.dispatchEvent(new Event('pagehide'));
    const name = tab.key(0) ?? '';
    tab.setItem(`${name} +`, (tab.getItem(name) ?? '').replace('"tab":"tab"', '"tab":"other"'));
    const copy = load();
    await settled();
    copy.server.socket.accept();
    expect(copy.server.socket.received[0]).to.not.have.property('resume');
    expect(copy.agent.snapshot.restoring).to.equal(false);
  });
});

describe('a conversation that was cleared while offline', () => {
  it('is named to the server by the next page, to be deleted', async () => {
    const { load, tab } = browser();
    const first = await connected(load);
    first.server.socket.end(1006);
    first.agent.clear();
    const next = await loadNext(load, first, tab);
    next.server.socket.accept();
    const [hello] = next.server.socket.received;
    expect(hello).to.deep.include({ forget: { session: 's1', token: 't1' } });
    expect(hello).to.not.have.property('resume');
    next.server.socket.say({ ...welcome, session: 's2' });
    expect(rows(next)).to.deep.equal([]);
  });
});

describe('an offline page', () => {
  it('takes one message, which waits, and refuses a second one plainly', async () => {
    const harness = startAgent();
    harness.server.welcome();
    await settled();
    harness.server.socket.end(1006);
    expect(harness.agent.say('One')).to.equal(true);
    expect(harness.agent.say('Two')).to.equal(false);
    expect(rows(harness)).to.deep.equal(['user One waiting', `note error ${words.notSent}. ${words.oneWaits}`]);
    harness.clock.advance(125);
    harness.server.welcome({ resumed: true });
    expect(said(harness)).to.deep.equal(['One']);
  });
});
