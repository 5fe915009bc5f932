import { expect } from '@open-wc/testing';
import { deferred } from '../../shared/deferred.ts';
import { AgentError } from '../../shared/errors.ts';
import { settled } from '../tab/settled.fixture.ts';
import { Dispatcher } from './dispatcher.ts';
import { call, openPorts, probe } from './ports.fixture.ts';

const stopped = new AgentError('cancelled', 'Stopped.');

function setUp() {
  const body = deferred<unknown>();
  let runs = 0;
  const signals: AbortSignal[] = [];
  const tool = probe(({ signal }) => {
    runs += 1;
    signals.push(signal);
    return body.promise;
  });
  return { dispatcher: new Dispatcher(openPorts(tool).ports), body, signals, runs: () => runs };
}

describe('the dispatcher', () => {
  it('says nothing twice about a call that is still running', async () => {
    const { dispatcher, body, runs } = setUp();
    const first = dispatcher.receive(call);
    expect(await dispatcher.receive(call)).to.equal(undefined);
    body.resolve('done');
    expect(await first).to.deep.equal({ ok: true, value: 'done' });
    expect(runs()).to.equal(1);
  });

  it('answers a call that has run with the result it has', async () => {
    const { dispatcher, body, runs } = setUp();
    body.resolve('done');
    await dispatcher.receive(call);
    expect(await dispatcher.receive(call)).to.deep.equal({ ok: true, value: 'done' });
    expect(runs()).to.equal(1);
  });

  it('knows which calls it has, and which of them are done', async () => {
    const { dispatcher, body } = setUp();
    const known = () => [dispatcher.isKnown('1.0.0'), dispatcher.isDone('1.0.0')];
    expect(known()).to.deep.equal([false, false]);
    const result = dispatcher.receive(call);
    expect(known()).to.deep.equal([true, false]);
    body.resolve('done');
    await result;
    expect(known()).to.deep.equal([true, true]);
  });

  it('cancels one call and leaves the others (029)', async () => {
    const { dispatcher, body } = setUp();
    const first = dispatcher.receive(call);
    const second = dispatcher.receive({ ...call, call: '1.0.1' });
    await settled();
    dispatcher.cancel('1.0.0', stopped);
    body.resolve('done');
    expect(await first).to.have.nested.property('error.code', 'unknown_outcome');
    expect(await second).to.deep.equal({ ok: true, value: 'done' });
  });

  it('cancels all calls', async () => {
    const { dispatcher } = setUp();
    const both = [dispatcher.receive(call), dispatcher.receive({ ...call, call: '1.0.1' })];
    await settled();
    dispatcher.cancelAll(stopped);
    expect((await Promise.all(both)).map((result) => result?.ok)).to.deep.equal([false, false]);
  });

  it('keeps the result of a finished call whatever is cancelled later', async () => {
    const { dispatcher, body } = setUp();
    body.resolve('done');
    await dispatcher.receive(call);
    dispatcher.cancel('1.0.0', stopped);
    expect(await dispatcher.receive(call)).to.deep.equal({ ok: true, value: 'done' });
  });

  it('discards the late result of a turn that is over, and tells the tool', async () => {
    const { dispatcher, body, signals } = setUp();
    const late = dispatcher.receive(call);
    await settled();
    dispatcher.forget(stopped);
    expect(signals[0]?.aborted).to.equal(true);
    body.resolve('late');
    expect(await late).to.equal(undefined);
    expect(dispatcher.isKnown('1.0.0')).to.equal(false);
  });

  it('answers more calls than any turn has with busy', async () => {
    const { dispatcher } = setUp();
    for (let n = 0; n < 256; n += 1) void dispatcher.receive({ ...call, call: `1.0.${n}` });
    const result = await dispatcher.receive({ ...call, call: '1.0.256' });
    expect(result).to.deep.equal({ ok: false, error: { code: 'busy', message: 'Too many calls.' } });
  });
});
