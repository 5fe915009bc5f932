import { expect } from '@open-wc/testing';
import { words } from '../strings/words.ts';
import { settled } from '../tab/settled.fixture.ts';
import { beginTurn, callTool, leave, rows, startAgent, trustedClick } from './harness.fixture.ts';
import { browser, firstPage, hello, reload } from './page-loads.fixture.ts';

const started = { type: 'turn.started', at: '1', turn: 1, message: 'm1', text: 'Copy it' } as const;
const call = { at: '2', turn: 1, call: '1.1.0', args: {} } as const;
const settledCall = { type: 'tool.settled', ...call, name: 'speak', result: { ok: true, value: 'done' } } as const;
const answer = { type: 'turn.text', at: '3', turn: 1, round: 2, attempt: 0, text: 'Copied.', whole: true } as const;
const ended = { type: 'turn.ended', at: '4', turn: 1, reason: 'answered' } as const;
const openCall = { type: 'tool.call', ...call, name: 'clipboard_write', remainingMs: 60_000 } as const;

describe('a conversation after a reload', () => {
  it('is asked for with the newest token and told from its start (056)', async () => {
    const { load } = browser();
    await firstPage(load);
    const harness = load();
    await settled();
    harness.server.socket.accept();
    expect(hello(harness)).to.deep.include({ resume: { session: 's1', token: 't1' } });
  });

  it('is shown as it was, with the outcome of each call', async () => {
    const { load } = browser();
    await firstPage(load);
    const harness = await reload(load, [started, settledCall, answer, ended]);
    expect(rows(harness)).to.deep.equal(['user Copy it sent', 'call 1.1.0 done', 'agent Copied.']);
    expect(harness.agent.snapshot).to.include({ working: false, restoring: false });
  });

  it('tells the page nothing of what is only restored', async () => {
    const { load } = browser();
    await firstPage(load);
    const { events } = await reload(load, [started, settledCall, answer, ended]);
    expect(events.map(({ name }) => name).filter((name) => !/ready|status/.test(name))).to.deep.equal([]);
    expect(events.filter(({ name }) => name === 'ha-ready')).to.have.length(1);
  });

  it('appears at once and not piece by piece', async () => {
    const { load } = browser();
    await firstPage(load);
    const harness = load();
    await settled();
    harness.server.welcome({ resumed: true });
    harness.server.socket.say(started);
    expect(rows(harness)).to.deep.equal([]);
    expect(harness.agent.snapshot.restoring).to.equal(true);
    harness.server.socket.say({ type: 'ack' });
    expect(rows(harness)).to.deep.equal(['user Copy it sent']);
  });

  it('goes on with its open turn', async () => {
    const { load } = browser();
    await firstPage(load);
    const harness = await reload(load, [started]);
    expect(harness.agent.snapshot.working).to.equal(true);
    harness.server.socket.say({ type: 'turn.text', turn: 1, round: 1, attempt: 0, text: 'Here.' });
    harness.server.socket.say(ended);
    expect(rows(harness)).to.deep.equal(['user Copy it sent', 'agent Here.']);
    expect(harness.events.filter(({ name }) => name === 'ha-message')).to.have.length(1);
  });

  it('has its open card back, with the time that is left', async () => {
    const { load } = browser();
    await firstPage(load);
    const harness = await reload(load, [started, openCall]);
    const [ask] = harness.agent.snapshot.asks;
    expect(ask?.expiresAt).to.equal(harness.clock.now() + 60_000);
    expect(rows(harness)).to.deep.equal(['user Copy it sent', 'call 1.1.0 asking']);
    harness.agent.decide('1.1.0', 'once', trustedClick());
    await settled();
    expect(harness.server.socket.received.at(-1)).to.deep.include({
      call: '1.1.0',
      result: { ok: true, value: 'done' },
    });
  });

  it('counts its turns on', async () => {
    const { load } = browser();
    await firstPage(load);
    const harness = await reload(load, [started, answer, ended]);
    beginTurn(harness, 2);
    await callTool(harness, 'speak', '2.1.0', 2);
    expect(rows(harness).slice(2)).to.deep.equal(['user Hello sent', 'call 2.1.0 done']);
  });

  it('says plainly that it could not be taken up', async () => {
    const { load } = browser();
    await firstPage(load);
    const harness = load();
    await settled();
    harness.server.welcome({ session: 's2' });
    expect(rows(harness)).to.deep.equal([`note info ${words.beganAnew}`]);
    expect(harness.agent.snapshot.restoring).to.equal(false);
  });

  it('is told again from the start when the cut came in the middle', async () => {
    const { load } = browser();
    await firstPage(load);
    const harness = load();
    await settled();
    harness.server.welcome({ resumed: true }).say(started);
    harness.server.socket.end(1006);
    harness.clock.advance(125);
    await settled();
    harness.server.socket.accept();
    expect(hello(harness)).to.deep.include({ resume: { session: 's1', token: 't1' } });
  });

  it('is told again from the start when the cut came in the middle of a resync', async () => {
    const harness = startAgent();
    harness.server.answersAcks = false;
    harness.server.welcome();
    await settled();
    harness.server.socket.end(1006);
    harness.clock.advance(125);
    harness.server.welcome({ resumed: true });
    for (const message of [{ type: 'notice', kind: 'resync', message: 'Again.' }, started] as const) {
      harness.server.socket.say(message);
    }
    harness.server.socket.end(1006);
    harness.clock.advance(10_000);
    await settled();
    harness.server.socket.accept();
    expect(hello(harness)).to.deep.include({ resume: { session: 's1', token: 't1' } });
  });
});

describe('persist', () => {
  it('keeps nothing with none', async () => {
    const { load, tab, device } = browser();
    await firstPage(() => load({ persist: 'none' }));
    expect(tab.length + device.length).to.equal(0);
  });

  it('keeps the conversation on the device with device', async () => {
    const { load, tab, device } = browser();
    await firstPage(() => load({ persist: 'device' }));
    expect([tab.length, device.length]).to.deep.equal([0, 1]);
  });

  it('does not bring back what the server has dropped by its own word', async () => {
    const { load } = browser();
    const first = load();
    await settled();
    first.server.welcome({ limits: { ...limits, sessionMs: 1_000 } });
    await settled();
    leave(first);
    const harness = load();
    harness.clock.advance(1_000);
    await settled();
    harness.server.socket.accept();
    expect(hello(harness)).to.not.have.property('resume');
  });
});

const limits = { approvalMs: 300_000, graceMs: 30_000, maxResultBytes: 32_768, maxMessageChars: 16_000 };
