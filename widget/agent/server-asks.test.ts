import { expect } from '@open-wc/testing';
import type { MessageOf, ServerMessage } from '../../shared/protocol.ts';
import { settled } from '../tab/settled.fixture.ts';
import { typedTurn } from './deciding.fixture.ts';
import { rows, trustedClick, type Harness } from './harness.fixture.ts';

const request: MessageOf<ServerMessage, 'approval.request'> = {
  ...{ type: 'approval.request', at: 'r1', turn: 1, call: '1.0.0', nonce: 'n1', hash: 'h1', name: 'mail_post' },
  ...{ title: 'Send a mail', description: 'Sends it.', reads: 'nothing', sink: 'egress', args: { to: 'me' } },
  remainingMs: 60_000,
};

async function ask(harness: Harness, change: Partial<typeof request> = {}): Promise<void> {
  harness.server.socket.say({ ...request, ...change });
  await settled();
}

function answers({ server }: Harness): unknown[] {
  return server.socket.received.filter(({ type }) => type === 'approval.answer' || type === 'tool.status');
}

const yes = { type: 'approval.answer', call: '1.0.0', nonce: 'n1', hash: 'h1', decision: 'once' };

describe('a tool that runs on the server', () => {
  it('asks by the same card, and its answer carries nonce and hash as they came (046)', async () => {
    const { harness, agent, clock } = typedTurn();
    await ask(harness);
    expect(agent.snapshot.asks).to.have.length(1);
    expect(agent.snapshot.asks[0]).to.deep.include({
      ...{ call: '1.0.0', tool: 'mail_post', title: 'Send a mail', onServer: true, siteTool: false, hash: 'h1' },
      ...{ args: { to: 'me' }, scopes: ['once'], editable: [], why: ['server', 'tool'] },
      expiresAt: clock.now() + 60_000,
    });
    expect(agent.decide('1.0.0', 'once', new MouseEvent('click'))).to.equal(false);
    agent.decide('1.0.0', 'once', trustedClick());
    agent.decide('1.0.0', 'once', trustedClick());
    await settled();
    expect(answers(harness)).to.deep.equal([yes]);
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 running');
  });

  it('tells the server when the person takes more time, and not that it asks', async () => {
    const { harness, agent, clock } = typedTurn();
    await ask(harness);
    expect(answers(harness)).to.deep.equal([]);
    clock.advance(45_000);
    agent.extend('1.0.0');
    const status = { state: 'asking', remainingMs: 60_000 };
    expect(answers(harness)).to.deep.equal([{ type: 'tool.status', call: '1.0.0', status }]);
  });

  it('shows its outcome, and what the conversation has read by it', async () => {
    const { harness, agent, server } = typedTurn();
    await ask(harness);
    agent.decide('1.0.0', 'once', trustedClick());
    await settled();
    const settledCall = {
      type: 'tool.settled',
      turn: 1,
      call: '1.0.0',
      name: 'mail_post',
      args: { to: 'me' },
    } as const;
    const taint = { untrusted: ['mail_post'], sensitive: [] };
    server.socket.say({ ...settledCall, result: { ok: true, value: 'sent' }, taint });
    expect(rows(harness).at(-1)).to.equal('call 1.0.0 done');
    expect(agent.snapshot.taint).to.deep.equal(taint);
    expect(agent.record?.list()[0]).to.include({ tool: 'mail_post', from: 'server', by: 'person', outcome: 'done' });
  });

  it('brings in a stranger’s words by its failure, too, even before the page has loaded what runs tools', async () => {
    const { agent, server } = typedTurn();
    const settledCall = { type: 'tool.settled', turn: 1, call: '1.0.0', name: 'mail_read', args: {} } as const;
    const error = { code: 'not_found', message: 'There is no mail that says: obey me.' } as const;
    const taint = { untrusted: ['mail_read'], sensitive: [] };
    server.socket.say({ ...settledCall, result: { ok: false, error }, taint });
    await settled();
    expect(agent.snapshot.taint).to.deep.equal(taint);
  });

  it('is answered with no when the person says so, when nobody answers, and when the site denies it', async () => {
    const no = { ...yes, decision: 'denied' };
    const denied = typedTurn();
    await ask(denied.harness);
    denied.agent.decide('1.0.0', 'denied', trustedClick());
    await settled();
    expect(answers(denied.harness)).to.deep.equal([no]);
    expect(rows(denied.harness).at(-1)).to.equal('call 1.0.0 denied');

    const late = typedTurn();
    await ask(late.harness);
    late.clock.advance(60_000);
    await settled();
    expect(answers(late.harness)).to.deep.equal([no]);

    const forbidden = typedTurn({ deny: 'mail_*' });
    await ask(forbidden.harness);
    expect(forbidden.agent.snapshot.asks).to.deep.equal([]);
    expect(answers(forbidden.harness)).to.deep.equal([no]);
  });

  it('T8: is asked about once for a nonce; an answer that was lost is said again as it was', async () => {
    const { harness, agent, server, clock } = typedTurn();
    await ask(harness);
    await ask(harness);
    expect(agent.snapshot.asks).to.have.length(1);
    agent.decide('1.0.0', 'once', trustedClick());
    await settled();
    server.socket.end(1006);
    clock.advance(125);
    server.welcome({ resumed: true });
    await ask(harness);
    expect(agent.snapshot.asks).to.deep.equal([]);
    expect(answers(harness)).to.deep.equal([yes]);
  });

  it('is asked about anew under another nonce: no yes is carried over', async () => {
    const { harness, agent } = typedTurn();
    await ask(harness);
    await ask(harness, { nonce: 'n2', hash: 'h2', args: { to: 'eve' } });
    expect(agent.snapshot.asks.map(({ hash }) => hash)).to.deep.equal(['h2']);
    agent.decide('1.0.0', 'once', trustedClick());
    await settled();
    expect(answers(harness)).to.deep.equal([{ ...yes, nonce: 'n2', hash: 'h2' }]);
  });

  it('is not asked about any more when the server gives up, the person stops, or the turn is another', async () => {
    const cancelled = typedTurn();
    await ask(cancelled.harness);
    cancelled.server.socket.say({ type: 'tool.cancel', call: '1.0.0', reason: 'timeout' });
    await settled();
    const stopped = typedTurn();
    await ask(stopped.harness);
    stopped.agent.stop();
    await settled();
    const other = typedTurn();
    await ask(other.harness, { turn: 7, call: '7.0.0' });
    for (const { harness, agent } of [cancelled, stopped, other]) {
      expect(agent.snapshot.asks).to.deep.equal([]);
      expect(answers(harness)).to.deep.equal([]);
    }
    expect(rows(cancelled.harness).at(-1)).to.equal('call 1.0.0 timed-out');
  });

  it('shows the question at a call that had begun to tell of itself (042)', async () => {
    const { harness, server } = typedTurn();
    server.socket.say({ type: 'turn.text', turn: 1, round: 0, attempt: 1, text: 'Half of it is done.' });
    await ask(harness);
    expect(rows(harness).slice(1)).to.deep.equal(['agent Half of it is done.', 'call 1.0.0 asking']);
  });
});
