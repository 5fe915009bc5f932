import { expect } from '@open-wc/testing';
import { AgentError } from '../../shared/errors.ts';
import { welcome } from '../connection/fake-server.fixture.ts';
import { words } from '../strings/words.ts';
import { FakeStorage } from '../tab/fake-storage.fixture.ts';
import { settled } from '../tab/settled.fixture.ts';
import { enterTab } from '../tab/tab.ts';
import { beginTurn, callTool, rows, startAgent, trustedClick, type Harness } from './harness.fixture.ts';
import { browser, hello } from './page-loads.fixture.ts';

const device = { persist: 'device' } as const;

async function welcomed(harness: Harness): Promise<Harness> {
  await settled();
  harness.server.welcome();
  await settled();
  return harness;
}

describe('a conversation that goes on in another tab', () => {
  it('is not fought for, and takes its open card along', async () => {
    const harness = await welcomed(startAgent());
    const { end } = beginTurn(harness);
    await callTool(harness, 'clipboard_write');
    harness.server.socket.end(4409);
    const error = await end;
    expect(AgentError.is(error) && error.code).to.equal('taken_over');
    expect(harness.agent.snapshot.asks).to.deep.equal([]);
    expect(harness.agent.snapshot.connection).to.deep.equal({
      ...{ phase: 'refused', code: 4409, reason: words.errors.taken_over },
    });
    harness.clock.advance(600_000);
    expect(harness.server.sockets).to.have.length(1);
  });

  it('offers no message to be said again: the other tab has it', async () => {
    const harness = await welcomed(startAgent());
    beginTurn(harness);
    harness.server.socket.end(4409);
    expect(rows(harness)).to.deep.equal(['user Hello sent']);
  });

  it('comes back whole when the person wants to continue here', async () => {
    const harness = await welcomed(startAgent());
    harness.server.answersAcks = false;
    beginTurn(harness);
    harness.server.socket.end(4409);
    harness.agent.retryNow();
    await settled();
    harness.server.socket.accept();
    expect(hello(harness)).to.deep.include({ resume: { session: 's1', token: 't1' } });
    harness.server.socket.say({ ...welcome, resumed: true, epoch: 3 });
    harness.server.socket.say({ type: 'turn.started', at: '1', turn: 1, message: 'm1', text: 'Hello' });
    harness.server.socket.say({ type: 'turn.text', turn: 1, round: 1, attempt: 0, text: 'Hi.', whole: true });
    harness.server.socket.say({ type: 'turn.ended', turn: 1, reason: 'answered' });
    harness.server.socket.say({ type: 'ack' });
    expect(rows(harness)).to.deep.equal(['user Hello sent', 'agent Hi.']);
  });

  it('is taken back with the newest token, which the other tab has kept', async () => {
    const { load, device: storage } = browser();
    const one = await welcomed(load(device));
    const name = storage.key(0) ?? '';
    one.server.socket.end(4409);
    storage.setItem(name, (storage.getItem(name) ?? '').replace('"t1"', '"t9"').replace('"epoch":1', '"epoch":2'));
    one.agent.retryNow();
    await settled();
    one.server.socket.accept();
    expect(hello(one)).to.deep.include({ resume: { session: 's1', token: 't9' } });
  });

  it('is not deleted by a new conversation here', async () => {
    const harness = await welcomed(startAgent());
    harness.server.socket.end(4409);
    harness.agent.clear();
    await settled();
    harness.server.socket.accept();
    expect(hello(harness)).to.not.have.any.keys('forget', 'resume');
  });

  it('is left alone by a tab that opens later, until the person wants it there', async () => {
    const { load, device: storage } = browser();
    const session = `s ${crypto.randomUUID()}`;
    const parts = { locks: () => navigator.locks };
    const one = load(device, parts);
    await settled();
    one.server.welcome({ session });
    await until(async () => isLocked(session));
    // Both elements are on this one page, so the second looks for a record of another name.
    const name = storage.key(0) ?? '';
    storage.setItem(`${name} +`, storage.getItem(name) ?? '');

    const other = load(device, parts);
    await until(() => {
      other.clock.advance(1_000);
      return other.agent.snapshot.connection.phase === 'refused';
    });
    expect(other.agent.snapshot.connection).to.include({ code: 4409 });
    expect(one.agent.snapshot.connection.phase).to.equal('open');

    other.agent.retryNow();
    await until(() => other.server.sockets.length === 1);
    await until(() => one.agent.snapshot.connection.phase === 'refused');
    expect(one.agent.snapshot.connection).to.include({ code: 4409 });
  });
});

describe('a tab that was duplicated', () => {
  it('begins a conversation of its own, and leaves the call of the first one to it (032)', async () => {
    let runs = 0;
    const run = async (): Promise<number> => (runs += 1);
    const { tab: kept } = browser();
    const storage = new FakeStorage();
    const parts = { locks: () => navigator.locks, storage: () => kept };
    const one = startAgent({ run, parts: { ...parts, tab: () => enterTab(() => storage) } });
    await welcomed(one);
    beginTurn(one);
    await callTool(one, 'clipboard_write');

    // Both elements are on this one page, so the second looks for a record of another name.
    const name = kept.key(0) ?? '';
    kept.setItem(`${name} +`, kept.getItem(name) ?? '');
    const copy = startAgent({ run, parts: { ...parts, tab: () => enterTab(() => storage.copy()) } });
    await until(() => {
      copy.clock.advance(1_000);
      return copy.server.sockets.length === 1;
    });
    copy.server.socket.accept();
    expect(hello(copy)).to.not.have.property('resume');
    expect(hello(copy)).to.deep.include({ calls: [] });
    expect(copy.agent.snapshot.asks).to.deep.equal([]);
    one.agent.decide('1.0.0', 'once', trustedClick());
    await until(() => runs > 0);
    await settled();
    expect(runs).to.equal(1);
    expect(one.agent.snapshot.connection.phase).to.equal('open');
  });
});

async function isLocked(session: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name?.endsWith(session));
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await settled();
}
