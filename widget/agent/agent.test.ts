import { expect } from '@open-wc/testing';
import { waitUntil } from '../../scripts/wtr/wait-until.ts';
import { AgentError } from '../../shared/errors.ts';
import type { SiteTool } from '../registry/site-tool.ts';
import { settled } from '../tab/settled.fixture.ts';
import { beginTurn, callTool, rows, startAgent, trustedClick, type Harness } from './harness.fixture.ts';

const cart: SiteTool = { name: 'cart_add', description: 'Add.', ask: false, execute: () => 'added' };
const settings = { server: '/agent', tools: '*', ask: '', deny: '', persist: 'none' } as const;

const chunkMs = 15_000;

function details({ events }: Harness, name: string): unknown[] {
  return events.filter((event) => event.name === name).map(({ detail }) => detail);
}

/** A tool is offered once the chunk that reads its schema has come over the network. */
async function offersCart({ server }: Harness): Promise<string> {
  const offered = () => {
    const last = server.socket.received.at(-1);
    return last && 'pageTools' in last ? last.pageTools[0]?.definition : undefined;
  };
  await waitUntil(offered, 'The tool was not offered.', { timeout: chunkMs });
  return offered() ?? '';
}

describe('the agent', () => {
  it('is ready with the first welcome and says so', async () => {
    const harness = startAgent();
    harness.server.welcome({ tools: ['speak'] });
    await harness.agent.ready;
    expect(details(harness, 'ha-ready')).to.deep.equal([{ tools: ['speak'], model: 'Rehearsal', rehearsal: true }]);
    expect(details(harness, 'ha-status')).to.deep.equal([{ status: 'connecting' }, { status: 'ready' }]);
  });

  it('says in its hello what it has', () => {
    const { server } = startAgent();
    server.socket.accept();
    expect(server.socket.url.href).to.equal('wss://shop.example.com/agent');
    expect(server.socket.received[0]).to.deep.include({ tab: 'tab', page: 'page', locale: 'en', pageTools: [] });
    expect(server.socket.received[0]).to.deep.include({ builtins: ['speak', 'clipboard_write'] });
  });

  it('says each message once on both sides', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { end } = beginTurn(harness);
    harness.server.socket.say({ type: 'turn.text', turn: 1, round: 0, attempt: 0, text: 'Hi.' });
    harness.server.socket.say({ type: 'turn.ended', turn: 1, reason: 'answered' });
    await end;
    expect(details(harness, 'ha-message')).to.deep.equal([
      { role: 'user', text: 'Hello' },
      { role: 'agent', text: 'Hi.' },
    ]);
  });

  it('lets the page keep a message from being sent', async () => {
    const harness = startAgent();
    harness.server.welcome();
    harness.vetoes.add('ha-send');
    const error = await harness.agent.send('Hello').catch((thrown: unknown) => thrown);
    expect(AgentError.is(error) && error.code).to.equal('turn_cancelled');
    expect(harness.server.socket.heard).to.deep.equal(['hello']);
    expect(rows(harness)).to.deep.equal([]);
  });

  it('offers a tool of the site, runs it, and takes it back', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const remove = harness.agent.registerTool(cart);
    const definition = await offersCart(harness);
    beginTurn(harness);
    const call = { type: 'tool.call', turn: 1, call: '1.0.0', name: 'cart_add', args: {}, definition } as const;
    harness.server.socket.say(call);
    await settled();
    harness.agent.decide('1.0.0', 'once', trustedClick());
    await settled();
    expect(harness.server.socket.received.at(-1)).to.deep.include({ result: { ok: true, value: 'added' } });
    remove();
    await settled();
    expect(harness.server.socket.received.at(-1)).to.deep.include({ type: 'tools.changed', pageTools: [] });
  });

  it('tells of a change that a tool made before it tells the result (031)', async () => {
    const harness: Harness = startAgent({
      run: async () => harness.agent.configure({ ...settings, tools: 'speak' }),
    });
    harness.server.welcome();
    beginTurn(harness);
    await callTool(harness, 'speak');
    expect(harness.server.socket.heard.slice(-2)).to.deep.equal(['tools.changed', 'tool.result']);
  });

  it('asks and denies as the page says', async () => {
    const harness = startAgent();
    harness.agent.configure({ ...settings, ask: 'speak', deny: 'clipboard_write' });
    harness.server.welcome();
    beginTurn(harness);
    await callTool(harness, 'speak');
    await callTool(harness, 'clipboard_write', '1.0.1');
    expect(rows(harness).slice(1)).to.deep.equal(['call 1.0.0 asking', 'call 1.0.1 denied']);
  });

  it('keeps its socket when it is only moved', () => {
    const { agent, server, clock } = startAgent();
    server.welcome();
    agent.disconnect();
    agent.connect();
    clock.advance(1_000);
    expect(server.sockets).to.have.length(1);
    expect(server.socket.closedWith).to.equal(undefined);
  });

  it('leaves nothing behind when it is removed, and takes the session up when it is back', async () => {
    const harness = startAgent();
    const { agent, server, clock, page } = harness;
    server.welcome();
    const { end } = beginTurn(harness);
    await callTool(harness, 'clipboard_write');
    agent.disconnect();
    clock.advance(100);
    expect(AgentError.is(await end)).to.equal(true);
    expect(server.socket.heard).to.include('turn.cancel');
    expect(server.socket.closedWith).to.equal(1000);
    expect(clock.pending).to.equal(0);
    expect(agent.snapshot.asks).to.deep.equal([]);
    page.dispatchEvent(new Event('online'));
    expect(server.sockets).to.have.length(1);
    agent.connect();
    server.socket.accept();
    expect(server.socket.received[0]).to.have.property('resume');
  });

  it('reconnects when the network is back', () => {
    const { server, page } = startAgent();
    server.welcome().end(1006);
    page.dispatchEvent(new Event('online'));
    expect(server.sockets).to.have.length(2);
  });

  it('begins anew when it is cleared', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { end } = beginTurn(harness);
    harness.agent.clear();
    expect(AgentError.is(await end)).to.equal(true);
    expect(rows(harness)).to.deep.equal([]);
    harness.server.welcome({ session: 's2' });
    expect(harness.server.socket.received[0]).to.not.have.property('resume');
    expect(rows(harness)).to.deep.equal([]);
    expect(harness.agent.snapshot).to.include({ working: false });
  });

  it('keeps what is shown when the server has forgotten the conversation, and says so', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { end } = beginTurn(harness);
    harness.server.socket.say({ type: 'turn.text', turn: 1, round: 0, attempt: 0, text: 'Hi.' });
    harness.server.socket.say({ type: 'turn.ended', turn: 1, reason: 'answered' });
    await end;
    harness.server.socket.end(1006);
    harness.clock.advance(125);
    harness.server.welcome({ session: 's2' });
    beginTurn(harness);
    harness.server.socket.say({ type: 'turn.text', turn: 1, round: 0, attempt: 0, text: 'Hello again.' });
    expect(rows(harness)).to.deep.equal([
      'user Hello sent',
      'agent Hi.',
      'note info The server no longer has this conversation. What follows is a new one.',
      'user Hello sent',
      'agent Hello again.',
    ]);
  });

  it('ends the turn with one note when the page changes to another server (034)', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { end } = beginTurn(harness);
    harness.agent.configure({ ...settings, server: 'wss://other.example.com/agent' });
    expect(AgentError.is(await end)).to.equal(true);
    harness.server.welcome({ session: 's2' });
    expect(harness.server.socket.url.host).to.equal('other.example.com');
    expect(harness.server.socket.received[0]).to.not.have.property('resume');
    expect(rows(harness)).to.deep.equal(['user Hello sent', 'note info The page has changed to another server.']);
  });

  it('says what is wrong with the server attribute', () => {
    const harness = startAgent();
    harness.agent.configure({ ...settings, server: 'ftp://agent.example.com' });
    expect(harness.warnings.join()).to.match(/can not be connected to/);
    expect(harness.agent.snapshot.connection.phase).to.equal('refused');
  });

  it('ends the turn when the server refuses the page, and refuses further messages', async () => {
    const harness = startAgent();
    harness.server.welcome();
    const { end } = beginTurn(harness);
    harness.server.socket.end(4409, 'taken over');
    const error = await end;
    expect(AgentError.is(error) && error.code).to.equal('taken_over');
    const next = await harness.agent.send('Hello?').catch((thrown: unknown) => thrown);
    expect(AgentError.is(next) && next.code).to.equal('taken_over');
    expect(details(harness, 'ha-error')).to.have.length(1);
  });

  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'fulfilled',
      (error: unknown) => (AgentError.is(error) ? error.code : error),
    );

  it('is never ready when it is refused, says why, and can get ready at another try', async () => {
    const { agent, server } = startAgent();
    const waiting = agent.ready;
    server.socket.end(4403, 'origin');
    expect(await codeOf(waiting)).to.equal('origin_refused');
    expect(await codeOf(agent.ready)).to.equal('origin_refused');
    agent.retryNow();
    const again = agent.ready;
    server.welcome();
    expect(await codeOf(again)).to.equal('fulfilled');
    server.socket.end(4409);
    expect(await codeOf(agent.ready)).to.equal('taken_over');
  });

  it('rejects nothing aloud when nobody listens', async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = (event: PromiseRejectionEvent): number => unhandled.push(event.reason);
    addEventListener('unhandledrejection', onUnhandled);
    const { agent, server } = startAgent();
    server.welcome();
    agent.say('Hello');
    server.socket.end(4403);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    removeEventListener('unhandledrejection', onUnhandled);
    expect(unhandled).to.deep.equal([]);
  });

  it('stays refused when the network comes back, and begins anew when it is cleared', () => {
    for (const code of [4400, 4403, 4406, 4409]) {
      const { agent, server, page } = startAgent();
      server.welcome().end(code);
      page.dispatchEvent(new Event('online'));
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
      expect(server.sockets).to.have.length(1);
      agent.clear();
      server.welcome({ session: 's2' });
      expect(server.socket.received[0]).to.not.have.property('resume');
      expect(agent.snapshot.connection.phase).to.equal('open');
    }
  });

  it('tries again when the person asks for it', () => {
    const { agent, server } = startAgent();
    server.welcome().end(4403);
    agent.retryNow();
    expect(server.sockets).to.have.length(2);
  });

  it('makes a new snapshot for each change and tells of it', async () => {
    const harness = startAgent();
    const before = harness.agent.snapshot;
    const count = harness.changes();
    harness.server.welcome();
    expect(harness.agent.snapshot).to.not.equal(before);
    expect(harness.changes()).to.be.greaterThan(count);
  });

  it('passes on what the server has to say', () => {
    const harness = startAgent();
    harness.server.welcome().say({ type: 'notice', kind: 'limit', message: 'Some was lost.' });
    harness.server.socket.say({ type: 'notice', kind: 'going_away', message: 'The server restarts.' });
    expect(rows(harness)).to.deep.equal(['note info Some was lost.']);
  });

  it('ignores a decision about nothing', () => {
    const { agent } = startAgent();
    expect(() => agent.decide('9.9.9', 'once', trustedClick())).to.not.throw();
  });
});
