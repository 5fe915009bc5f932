import { expect } from '@open-wc/testing';
import { AgentError } from '../../shared/errors.ts';
import { deepFreeze } from '../../shared/json.ts';
import { clipboardWrite } from '../../shared/tools/clipboard.ts';
import { FakeClock } from '../tab/fake-clock.fixture.ts';
import { Approvals, type PermitRequest } from './approvals.ts';

const trusted = { isTrusted: true };
const live = () => new AbortController().signal;

function request(call: string, fields: Partial<PermitRequest> = {}): PermitRequest {
  const args = deepFreeze({ text: call });
  return { call, tool: clipboardWrite, siteTool: false, title: undefined, args, ...fields };
}

function setUp(rules = { denied: false }) {
  const clock = new FakeClock();
  const log: string[] = [];
  const approvals = new Approvals({
    rules: { asks: () => false, denies: () => rules.denied },
    hasGesture: () => false,
    approvalMs: () => 300_000,
    clock,
    onOpen: ({ call }) => log.push(`open ${call}`),
    onClose: ({ call }, decision) => log.push(`close ${call} ${decision}`),
  });
  return { approvals, clock, log };
}

describe('approvals', () => {
  it('show the frozen arguments, and when the question ends', () => {
    const { approvals, clock } = setUp();
    void approvals.permit(request('1.0.0'), live());
    const [ask] = approvals.asks;
    expect(ask).to.include({
      call: '1.0.0',
      tool: 'clipboard_write',
      kind: 'consent',
      sink: 'local',
      reads: 'nothing',
    });
    expect(ask?.args).to.deep.equal({ text: '1.0.0' });
    expect(ask?.expiresAt).to.equal(clock.now() + 300_000);
  });

  it('pass a yes on within the microtasks of the click', async () => {
    const { approvals } = setUp();
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
    const rules = { denied: false };
    const { approvals } = setUp(rules);
    const permitted = approvals.permit(request('1.0.0'), live()).catch((thrown: unknown) => thrown);
    rules.denied = true;
    approvals.decide('1.0.0', 'once', trusted);
    const error = await permitted;
    expect(AgentError.is(error) && error.code).to.equal('policy_denied');
  });

  it('ignore a click that a script made', () => {
    const { approvals } = setUp();
    void approvals.permit(request('1.0.0'), live());
    expect(approvals.decide('1.0.0', 'once', new MouseEvent('click'))).to.equal(false);
    expect(approvals.asks).to.have.length(1);
  });

  it('take one decision for each question', async () => {
    const { approvals, log } = setUp();
    const decision = approvals.permit(request('1.0.0'), live());
    expect(approvals.decide('1.0.0', 'denied', trusted)).to.equal(true);
    expect(approvals.decide('1.0.0', 'once', trusted)).to.equal(false);
    expect(await decision).to.equal('denied');
    expect(log).to.deep.equal(['open 1.0.0', 'close 1.0.0 denied']);
  });

  it('ignore a decision about a call that nobody asked for', () => {
    expect(setUp().approvals.decide('9.9.9', 'once', trusted)).to.equal(false);
  });

  it('leave the others open when one is denied', async () => {
    const { approvals } = setUp();
    const first = approvals.permit(request('1.0.0'), live());
    const second = approvals.permit(request('1.0.1'), live());
    approvals.decide('1.0.0', 'denied', trusted);
    expect(approvals.asks.map(({ call }) => call)).to.deep.equal(['1.0.1']);
    approvals.decide('1.0.1', 'once', trusted);
    expect([await first, await second]).to.deep.equal(['denied', 'once']);
  });

  it('expire when nobody answers', async () => {
    const { approvals, clock } = setUp();
    const decision = approvals.permit(request('1.0.0'), live());
    clock.advance(300_000);
    expect(await decision).to.equal('expired');
    expect(approvals.asks).to.deep.equal([]);
  });

  it('are withdrawn when the call is aborted', async () => {
    const { approvals, clock, log } = setUp();
    const controller = new AbortController();
    const decision = approvals.permit(request('1.0.0'), controller.signal);
    const reason = new AgentError('cancelled', 'Stopped.');
    controller.abort(reason);
    expect(await decision.catch((error: unknown) => error)).to.equal(reason);
    expect(approvals.asks).to.deep.equal([]);
    expect(approvals.decide('1.0.0', 'once', trusted)).to.equal(false);
    expect(log).to.deep.equal(['open 1.0.0', 'close 1.0.0 cancelled']);
    expect(clock.pending).to.equal(0);
  });

  it('do not ask for a call that is aborted already', async () => {
    const { approvals, log } = setUp();
    const reason = new AgentError('cancelled', 'Stopped.');
    const decision = approvals.permit(request('1.0.0'), AbortSignal.abort(reason));
    expect(await decision.catch((error: unknown) => error)).to.equal(reason);
    expect(log).to.deep.equal([]);
  });

  it('let a tool run that nobody has to be asked about', async () => {
    const { approvals, log } = setUp();
    const tool = { ...clipboardWrite, ask: false, gesture: false };
    expect(await approvals.permit(request('1.0.0', { tool }), live())).to.equal('once');
    expect(log).to.deep.equal([]);
  });

  it('ask about a call that had to be mended, unless its tool only reads and nothing personal', async () => {
    const { approvals } = setUp();
    const acting = { ...clipboardWrite, ask: false, gesture: false };
    const reading = { ...acting, readOnly: true, reads: 'device' } as const;
    void approvals.permit(request('1.0.0', { tool: acting, repaired: true }), live());
    void approvals.permit(request('1.0.1', { tool: { ...reading, reads: 'personal' }, repaired: true }), live());
    void approvals.permit(request('1.0.2', { tool: reading, siteTool: true, repaired: true }), live());
    expect(approvals.asks.map(({ call, kind }) => [call, kind])).to.deep.equal([
      ['1.0.0', 'consent'],
      ['1.0.1', 'consent'],
      ['1.0.2', 'consent'],
    ]);
    expect(await approvals.permit(request('1.0.3', { tool: reading, repaired: true }), live())).to.equal('once');
  });

  it('ask for a click where only the browser wants one', () => {
    const { approvals } = setUp();
    void approvals.permit(request('1.0.0', { tool: { ...clipboardWrite, ask: false } }), live());
    expect(approvals.asks[0]?.kind).to.equal('gesture');
  });

  it('refuse what the site denies', async () => {
    const { approvals } = setUp({ denied: true });
    const error = await approvals.permit(request('1.0.0'), live()).catch((thrown: unknown) => thrown);
    expect(AgentError.is(error) && error.code).to.equal('policy_denied');
  });

  it('make a new list for each change and never touch an old one', () => {
    const { approvals } = setUp();
    const before = approvals.asks;
    void approvals.permit(request('1.0.0'), live());
    expect(before).to.deep.equal([]);
    expect(approvals.asks).to.not.equal(before);
  });
});
