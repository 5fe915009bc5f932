import { expect } from '@open-wc/testing';
import { callHash } from '../../shared/call-hash.ts';
import { AgentError } from '../../shared/errors.ts';
import { live, openApprovals, request, trusted } from './approvals.fixture.ts';
import type { ApprovalsOptions } from './approvals.ts';

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  const thrown = await work.catch((error: unknown) => error);
  return AgentError.is(thrown) ? thrown.code : thrown;
}

describe('approvals', () => {
  it('show the frozen arguments, under the hash of the call, and when the question ends', () => {
    const { approvals, clock } = openApprovals();
    void approvals.permit(request('1.0.0', { revise: async () => null }), live());
    const [ask] = approvals.asks;
    expect(ask).to.deep.include({
      ...{ call: '1.0.0', tool: 'clipboard_write', kind: 'consent', sink: 'local', reads: 'nothing', danger: false },
      ...{ args: { text: '1.0.0' }, why: ['tool'], scopes: ['once', 'session'], editable: ['text'], onServer: false },
    });
    expect(Object.isFrozen(ask?.args)).to.equal(true);
    expect(ask?.hash).to.equal(callHash('clipboard_write', { text: '1.0.0' }, undefined));
    expect(ask?.expiresAt).to.equal(clock.now() + 300_000);
  });

  it('let a tool run that nobody has to be asked about', async () => {
    const { approvals, log } = openApprovals({ grant: 'session', hasGesture: true });
    expect(await approvals.permit(request('1.0.0'), live())).to.include({ decision: 'auto', by: 'grant' });
    expect(log).to.deep.equal([]);
  });

  it('pass a yes on within the microtasks of the click', async () => {
    const { approvals } = openApprovals();
    let body = 'not started';
    const run = async (): Promise<void> => {
      await approvals.permit(request('1.0.0'), live());
      body = 'started';
    };
    void run();
    expect(approvals.decide('1.0.0', 'once', trusted)).to.equal(true);
    for (let microtask = 0; microtask < 5; microtask += 1) await Promise.resolve();
    expect(body).to.equal('started');
  });

  it('refuse what the site denies while the person is deciding, whatever they decide', async () => {
    const { approvals, situation } = openApprovals();
    const code = codeOf(approvals.permit(request('1.0.0'), live()));
    situation.policy = 'deny';
    approvals.decide('1.0.0', 'once', trusted);
    expect(await code).to.equal('policy_denied');
  });

  it('T9: ignore a click that a script made', () => {
    const { approvals } = openApprovals();
    void approvals.permit(request('1.0.0'), live());
    for (const event of [new MouseEvent('click'), new KeyboardEvent('keydown', { key: 'Enter' })]) {
      expect(approvals.decide('1.0.0', 'once', event)).to.equal(false);
    }
    expect(approvals.asks).to.have.length(1);
  });

  it('take one decision for each question (039)', async () => {
    const { approvals, log } = openApprovals();
    const permission = approvals.permit(request('1.0.0'), live());
    expect(approvals.decide('1.0.0', 'denied', trusted)).to.equal(true);
    expect(approvals.decide('1.0.0', 'once', trusted)).to.equal(false);
    expect(await permission).to.include({ decision: 'denied', by: 'person' });
    expect(log).to.deep.equal(['open 1.0.0', 'close 1.0.0 denied person']);
  });

  it('ignore a decision about a call that nobody asked for', () => {
    expect(openApprovals().approvals.decide('9.9.9', 'once', trusted)).to.equal(false);
  });

  it('leave the others open when one is denied (038)', async () => {
    const { approvals } = openApprovals();
    const first = approvals.permit(request('1.0.0'), live());
    const second = approvals.permit(request('1.0.1'), live());
    approvals.decide('1.0.0', 'denied', trusted);
    expect(approvals.asks.map(({ call }) => call)).to.deep.equal(['1.0.1']);
    approvals.decide('1.0.1', 'once', trusted);
    expect([(await first).decision, (await second).decision]).to.deep.equal(['denied', 'once']);
  });

  it('T11: deny the rest of a turn once the person has said no three times', async () => {
    const { approvals, log } = openApprovals();
    const permissions = ['1.0.0', '1.0.1', '1.0.2', '1.0.3'].map((call) => approvals.permit(request(call), live()));
    const other = approvals.permit(request('2.0.0', { turn: 2 }), live());
    for (const call of ['1.0.0', '1.0.1', '1.0.2']) approvals.decide(call, 'denied', trusted);
    expect((await Promise.all(permissions)).map(({ by }) => by)).to.deep.equal([
      'person',
      'person',
      'person',
      'policy',
    ]);
    expect(log.at(-1)).to.equal('close 1.0.3 denied policy');
    expect(approvals.asks.map(({ call }) => call)).to.deep.equal(['2.0.0']);
    approvals.decide('2.0.0', 'once', trusted);
    await other;
  });

  it('remember a longer yes, and only one that was offered', async () => {
    const { approvals, log } = openApprovals();
    const permission = approvals.permit(request('1.0.0'), live());
    expect(approvals.decide('1.0.0', 'always', trusted)).to.equal(false);
    expect(approvals.decide('1.0.0', 'session', trusted)).to.equal(true);
    expect(await permission).to.include({ decision: 'session', by: 'person' });
    expect(log.at(-1)).to.equal('grant 1.0.0 session');
  });

  it('expire when nobody answers', async () => {
    const { approvals, clock } = openApprovals();
    const permission = approvals.permit(request('1.0.0'), live());
    clock.advance(300_000);
    expect(await permission).to.include({ decision: 'expired', by: 'expired' });
    expect(approvals.asks).to.deep.equal([]);
  });

  it('give more time, twice', async () => {
    const { approvals, clock, log } = openApprovals();
    const permission = approvals.permit(request('1.0.0'), live());
    for (const left of [1, 0]) {
      clock.advance(290_000);
      expect(approvals.extend('1.0.0')).to.equal(true);
      expect(approvals.asks[0]).to.include({ expiresAt: clock.now() + 300_000, extensions: left });
    }
    expect(approvals.extend('1.0.0')).to.equal(false);
    expect(log).to.deep.equal(['open 1.0.0', 'change 1.0.0', 'change 1.0.0']);
    clock.advance(300_000);
    expect((await permission).decision).to.equal('expired');
    expect(clock.pending).to.equal(0);
  });

  it('are withdrawn when the call is aborted', async () => {
    const { approvals, clock, log } = openApprovals();
    const controller = new AbortController();
    const permission = approvals.permit(request('1.0.0'), controller.signal);
    const reason = new AgentError('cancelled', 'Stopped.');
    controller.abort(reason);
    expect(await permission.catch((error: unknown) => error)).to.equal(reason);
    expect(approvals.asks).to.deep.equal([]);
    expect(approvals.decide('1.0.0', 'once', trusted)).to.equal(false);
    expect(log).to.deep.equal(['open 1.0.0', 'close 1.0.0 cancelled policy']);
    expect(clock.pending).to.equal(0);
  });

  it('do not ask for a call that is aborted already', async () => {
    const { approvals, log } = openApprovals();
    const reason = new AgentError('cancelled', 'Stopped.');
    const permission = approvals.permit(request('1.0.0'), AbortSignal.abort(reason));
    expect(await permission.catch((error: unknown) => error)).to.equal(reason);
    expect(log).to.deep.equal([]);
  });

  it('ask for a click where only the browser wants one', () => {
    const { approvals } = openApprovals({ grant: 'session' });
    void approvals.permit(request('1.0.0'), live());
    expect(approvals.asks[0]).to.deep.include({ kind: 'gesture', why: [] });
  });

  it('say why a call does not run', async () => {
    expect(await codeOf(openApprovals({ policy: 'deny' }).approvals.permit(request('1.0.0'), live()))).to.equal(
      'policy_denied',
    );
    expect(await codeOf(openApprovals({ rate: 'exceeded' }).approvals.permit(request('1.0.0'), live()))).to.equal(
      'rate_limited',
    );
  });

  it('make a new list for each change and never touch an old one', () => {
    const { approvals } = openApprovals();
    const before = approvals.asks;
    void approvals.permit(request('1.0.0'), live());
    expect(before).to.deep.equal([]);
    expect(approvals.asks).to.not.equal(before);
  });
});

describe('a batch of questions', () => {
  function batch(change = {}) {
    const opened = openApprovals(change);
    const calls = ['1.0.0', '1.0.1'];
    const permissions = calls.map((call) => opened.approvals.permit(request(call), live()));
    return { ...opened, calls, permissions };
  }

  it('is answered by one click', async () => {
    const { approvals, calls, permissions } = batch();
    expect(approvals.decideAll([...calls, '9.9.9'], 'once', trusted)).to.equal(true);
    expect((await Promise.all(permissions)).map(({ decision }) => decision)).to.deep.equal(['once', 'once']);
    expect(approvals.decideAll(calls, 'once', trusted)).to.equal(false);
  });

  it('is answered by no click of a script’s', () => {
    const { approvals, calls } = batch();
    expect(approvals.decideAll(calls, 'once', new MouseEvent('click'))).to.equal(false);
  });

  it('lets nothing dangerous through as one of many, and denies it', async () => {
    const tool = { ...request('').tool, sink: 'egress' } as const;
    const { approvals, calls, permissions } = batch({ tool, untrusted: true, sensitive: true });
    expect(approvals.asks.every(({ danger }) => danger)).to.equal(true);
    expect(approvals.decideAll(calls, 'once', trusted)).to.equal(false);
    expect(approvals.decideAll(calls, 'denied', trusted)).to.equal(true);
    await Promise.all(permissions);
  });
});

describe('arguments that the person changes', () => {
  const revise = async ({ text = '' }: { readonly text?: unknown }) => {
    if (text === '') throw new AgentError('invalid_args', 'text: too short');
    return Object.freeze({ text: String(text) });
  };

  it('are run under a hash of their own', async () => {
    const { approvals } = openApprovals();
    const permission = approvals.permit(request('1.0.0', { revise }), live());
    const shown = approvals.asks[0]?.hash;
    expect(approvals.decide('1.0.0', 'once', trusted, { text: 'mine' })).to.equal(true);
    const { hash, isChanged } = await permission;
    expect([isChanged, hash]).to.deep.equal([true, callHash('clipboard_write', { text: 'mine' }, undefined)]);
    expect(hash).not.to.equal(shown);
  });

  it('are asked on, with what is wrong, when they do not fit the tool', async () => {
    const { approvals } = openApprovals();
    const permission = approvals.permit(request('1.0.0', { revise }), live());
    approvals.decide('1.0.0', 'once', trusted, { text: '' });
    expect(approvals.decide('1.0.0', 'once', trusted)).to.equal(false);
    for (let microtask = 0; microtask < 5; microtask += 1) await Promise.resolve();
    expect(approvals.asks[0]).to.include({ problem: 'text: too short' });
    approvals.decide('1.0.0', 'once', trusted, { text: 'mine' });
    expect((await permission).isChanged).to.equal(true);
  });

  it('are asked on as they will run, where the tool makes something else of them (047)', async () => {
    const shout = async ({ text = '' }: { readonly text?: unknown }) =>
      Object.freeze({ text: String(text).toUpperCase() });
    const { approvals } = openApprovals();
    const permission = approvals.permit(request('1.0.0', { revise: shout }), live());
    approvals.decide('1.0.0', 'once', trusted, { text: 'mine' });
    for (let microtask = 0; microtask < 5; microtask += 1) await Promise.resolve();
    expect(approvals.asks[0]?.args).to.deep.equal({ text: 'MINE' });
    approvals.decide('1.0.0', 'once', trusted);
    const { hash, isChanged } = await permission;
    expect([isChanged, hash]).to.deep.equal([true, callHash('clipboard_write', { text: 'MINE' }, undefined)]);
  });

  it('do not keep the person from saying no while they are looked at', async () => {
    const { approvals } = openApprovals();
    const permission = approvals.permit(request('1.0.0', { revise: () => new Promise(() => {}) }), live());
    approvals.decide('1.0.0', 'once', trusted, { text: 'mine' });
    expect(approvals.decide('1.0.0', 'denied', trusted)).to.equal(true);
    expect((await permission).decision).to.equal('denied');
  });

  it('are only those that the tool lets be changed', () => {
    const { approvals } = openApprovals();
    void approvals.permit(request('1.0.0', { revise }), live());
    void approvals.permit(request('1.0.1'), live());
    expect(approvals.decide('1.0.0', 'once', trusted, { text: 'a', lang: 'de' })).to.equal(false);
    expect(approvals.decide('1.0.1', 'once', trusted, { text: 'a' })).to.equal(false);
    expect(approvals.asks).to.have.length(2);
  });
});

describe('an approval handler', () => {
  type Handler = ReturnType<ApprovalsOptions['handler']>;
  const handled = (handler: Handler) => openApprovals({}, { handler: () => handler });

  it('is asked in place of the person, who sees no card', async () => {
    const seen: unknown[] = [];
    const { approvals, log } = handled(async ({ call, args }) => {
      seen.push([call, args]);
      return 'once';
    });
    const permission = approvals.permit(request('1.0.0'), live());
    expect(approvals.asks).to.deep.equal([]);
    expect(approvals.decide('1.0.0', 'once', trusted)).to.equal(false);
    expect(await permission).to.include({ decision: 'once', by: 'site' });
    expect(seen).to.deep.equal([['1.0.0', { text: '1.0.0' }]]);
    expect(log).to.deep.equal(['open 1.0.0', 'close 1.0.0 once site']);
  });

  it('denies when it fails', async () => {
    const { approvals } = handled(() => Promise.reject(new Error('broken')));
    expect(await approvals.permit(request('1.0.0'), live())).to.include({ decision: 'denied', by: 'site' });
  });

  it('hears that nobody waits any more', async () => {
    let signal: AbortSignal | undefined;
    const { approvals, clock } = handled((_, options) => {
      signal = options.signal;
      return new Promise(() => {});
    });
    const permission = approvals.permit(request('1.0.0'), live());
    expect(signal?.aborted).to.equal(false);
    clock.advance(300_000);
    expect((await permission).decision).to.equal('expired');
    expect(signal?.aborted).to.equal(true);
  });
});
