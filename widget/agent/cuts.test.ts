import { expect } from '@open-wc/testing';
import { deferred } from '../../shared/deferred.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import { consoleErrors } from '../connection/console.fixture.ts';
import { settled } from '../tab/settled.fixture.ts';
import { beginTurn, callTool, leave, rows, startAgent, type Harness } from './harness.fixture.ts';
import { browser, firstPage, hello, reload } from './page-loads.fixture.ts';

const started = { type: 'turn.started', at: '1', turn: 1, message: 'm1', text: 'Copy it' } as const;
const ended = { type: 'turn.ended', at: '9', turn: 1, reason: 'answered' } as const;
const settledCall = {
  ...{ turn: 1, name: 'speak', args: {} },
  type: 'tool.settled',
  result: { ok: true, value: 1 },
} as const;
const text = { type: 'turn.text', turn: 1, round: 1, attempt: 1 } as const;

/** What the server heard of calls on all sockets. */
function results({ server }: Harness): ToolResult[] {
  const said = server.sockets.flatMap(({ received }) => received);
  return said.flatMap((message) => (message.type === 'tool.result' ? [message.result] : []));
}

function viewed() {
  const view = Object.assign(new EventTarget(), { hidden: false, become });
  function become(hidden: boolean): void {
    view.hidden = hidden;
    view.dispatchEvent(new Event('visibilitychange'));
  }
  return view;
}

function back({ server, clock }: Harness, waitMs = 125): void {
  clock.advance(waitMs);
  server.welcome({ resumed: true });
}

describe('a page whose conversation is at rest', () => {
  it('says nothing for hours, whatever happens around it (021)', async () => {
    const view = viewed();
    const harness = startAgent({ parts: { view } });
    const { server, clock, page } = harness;
    server.welcome();
    beginTurn(harness);
    await callTool(harness, 'speak');
    server.socket.say(ended);
    const events = [
      () => page.dispatchEvent(new Event('online')),
      () => page.dispatchEvent(new Event('offline')),
      () => page.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      () => view.become(true),
      () => view.become(false),
    ];
    for (let minute = 0; minute < 360; minute += 1) {
      clock.advance(60_000);
      events[minute % events.length]?.();
      if (minute % 50 === 49) {
        server.socket.end(1006);
        back(harness);
      }
      await settled();
    }
    const said = server.sockets.flatMap(({ heard }) => heard).filter((type) => type !== 'ack' && type !== 'hello');
    expect(said).to.deep.equal(['user.message', 'tool.result']);
  });
});

describe('a cut around the end of a tool', () => {
  for (let ticks = 0; ticks < 20; ticks += 1) {
    it(`${ticks} steps after its effect runs it once and brings its result (026)`, async () => {
      let runs = 0;
      const body = deferred<unknown>();
      const harness = startAgent({
        run: () => {
          runs += 1;
          return body.promise;
        },
      });
      harness.server.welcome();
      beginTurn(harness);
      await callTool(harness, 'speak');
      body.resolve('done');
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      harness.server.socket.end(1006);
      await settled();
      back(harness);
      await callTool(harness, 'speak');
      expect(runs).to.equal(1);
      const last = harness.server.socket.received.findLast(({ type }) => type === 'tool.result');
      expect(last).to.deep.equal({ type: 'tool.result', call: '1.0.0', result: { ok: true, value: 'done' } });
    });
  }
});

describe('a frame that is too large for something on the way', () => {
  for (const code of [1009, 4413]) {
    it(`ends a socket with ${code}, and is not sent again: the server hears why, and the turn goes on (036)`, async () => {
      const harness = startAgent({ run: async () => 'x'.repeat(30_000) });
      harness.server.welcome();
      const { end } = beginTurn(harness);
      await callTool(harness, 'speak');
      const first = harness.server.socket;
      expect(JSON.stringify(first.received).length).to.be.greaterThan(30_000);
      first.end(code);
      back(harness);
      expect(JSON.stringify(harness.server.socket.received).length).to.be.lessThan(2_000);
      expect(results(harness).at(-1)).to.have.nested.property('error.code', 'too_large');
      harness.server.socket.say({ ...text, text: 'It was too much.' });
      harness.server.socket.say(ended);
      expect(await end).to.equal('It was too much.');
    });
  }

  it('that comes long after another is no worse than the first', async () => {
    const harness = startAgent({ run: async () => 'x'.repeat(30_000) });
    for (const turn of [1, 2, 3]) {
      if (turn === 1) harness.server.welcome();
      beginTurn(harness, turn);
      await callTool(harness, 'speak', `${turn}.0.0`, turn);
      harness.clock.advance(30_000);
      harness.server.socket.end(1009);
      back(harness);
      harness.server.socket.say({ ...ended, turn });
    }
    expect(harness.agent.snapshot.connection.phase).to.equal('open');
  });
});

describe('a link that is dead without a word', () => {
  it('is left for a new one that takes the message; what the old one says later counts for nothing (052, 053)', async () => {
    const harness = startAgent();
    const { server, clock, agent } = harness;
    server.welcome();
    await settled();
    const old = server.socket;
    server.answersAcks = false;
    clock.advance(15_001);
    void agent.send('Hello');
    const message = old.received.at(-1);
    expect(old.heard.at(-1)).to.equal('user.message');
    clock.advance(10_000);
    expect(old.closedWith).to.equal(1000);
    server.answersAcks = true;
    back(harness);
    old.say({ ...text, text: 'Late.' });
    old.end(1006);
    expect(server.sockets).to.have.length(2);
    expect(server.socket.received.filter(({ type }) => type === 'user.message')).to.deep.equal([message]);
    expect(rows(harness)).to.deep.equal(['user Hello waiting']);
    expect(agent.snapshot.connection.phase).to.equal('open');
  });

  for (const [what, wake] of [
    ['the network is back', ({ page }: Harness) => page.dispatchEvent(new Event('online'))],
    [
      'the browser brings the page back',
      ({ page }: Harness) => page.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    ],
    ['the machine wakes up', ({ clock }: Harness) => clock.advance(0)],
    ['the person looks at the page again', (_: Harness, view: ReturnType<typeof viewed>) => view.become(false)],
  ] as const) {
    it(`is found out within 5 s after ${what}, though the socket says that it is open (054)`, async () => {
      const view = viewed();
      const harness = startAgent({ parts: { view } });
      harness.server.welcome();
      await settled();
      harness.server.answersAcks = false;
      harness.clock.sleep(600_000);
      wake(harness, view);
      expect(harness.server.socket.heard.at(-1)).to.equal('ack');
      harness.clock.advance(5_000);
      expect(harness.agent.snapshot.connection.phase).to.equal('lost');
      back(harness);
      expect(harness.agent.snapshot.connection.phase).to.equal('open');
    });
  }

  it('is looked at, and kept, when somebody is there after all (054)', async () => {
    const harness = startAgent();
    harness.server.welcome();
    await settled();
    harness.clock.sleep(600_000);
    harness.page.dispatchEvent(new Event('online'));
    harness.clock.advance(5_000);
    expect(harness.server.sockets).to.have.length(1);
    expect(harness.agent.snapshot.connection.phase).to.equal('open');
  });
});

describe('a page that comes back in the middle of a turn', () => {
  it('says so first on its socket, is busy at once, and can stop the turn (056)', async () => {
    const { load } = browser();
    await firstPage(load);
    const harness = load();
    await settled();
    harness.clock.advance(500);
    expect(harness.server.socket.received).to.deep.equal([]);
    harness.server.socket.accept();
    expect(harness.server.socket.heard).to.deep.equal(['hello']);
    expect(hello(harness)).to.deep.include({ resume: { session: 's1', token: 't1' } });
    harness.server.welcome({ token: 't2', epoch: 2, resumed: true });
    harness.server.socket.say(started);
    harness.server.socket.say({ type: 'ack' });
    expect(harness.agent.snapshot.working).to.equal(true);
    harness.agent.stop();
    expect(harness.server.socket.received.at(-1)).to.deep.equal({ type: 'turn.cancel', turn: 1 });
    expect(harness.agent.snapshot.working).to.equal(false);
  });

  it('shows each call with its outcome and runs none of them (020)', async () => {
    let runs = 0;
    const { load } = browser();
    await firstPage(load);
    const run = async (): Promise<number> => (runs += 1);
    const past = ['1.1.0', '1.1.1', '1.1.2'].map((call) => ({ ...settledCall, at: `c${call}`, call }));
    const harness = await reload(() => load({}, {}, run), [started, ...past, ended]);
    await settled();
    expect(rows(harness)).to.deep.equal(['user Copy it sent', ...past.map(({ call }) => `call ${call} done`)]);
    expect(runs).to.equal(0);
  });
});

describe('text over a cut', () => {
  const words = 'One two three, four five six.';
  for (let cut = 0; cut <= words.length; cut += 1) {
    it(`after ${cut} letters is the very text that the server has (057)`, async () => {
      const harness = startAgent();
      harness.server.welcome();
      beginTurn(harness);
      for (const letter of words.slice(0, cut)) harness.server.socket.say({ ...text, text: letter });
      harness.server.socket.end(1006);
      back(harness);
      const heardBack = Math.min(words.length, cut + 3);
      harness.server.socket.say({ ...text, text: words.slice(0, heardBack), whole: true });
      for (const letter of words.slice(heardBack)) harness.server.socket.say({ ...text, text: letter });
      harness.server.socket.say(ended);
      expect(rows(harness)).to.deep.equal(['user Hello sent', `agent ${words}`]);
    });
  }
});

describe('the session of a page', () => {
  it('is the same over five reloads (060)', async () => {
    const { load } = browser();
    await firstPage(load);
    for (let epoch = 2; epoch < 7; epoch += 1) {
      const harness = load();
      await settled();
      harness.server.socket.accept();
      expect(hello(harness)).to.deep.include({ resume: { session: 's1', token: `t${epoch - 1}` } });
      harness.server.welcome({ token: `t${epoch}`, epoch, resumed: true });
      harness.server.socket.say({ type: 'ack' });
      await settled();
      leave(harness);
    }
  });

  it('is a new one each time where storage is forbidden, and the console says so once (060)', async () => {
    const forbidden = { storage: () => undefined };
    const said = await consoleErrors(async () => {
      for (let load = 0; load < 3; load += 1) {
        const harness = startAgent({ parts: forbidden });
        await settled();
        harness.server.welcome();
        await settled();
        expect(hello(harness)).to.not.have.property('resume');
        expect(harness.agent.snapshot.connection.phase).to.equal('open');
        leave(harness);
      }
    });
    expect(said).to.have.length(1);
    expect(said[0]).to.match(/forbids storage/);
  });
});

describe('pages that are sent away together', () => {
  /** When a page that was told this opens its next socket. */
  function returnOf(code: number, chance: number): number {
    const harness = startAgent({ parts: { random: () => chance } });
    harness.server.welcome().end(code);
    const { connection } = harness.agent.snapshot;
    return connection.phase === 'lost' ? connection.retryAt - harness.clock.now() : -1;
  }

  for (const code of [1012, 1013, 4429]) {
    it(`by ${code} come back spread over ten seconds, although nobody told them when (058)`, () => {
      const seconds = Array.from({ length: 10 }, () => 0);
      for (let page = 0; page < 200; page += 1) {
        const second = Math.floor(returnOf(code, (page * 0.618_033_988_749) % 1) / 1_000);
        seconds[second] = (seconds[second] ?? 0) + 1;
      }
      expect(Math.max(...seconds)).to.be.at.most(200 * 0.15);
    });
  }

  it('by nobody but the network come back almost at once', () => {
    expect(returnOf(1006, 0.5)).to.equal(125);
  });
});
