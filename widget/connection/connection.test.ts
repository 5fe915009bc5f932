import { expect } from '@open-wc/testing';
import { deferred } from '../../shared/deferred.ts';
import { AgentError } from '../../shared/errors.ts';
import type { ServerMessage } from '../../shared/protocol.ts';
import { FakeClock } from '../tab/fake-clock.fixture.ts';
import { settled } from '../tab/settled.fixture.ts';
import type { ConnectionOptions, Pulse } from './connection-options.ts';
import { Connection } from './connection.ts';
import { Credentials } from './credentials.ts';
import { FakeServer } from './fake-server.fixture.ts';
import type { Failure } from './failure.ts';
import type { OpenSocket } from './socket.ts';

const url = new URL('wss://agent.example.com/agent');

interface Change {
  readonly openSocket?: OpenSocket;
  readonly prepare?: ConnectionOptions['prepare'];
  readonly hasTickets?: boolean;
}

function setUp({ openSocket, prepare = () => undefined, hasTickets = false }: Change = {}) {
  const credentials = new Credentials();
  const server = new FakeServer();
  const clock = new FakeClock();
  const messages: ServerMessage[] = [];
  const phases: string[] = [];
  const failures: Failure[] = [];
  const connection = new Connection({
    credentials,
    prepare,
    hasTickets: () => hasTickets,
    hello: () => ({
      tab: 'tab',
      page: 'page',
      ledger: 'l',
      calls: [],
      locale: 'en',
      builtins: ['speak'],
      pageTools: [],
    }),
    onMessage: (message) => messages.push(message),
    onState: ({ phase }) => phases.push(phase),
    onFailure: (failure) => failures.push(failure),
    openSocket: openSocket ?? server.openSocket,
    clock,
    random: () => 0.5,
  });
  return { connection, credentials, server, clock, messages, phases, failures };
}

describe('the connection', () => {
  it('says hello first and is open with the welcome', () => {
    const { connection, server, messages, phases } = setUp();
    connection.open(url);
    server.socket.accept();
    expect(server.socket.subProtocol).to.equal('headless-agent.v1');
    expect(server.socket.received).to.deep.equal([
      {
        type: 'hello',
        version: 1,
        tab: 'tab',
        page: 'page',
        ledger: 'l',
        calls: [],
        locale: 'en',
        builtins: ['speak'],
        pageTools: [],
      },
    ]);
    expect(connection.isOpen).to.equal(false);
    server.welcome();
    expect(phases).to.deep.equal(['connecting', 'open']);
    expect(messages.map(({ type }) => type)).to.deep.equal(['welcome']);
  });

  it('sends nothing before the welcome', () => {
    const { connection, server } = setUp();
    connection.open(url);
    server.socket.accept();
    expect(connection.send({ type: 'turn.cancel', turn: 1 })).to.equal(false);
    expect(server.socket.heard).to.deep.equal(['hello']);
  });

  it('comes back after a cut and takes the session up where it was', () => {
    const { connection, server, clock, phases } = setUp();
    connection.open(url);
    server.welcome().say({ type: 'turn.started', at: '7', turn: 1, message: 'm1' });
    server.socket.say({ type: 'turn.text', turn: 1, round: 0, attempt: 0, text: 'Hi' });
    server.socket.end(1006);
    expect(connection.state).to.deep.equal({ phase: 'lost', attempt: 1, retryAt: clock.now() + 125 });
    clock.advance(125);
    server.socket.accept();
    expect(server.socket.received[0]).to.deep.include({ resume: { session: 's1', token: 't1', after: '7' } });
    server.welcome({ token: 't2', resumed: true });
    expect(phases).to.deep.equal(['connecting', 'open', 'lost', 'connecting', 'open']);
    server.socket.end(1006);
    clock.advance(500);
    server.socket.accept();
    expect(server.socket.received[0]).to.deep.include({ resume: { session: 's1', token: 't2', after: '7' } });
  });

  it('forgets the place in a session that could not be taken up', () => {
    const { connection, server, clock } = setUp();
    connection.open(url);
    server.welcome().say({ type: 'turn.started', at: '7', turn: 1, message: 'm1' });
    server.socket.end(1006);
    clock.advance(125);
    server.welcome({ session: 's2' }).end(1006);
    clock.advance(500);
    server.socket.accept();
    expect(server.socket.received[0]).to.deep.include({ resume: { session: 's2', token: 't1' } });
  });

  it('waits longer after each failure and begins anew after a socket that held', () => {
    const { connection, server, clock } = setUp();
    const waits: number[] = [];
    connection.open(url);
    const fail = (): void => {
      server.socket.end(1006);
      const { state } = connection;
      const wait = state.phase === 'lost' ? state.retryAt - clock.now() : -1;
      waits.push(wait);
      clock.advance(wait);
    };
    for (let n = 0; n < 8; n += 1) fail();
    server.welcome();
    fail();
    server.welcome();
    clock.advance(30_000);
    fail();
    fail();
    expect(waits).to.deep.equal([125, 250, 500, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 125, 250]);
  });

  for (const code of [4400, 4401, 4403, 4406, 4409]) {
    it(`does not come back after ${code}`, () => {
      const { connection, server, clock } = setUp();
      connection.open(url);
      server.welcome().end(code, 'why');
      expect(connection.state).to.include({ phase: 'refused', code });
      expect(clock.pending).to.equal(0);
    });
  }

  it('comes back once after 4413', () => {
    const { connection, server, clock } = setUp();
    connection.open(url);
    server.welcome().end(4413);
    expect(connection.state.phase).to.equal('lost');
    clock.advance(125);
    server.welcome({ resumed: true }).end(4413);
    expect(connection.state.phase).to.equal('refused');
  });

  it('tries at once when the person or the network asks for it', () => {
    const { connection, server, clock } = setUp();
    connection.open(url);
    server.welcome().end(1006);
    connection.retryNow();
    expect(server.sockets).to.have.length(2);
    clock.advance(60_000);
    expect(server.sockets.filter(({ closedWith }) => closedWith === undefined)).to.have.length(2);
  });

  it('has an open socket looked at when the network has changed beneath it', () => {
    const { connection, server } = setUp();
    const told: string[] = [];
    connection.open(url);
    server.welcome();
    connection.follow(pulse(told));
    connection.renew();
    expect(server.sockets).to.have.length(1);
    expect(told).to.deep.equal(['opened', 'check']);
  });

  it('tells its pulse of all that comes and goes', () => {
    const { connection, server, clock } = setUp();
    const told: string[] = [];
    connection.follow(pulse(told));
    connection.open(url);
    server.welcome().say({ type: 'ack' });
    connection.send({ type: 'turn.cancel', turn: 1 });
    connection.send({ type: 'ack' });
    server.socket.end(1006);
    clock.advance(125);
    expect(told.filter((word, at) => word !== told[at - 1])).to.deep.equal([
      ...['closed', 'opened', 'heard', 'sending', 'heard', 'closed'],
    ]);
  });

  it('leaves a dead socket without waiting for it to close (053)', () => {
    const { connection, server, clock } = setUp();
    connection.open(url);
    const dead = server.welcome();
    connection.giveUp();
    expect(dead.closedWith).to.equal(1000);
    clock.advance(125);
    server.welcome({ resumed: true });
    dead.end(1006);
    expect(connection.isOpen).to.equal(true);
  });

  it('does not try while it is paused, and tries at once when it is renewed', () => {
    const { connection, server, clock } = setUp();
    connection.open(url);
    server.welcome().end(1006);
    connection.pause();
    clock.advance(600_000);
    expect(server.sockets).to.have.length(1);
    connection.renew();
    expect(server.sockets).to.have.length(2);
  });

  it('comes back when the server has said, once', () => {
    const { connection, server, clock } = setUp();
    connection.open(url);
    server.welcome();
    connection.returnIn(900);
    server.socket.end(1012);
    expect(connection.state).to.include({ phase: 'lost', retryAt: clock.now() + 900 });
    clock.advance(900);
    server.socket.end(1006);
    expect(connection.state).to.include({ retryAt: clock.now() + 250 });
  });

  it('does not accept a welcome of a server that has lost the session since', () => {
    const { connection, server, clock } = setUp();
    connection.open(url);
    server.welcome({ epoch: 3 }).end(1006);
    clock.advance(125);
    const old = server.welcome({ epoch: 2, resumed: true });
    expect(old.closedWith).to.equal(1000);
    expect(connection.state.phase).to.equal('lost');
    clock.advance(250);
    server.welcome({ epoch: 4, resumed: true });
    expect(connection.isOpen).to.equal(true);
  });

  it('opens a socket only when what it needs is there', async () => {
    const ready = deferred<void>();
    const { connection, server } = setUp({ prepare: () => ready.promise });
    connection.open(url);
    expect(server.sockets).to.have.length(0);
    ready.resolve();
    await settled();
    expect(server.sockets).to.have.length(1);
  });

  it('does not open what was closed while it got ready', async () => {
    const ready = deferred<void>();
    const { connection, server } = setUp({ prepare: () => ready.promise });
    connection.open(url);
    connection.close();
    ready.resolve();
    await settled();
    expect(server.sockets).to.have.length(0);
  });

  it('tries again when what it needs did not come, and is refused when it will not', async () => {
    const ends: (() => Promise<void>)[] = [
      () => Promise.reject(new TypeError('network')),
      () => Promise.reject(new AgentError('ticket_refused', 'No ticket.')),
    ];
    const { connection, clock } = setUp({ prepare: () => ends.shift()?.() });
    connection.open(url);
    await settled();
    expect(connection.state.phase).to.equal('lost');
    clock.advance(125);
    await settled();
    expect(connection.state).to.deep.equal({ phase: 'refused', code: 4401, reason: 'No ticket.' });
  });

  it('tries one more ticket after one was refused, and not a third', () => {
    const codes: (number | undefined)[] = [];
    const prepare = (code: number | undefined): undefined => void codes.push(code);
    const { connection, server, clock } = setUp({ prepare, hasTickets: true });
    connection.open(url);
    server.socket.end(4401);
    clock.advance(125);
    expect(codes).to.deep.equal([undefined, 4401]);
    server.socket.end(4401);
    expect(connection.state).to.include({ phase: 'refused', code: 4401 });
  });

  it('hears nothing of a socket that it has left (053)', () => {
    const { connection, server, messages, failures } = setUp();
    connection.open(url);
    const old = server.welcome();
    connection.restart();
    server.welcome({ resumed: true });
    old.say({ type: 'turn.started', at: '9', turn: 1, message: 'm1' });
    old.end(1006);
    expect(messages.map(({ type }) => type)).to.deep.equal(['welcome', 'welcome']);
    expect(failures).to.deep.equal([]);
    expect(connection.isOpen).to.equal(true);
  });

  it('gives up a socket on which no welcome comes', () => {
    const { connection, server, clock } = setUp();
    connection.open(url);
    const first = server.socket;
    first.accept();
    clock.advance(10_000);
    expect(first.closedWith).to.equal(1000);
    expect(connection.state.phase).to.equal('lost');
  });

  for (const [what, frame] of [
    ['is not JSON', '{'],
    ['is binary', new ArrayBuffer(4)],
    ['is unknown', '{"type":"nonsense"}'],
    ['has a field too many', '{"type":"notice","kind":"limit","message":"","more":1}'],
  ] as const) {
    it(`ends a socket whose frame ${what}, and does not come back for more`, () => {
      const { connection, server, failures } = setUp();
      connection.open(url);
      server.welcome().sayRaw(frame);
      expect(server.socket.closedWith).to.equal(4400);
      expect(connection.state.phase).to.equal('refused');
      expect(failures).to.have.length(1);
    });
  }

  it('answers too_large instead of sending a frame that would end the socket', () => {
    const { connection, server } = setUp();
    connection.open(url);
    server.welcome();
    const value = 'é'.repeat(600_000);
    expect(connection.send({ type: 'tool.result', call: '1.0.0', result: { ok: true, value } })).to.equal(true);
    expect(server.socket.received.at(-1)).to.deep.equal({
      type: 'tool.result',
      call: '1.0.0',
      result: {
        ok: false,
        error: { code: 'too_large', message: 'The tool ran to its end, but its result is larger than a frame may be.' },
      },
    });
  });

  it('is refused when the browser throws at the URL', () => {
    const openSocket = (): never => {
      throw new DOMException('insecure', 'SecurityError');
    };
    const { connection, failures } = setUp({ openSocket });
    connection.open(url);
    expect(connection.state).to.include({ phase: 'refused', code: 0 });
    expect(failures[0]?.kind).to.equal('forbidden');
  });

  it('leaves no socket and no timer when it is closed', () => {
    const { connection, server, clock } = setUp();
    connection.open(url);
    server.welcome();
    connection.close();
    expect(server.socket.closedWith).to.equal(1000);
    expect(connection.state.phase).to.equal('idle');
    expect(clock.pending).to.equal(0);
  });

  it('keeps its socket when it is opened again at the same place', () => {
    const { connection, server } = setUp();
    connection.open(url);
    server.welcome();
    connection.open(new URL(url));
    expect(server.sockets).to.have.length(1);
  });

  it('says hello anew when it is told to', () => {
    const { connection, credentials, server } = setUp();
    connection.open(url);
    server.welcome();
    credentials.clear();
    connection.restart();
    server.socket.accept();
    expect(server.sockets).to.have.length(2);
    expect(server.socket.received[0]).to.not.have.property('resume');
    expect(server.socket.received[0]).to.deep.include({ forget: { session: 's1', token: 't1' } });
  });
});

function pulse(told: string[]): Pulse {
  const note = (word: string) => (): void => void told.push(word);
  const [opened, heard, sending] = [note('opened'), note('heard'), note('sending')];
  return { opened, heard, sending, closed: note('closed'), check: note('check') };
}
