import { expect } from '@open-wc/testing';
import { deferred } from '../../shared/deferred.ts';
import { welcome } from '../connection/fake-server.fixture.ts';
import { settled } from '../tab/settled.fixture.ts';
import { beginTurn, callTool, rows, startAgent, trustedClick, type Harness, type Run } from './harness.fixture.ts';

function working(run?: Run, limits = welcome.limits): Harness {
  const harness = startAgent(run && { run });
  harness.server.welcome({ limits });
  beginTurn(harness);
  return harness;
}

/** What the server heard of calls. */
function frames({ server }: Harness): unknown[] {
  return server.socket.received.filter(({ type }) => type.startsWith('tool.'));
}

function names({ events }: Harness): string[] {
  return events.map(({ name }) => name).filter((name) => name.startsWith('ha-tool') || name.startsWith('ha-approval'));
}

const done = { type: 'tool.result', call: '1.0.0', result: { ok: true, value: 'done' } };

describe('a call', () => {
  it('is one frame down and one up when nobody has to decide', async () => {
    const harness = working();
    await callTool(harness, 'speak');
    expect(frames(harness)).to.deep.equal([done]);
    expect(rows(harness)).to.deep.equal(['user Hello sent', 'call 1.0.0 done']);
    expect(names(harness)).to.deep.equal(['ha-tool-request', 'ha-tool-start', 'ha-tool-end']);
  });

  it('adds two frames when the person decides', async () => {
    const harness = working();
    await callTool(harness, 'clipboard_write');
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 asking');
    const [{ call, hash } = { call: '', hash: '' }] = harness.agent.snapshot.asks;
    expect(call).to.equal('1.0.0');
    harness.agent.decide('1.0.0', 'once', trustedClick());
    expect(harness.agent.snapshot.asks).to.deep.equal([]);
    await settled();
    expect(frames(harness)).to.deep.equal([
      { type: 'tool.status', call: '1.0.0', status: { state: 'asking', remainingMs: 300_000 } },
      { type: 'tool.status', call: '1.0.0', status: { state: 'decided', decision: 'once', hash } },
      done,
    ]);
    expect(names(harness)).to.deep.equal([
      'ha-tool-request',
      'ha-approval-open',
      'ha-approval-close',
      'ha-tool-start',
      'ha-tool-end',
    ]);
  });

  it('that had to be mended waits for the person, though its tool asks nobody else', async () => {
    const harness = working();
    const { server } = harness;
    server.socket.say({ type: 'tool.call', at: 'c1', turn: 1, call: '1.0.0', name: 'speak', args: {}, repaired: true });
    await settled();
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 asking');
    harness.agent.decide('1.0.0', 'once', trustedClick());
    await settled();
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 done');
  });

  it('begins within the microtasks of the click', async () => {
    let began = false;
    const harness = working(async () => (began = true));
    await callTool(harness, 'clipboard_write');
    harness.agent.decide('1.0.0', 'once', trustedClick());
    for (let microtask = 0; microtask < 20; microtask += 1) await Promise.resolve();
    expect(began).to.equal(true);
  });

  it('runs once for two clicks', async () => {
    let runs = 0;
    const harness = working(async () => (runs += 1));
    await callTool(harness, 'clipboard_write');
    harness.agent.decide('1.0.0', 'once', trustedClick());
    harness.agent.decide('1.0.0', 'once', trustedClick());
    await settled();
    expect(runs).to.equal(1);
  });

  it('does not run for a click that a script made, nor while the server is away', async () => {
    let runs = 0;
    const harness = working(async () => (runs += 1));
    await callTool(harness, 'clipboard_write');
    harness.agent.decide('1.0.0', 'once', new MouseEvent('click'));
    harness.server.socket.end(1006);
    harness.agent.decide('1.0.0', 'once', trustedClick());
    await settled();
    expect(runs).to.equal(0);
    expect(harness.agent.snapshot.asks).to.have.length(1);
  });

  it('that is denied leaves its sibling open', async () => {
    const harness = working();
    await callTool(harness, 'clipboard_write', '1.0.0');
    await callTool(harness, 'clipboard_write', '1.0.1');
    harness.agent.decide('1.0.0', 'denied', trustedClick());
    await settled();
    expect(rows(harness).slice(1)).to.deep.equal(['call 1.0.0 denied', 'call 1.0.1 asking']);
    harness.agent.decide('1.0.1', 'once', trustedClick());
    await settled();
    expect(rows(harness).at(-1)).to.equal('call 1.0.1 done');
  });

  it('that nobody decides about times out', async () => {
    const harness = working();
    await callTool(harness, 'clipboard_write');
    harness.clock.advance(300_000);
    await settled();
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 timed-out');
    expect(frames(harness).at(-2)).to.have.nested.property('status.decision', 'expired');
  });

  it('can be forbidden by the page', async () => {
    const harness = working();
    harness.vetoes.add('ha-tool-request');
    await callTool(harness, 'speak');
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 denied');
  });

  it('tells the server of progress twice a second at most, and the page of all of it', async () => {
    const body = deferred<unknown>();
    let progress: (state: string | number) => void = () => {};
    const harness = working((context) => {
      progress = context.progress;
      return body.promise;
    });
    await callTool(harness, 'speak');
    for (let n = 1; n <= 20; n += 1) {
      harness.clock.advance(100);
      progress(n / 20);
    }
    progress('x'.repeat(500));
    const told = frames(harness);
    expect(told).to.have.length(4);
    expect(told[0]).to.deep.include({ status: { state: 'progress', progress: 0.05 } });
    const item = harness.agent.snapshot.items.at(-1);
    const state = item?.kind === 'call' ? item.state : undefined;
    expect(state?.phase === 'running' && state.progress).to.equal('x'.repeat(200));
    body.resolve('done');
    await settled();
    expect(frames(harness).at(-1)).to.deep.equal(done);
  });

  it('is ended when the server says so, and answers', async () => {
    const harness = working(() => new Promise(() => {}));
    await callTool(harness, 'speak');
    harness.server.socket.say({ type: 'tool.cancel', call: '1.0.0', reason: 'timeout' });
    await settled();
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 unknown');
    expect(frames(harness)).to.have.length(1);
    expect(frames(harness)[0]).to.have.nested.property('result.error.code', 'unknown_outcome');
  });

  it('is ended alone by the person: the model is told and the turn goes on', async () => {
    const harness = working(() => new Promise(() => {}));
    await callTool(harness, 'speak');
    harness.agent.ending('1.0.0')?.();
    await settled();
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 unknown');
    expect(frames(harness)[0]).to.have.nested.property('result.error.code', 'unknown_outcome');
    expect(harness.server.socket.heard).to.not.include('turn.cancel');
    expect(harness.agent.snapshot.working).to.equal(true);
    expect(harness.agent.ending('1.0.0')).to.equal(undefined);
  });

  it('that only looks is cancelled when the person ends it, in words that name them', async () => {
    const harness = startAgent({
      tools: [
        {
          definition: {
            ...{ name: 'look', description: 'A tool.', readOnly: true, ask: false, reads: 'nothing', sink: 'none' },
            ...{ grant: 'session', editable: [], feedback: 'full' },
            ...{ trusted: true, gesture: false, browserAsks: false, timeoutMs: 30_000 },
          },
          supported: () => true,
          prepare: async () => ({ args: {}, run: () => new Promise(() => {}) }),
        },
      ],
    });
    harness.server.welcome();
    beginTurn(harness);
    await callTool(harness, 'look');
    harness.agent.ending('1.0.0')?.();
    await settled();
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 cancelled');
    const error = { code: 'cancelled', message: 'The person cancelled this call.' };
    expect(frames(harness)).to.deep.equal([{ type: 'tool.result', call: '1.0.0', result: { ok: false, error } }]);
  });

  it('that is given up and ends late sends what became of it as a second result', async () => {
    const body = deferred<unknown>();
    const harness = working(() => body.promise);
    await callTool(harness, 'speak');
    harness.clock.advance(30_000);
    await settled();
    body.resolve('done');
    await settled();
    expect(frames(harness)[0]).to.have.nested.property('result.error.code', 'unknown_outcome');
    expect(frames(harness)[1]).to.deep.equal(done);
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 unknown');
  });

  it('that is stopped while it runs is answered as unknown before the turn is cancelled, and ends late', async () => {
    const body = deferred<unknown>();
    const harness = working(() => body.promise);
    await callTool(harness, 'speak');
    harness.agent.stop();
    expect(harness.server.socket.heard.slice(-2)).to.deep.equal(['tool.result', 'turn.cancel']);
    expect(frames(harness)[0]).to.have.nested.property('result.error.code', 'unknown_outcome');
    expect(rows(harness)[1]).to.equal('call 1.0.0 unknown');
    body.resolve('done');
    await settled();
    expect(frames(harness).slice(1)).to.deep.equal([done]);
  });

  it('that ends late while the socket is away is told when it is back', async () => {
    const body = deferred<unknown>();
    const harness = working(() => body.promise);
    await callTool(harness, 'speak');
    harness.agent.stop();
    harness.server.socket.say({ type: 'turn.ended', at: 'e1', turn: 1, reason: 'cancelled' });
    harness.server.socket.end(1006);
    body.resolve('done');
    await settled();
    harness.clock.advance(125);
    harness.server.welcome({ resumed: true });
    expect(frames(harness)).to.deep.equal([done]);
  });

  it('that ends late is no business of another session', async () => {
    const body = deferred<unknown>();
    const harness = working(() => body.promise);
    await callTool(harness, 'speak');
    harness.agent.clear();
    harness.server.welcome({ session: 's2' });
    body.resolve('done');
    await settled();
    expect(harness.server.socket.heard).to.deep.equal(['hello']);
  });

  it('that ended late is not told to a session that began meanwhile', async () => {
    const body = deferred<unknown>();
    const harness = working(() => body.promise);
    await callTool(harness, 'speak');
    harness.agent.stop();
    harness.server.socket.say({ type: 'turn.ended', at: 'e1', turn: 1, reason: 'cancelled' });
    harness.server.socket.end(1006);
    body.resolve('done');
    await settled();
    harness.clock.advance(125);
    harness.server.welcome({ session: 's2' });
    expect(harness.server.socket.heard).to.deep.equal(['hello']);
  });

  it('that says only that it was stopped tells nothing new', async () => {
    const harness = working(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    await callTool(harness, 'speak');
    harness.agent.stop();
    await settled();
    expect(frames(harness)).to.have.length(1);
  });

  it('of a turn that was there before opens no card at an old row', async () => {
    const harness = working();
    await callTool(harness, 'clipboard_write');
    harness.agent.stop();
    harness.server.socket.say({ type: 'turn.ended', at: 'e1', turn: 1, reason: 'cancelled' });
    beginTurn(harness, 1);
    await callTool(harness, 'clipboard_write');
    expect(harness.agent.snapshot.asks).to.deep.equal([]);
  });

  it('whose id names another turn opens no card', async () => {
    const harness = working();
    await callTool(harness, 'clipboard_write');
    harness.agent.stop();
    harness.server.socket.say({ type: 'turn.ended', at: 'e1', turn: 1, reason: 'cancelled' });
    beginTurn(harness, 2);
    await callTool(harness, 'clipboard_write', '1.0.0', 2);
    expect(harness.agent.snapshot.asks).to.deep.equal([]);
    await callTool(harness, 'clipboard_write', '2.0.0', 2);
    expect(harness.agent.snapshot.asks.map(({ call }) => call)).to.deep.equal(['2.0.0']);
  });

  it('of an unknown tool is answered', async () => {
    const harness = working();
    await callTool(harness, 'teleport');
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 failed');
  });

  it('of another turn is not run', async () => {
    const harness = working();
    await callTool(harness, 'speak', '7.0.0', 7);
    expect(frames(harness)).to.deep.equal([]);
  });
});

describe('a call over a cut', () => {
  function cutAndBack({ server, clock }: Harness): void {
    server.socket.end(1006);
    clock.advance(125);
    server.welcome({ resumed: true });
  }

  it('that is running goes on and is not run again', async () => {
    const body = deferred<unknown>();
    let runs = 0;
    const harness = working(() => {
      runs += 1;
      return body.promise;
    });
    await callTool(harness, 'speak');
    cutAndBack(harness);
    await callTool(harness, 'speak');
    body.resolve('done');
    await settled();
    expect(runs).to.equal(1);
    expect(frames(harness)).to.deep.equal([done]);
  });

  it('that ended while the socket was away sends its result on return (026)', async () => {
    const body = deferred<unknown>();
    const harness = working(() => body.promise);
    await callTool(harness, 'speak');
    harness.server.socket.end(1006);
    body.resolve('done');
    await settled();
    harness.clock.advance(125);
    harness.server.welcome({ resumed: true });
    expect(frames(harness)).to.deep.equal([done]);
  });

  it('whose result may not have arrived is answered again, not run again (025)', async () => {
    let runs = 0;
    const harness = working(async () => {
      runs += 1;
      return 'done';
    });
    await callTool(harness, 'speak');
    cutAndBack(harness);
    await callTool(harness, 'speak');
    expect(runs).to.equal(1);
    expect(frames(harness)).to.deep.equal([done, done]);
  });

  it('that waits for the person keeps its card, and the server hears how long it still waits', async () => {
    const harness = working();
    await callTool(harness, 'clipboard_write');
    harness.clock.advance(60_000);
    cutAndBack(harness);
    expect(frames(harness)).to.deep.equal([
      { type: 'tool.status', call: '1.0.0', status: { state: 'asking', remainingMs: 239_875 } },
    ]);
    harness.agent.decide('1.0.0', 'once', trustedClick());
    await settled();
    expect(frames(harness).at(-1)).to.deep.equal(done);
  });

  it('that is longer than the grace is given up', async () => {
    const harness = working(() => new Promise(() => {}), { ...welcome.limits, graceMs: 9_000 });
    await callTool(harness, 'speak');
    await callTool(harness, 'clipboard_write', '1.0.1');
    harness.server.socket.end(1006);
    harness.clock.advance(9_000);
    await settled();
    expect(rows(harness).slice(1)).to.deep.equal(['call 1.0.0 unknown', 'call 1.0.1 cancelled']);
    expect(harness.agent.snapshot.asks).to.deep.equal([]);
  });
});
