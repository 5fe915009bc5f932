import { expect } from '@open-wc/testing';
import { callHash } from '../../shared/call-hash.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import type { CallRecord } from '../ledger/call-record.ts';
import { Ledger } from '../ledger/ledger.ts';
import { FakeStorage } from '../tab/fake-storage.fixture.ts';
import { settled } from '../tab/settled.fixture.ts';
import { enterTab, writeTab } from '../tab/tab.ts';
import { beginTurn, callTool, rows, startAgent, trustedClick, type Harness } from './harness.fixture.ts';

const done: ToolResult = { ok: true, value: 'done before' };

/** A page of the same tab, after one that did this to call 1.0.0 of `speak`. */
async function returnTo(before: (record: CallRecord) => void) {
  const storage = new FakeStorage();
  const former = enterTab(() => storage);
  const ledger = new Ledger({ storage, tab: former, now: () => 0, url: () => 'https://shop.example.com/before' });
  before(ledger.of({ session: 's1', call: '1.0.0', name: 'speak', args: {} }));
  writeTab(storage, { ...former, left: true });

  let runs = 0;
  const harness = startAgent({
    run: async () => (runs += 1),
    parts: { tab: () => enterTab(() => storage) },
  });
  await settled();
  harness.server.welcome({ resumed: true });
  beginTurn(harness);
  return { harness, storage, former, runs: () => runs };
}

/** What the server heard of calls. It may hear one thing twice. */
function answers({ server }: Harness): unknown[] {
  const said = server.socket.received.flatMap((message) => (message.type === 'tool.result' ? [message.result] : []));
  return [...new Set(said.map((result) => JSON.stringify(result)))].map((text) => JSON.parse(text));
}

/** What the next socket is told of the tab. */
function helloOf({ server, clock }: Harness): unknown {
  server.socket.end(1006);
  clock.advance(125);
  server.socket.accept();
  const hello = server.socket.received[0];
  return hello?.type === 'hello' && { tab: hello.tab, ledger: hello.ledger, calls: hello.calls };
}

describe('a call of an earlier page of the tab', () => {
  it('that had begun is not run again: nobody knows what became of it (026)', async () => {
    const { harness, runs } = await returnTo((record) => record.start());
    await callTool(harness, 'speak');
    expect(runs()).to.equal(0);
    expect(answers(harness)[0]).to.have.nested.property('error.code', 'unknown_outcome');
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 unknown');
  });

  it('that is done sends its result, and is answered with it when it is asked for again', async () => {
    const { harness, runs } = await returnTo((record) => {
      record.start();
      record.finish(done);
    });
    await callTool(harness, 'speak');
    expect(runs()).to.equal(0);
    expect(answers(harness)).to.deep.equal([done]);
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 done');
  });

  it('that led to this page says where it is', async () => {
    const { harness } = await returnTo((record) => {
      record.start();
      record.navigating();
    });
    expect(answers(harness)).to.deep.equal([
      { ok: true, value: { navigated: true, url: 'https://shop.example.com/' } },
    ]);
  });

  it('that never began runs, once', async () => {
    const { harness, runs } = await returnTo(() => {});
    await callTool(harness, 'speak');
    await callTool(harness, 'speak');
    expect(runs()).to.equal(1);
  });

  it('is told of in the hello, with the names that the tab had', async () => {
    const { harness, former } = await returnTo((record) => record.start());
    const { tab, ledger } = former;
    const calls = [{ call: '1.0.0', hash: callHash('speak', {}, undefined), state: 'started' }];
    expect(helloOf(harness)).to.deep.equal({ tab, ledger, calls });
  });

  it('is forgotten with its turn', async () => {
    const { harness, storage } = await returnTo((record) => record.start());
    harness.server.socket.say({ type: 'turn.ended', at: 'e1', turn: 1, reason: 'answered' });
    expect([...storage.items.keys()].some((key) => key.includes('1.0.0'))).to.equal(false);
  });
});

describe('an effect on a new socket', () => {
  /** A card is open, the socket was away and is back, but the server has not said yet what happened meanwhile. */
  async function cutAtCard() {
    let runs = 0;
    const harness = startAgent({ run: async () => (runs += 1) });
    const { server, clock } = harness;
    server.welcome();
    beginTurn(harness);
    await callTool(harness, 'clipboard_write');
    server.answersAcks = false;
    server.socket.end(1006);
    clock.advance(125);
    await settled();
    server.welcome({ resumed: true });
    harness.agent.decide('1.0.0', 'once', trustedClick());
    await settled();
    return { harness, runs: () => runs };
  }

  it('waits until the server has said what happened meanwhile', async () => {
    const { harness, runs } = await cutAtCard();
    expect(runs()).to.equal(0);
    harness.server.socket.say({ type: 'ack' });
    await settled();
    expect(runs()).to.equal(1);
  });

  it('does not begin when the server has given it up', async () => {
    const { harness, runs } = await cutAtCard();
    harness.server.socket.say({ type: 'tool.cancel', call: '1.0.0', reason: 'disconnected' });
    harness.server.socket.say({ type: 'ack' });
    await settled();
    expect(runs()).to.equal(0);
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 cancelled');
  });

  it('waits again when that socket is gone, too', async () => {
    const { harness, runs } = await cutAtCard();
    harness.server.socket.end(1006);
    await settled();
    expect(runs()).to.equal(0);
  });
});
