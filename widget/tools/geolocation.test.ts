import { expect } from '@open-wc/testing';
import { permit, place } from '../../scripts/wtr/devices.ts';
import { inForeignFrame } from '../../scripts/wtr/foreign-frame.ts';
import { codeOf, outcomeOf } from '../../scripts/wtr/outcome.ts';
import { restoreAll, stub } from '../../scripts/wtr/stub.ts';
import { AgentError } from '../../shared/errors.ts';
import { RamMemory } from '../memory/ram-memory.ts';
import { locate } from './find-place.ts';
import { geolocation } from './geolocation.ts';
import { callTool, checkTool, fakeTimers } from './tool-run.fixture.ts';

const here = { coords: { latitude: 52.5, longitude: 13.4, accuracy: 7 }, timestamp: Date.UTC(2026, 0, 2) };
const hereAsValue = { latitude: 52.5, longitude: 13.4, accuracy_m: 7, at: '2026-01-02T00:00:00.000Z' };

type Ask = (resolve: (position: object) => void, reject: (error: object) => void, options: object) => void;

function stubDevice(getCurrentPosition: Ask): void {
  stub(navigator, 'geolocation', { getCurrentPosition });
}

function stubPermission(state: PermissionState | undefined): void {
  stub(navigator.permissions, 'query', async () => {
    if (state) return { state };
    throw new TypeError('Unknown name.');
  });
}

afterEach(async () => {
  restoreAll();
  await permit('prompt', 'geolocation');
});

describe('geolocation_get', () => {
  it('tells the place that the device reports', async function () {
    if (!(await permit('granted', 'geolocation')) || !(await place(10.5, 20.25, 7))) this.skip();
    expect(codeOf(await checkTool(geolocation))).to.equal('none');
    const outcome = await callTool(geolocation, {});
    expect(outcome).to.have.property('value');
    expect('value' in outcome && outcome.value).to.include({ latitude: 10.5, longitude: 20.25, accuracy_m: 7 });
  });

  it('says permission_denied before anyone is asked, and when it is tried all the same', async function () {
    if (!(await permit('denied', 'geolocation'))) this.skip();
    expect(codeOf(await checkTool(geolocation))).to.equal('permission_denied');
    expect(codeOf(await callTool(geolocation, {}))).to.equal('permission_denied');
  });

  it('is offered, as every browser has it', () => {
    expect(geolocation.supported()).to.equal(true);
  });

  it('turns a fix into plain JSON and asks as precisely as the model wants', async () => {
    const asked: object[] = [];
    stubDevice((resolve, _reject, options) => {
      asked.push(options);
      resolve(here);
    });
    expect(await callTool(geolocation, {})).to.deep.equal({ value: hereAsValue });
    await callTool(geolocation, { high_accuracy: true });
    expect(asked[0]).to.include({ enableHighAccuracy: false });
    expect(asked[1]).to.include({ enableHighAccuracy: true });
  });

  it('remembers the place when it shall', async () => {
    stubDevice((resolve) => resolve(here));
    const memory = new RamMemory();
    const outcome = await callTool(geolocation, { save: true }, { memory });
    expect(outcome).to.deep.equal({ value: { ...hereAsValue, saved_as: 'user_location', persisted: false } });
    expect((await memory.get('user_location'))?.value).to.deep.equal(hereAsValue);
  });

  it('does not remember the place unasked', async () => {
    stubDevice((resolve) => resolve(here));
    const memory = new RamMemory();
    await callTool(geolocation, {}, { memory });
    expect((await memory.list('')).items).to.deep.equal([]);
  });

  it('says so when the place was found but could not be remembered', async () => {
    stubDevice((resolve) => resolve(here));
    const memory = new RamMemory();
    stub(memory, 'put', async () => {
      throw new AgentError('quota_exceeded', 'Full.');
    });
    expect(await callTool(geolocation, { save: true }, { memory })).to.deep.equal({
      code: 'quota_exceeded',
      message: 'The place was found, but not remembered. Full.',
    });
  });

  const failures = [
    { name: 'a person who says no', error: 1, state: 'denied', code: 'permission_denied' },
    { name: 'a person who closes the prompt', error: 1, state: 'prompt', code: 'cancelled' },
    { name: 'a no from a browser that does not say why', error: 1, state: undefined, code: 'permission_denied' },
    { name: 'a device that does not know its place', error: 2, state: 'granted', code: 'unavailable' },
    { name: 'a device that takes too long', error: 3, state: 'granted', code: 'timeout' },
  ] as const;
  for (const { name, error, state, code } of failures) {
    it(`answers ${name} with ${code}`, async () => {
      stubPermission(state);
      stubDevice((_resolve, reject) => reject({ code: error, message: 'Browser words.' }));
      const outcome = await callTool(geolocation, {});
      expect(codeOf(outcome)).to.equal(code);
      expect('message' in outcome && outcome.message).not.to.contain('Browser words');
    });
  }

  it('ends a prompt that nobody answers, ignores its late answer and works again', async () => {
    const { startTimer, fire } = fakeTimers();
    let answerLate = () => {};
    stubDevice((resolve) => {
      answerLate = () => resolve({ ...here, coords: { latitude: 0, longitude: 0, accuracy: 0 } });
    });
    const ignored = outcomeOf(locate(false, new AbortController().signal, startTimer));
    fire();
    expect(codeOf(await ignored)).to.equal('timeout');

    answerLate();
    stubDevice((resolve) => resolve(here));
    expect(await callTool(geolocation, {})).to.deep.equal({ value: hereAsValue });
  });

  it('stops waiting when the call is aborted', async () => {
    stubDevice(() => {});
    const abort = new AbortController();
    const running = callTool(geolocation, {}, { signal: abort.signal });
    abort.abort();
    expect(codeOf(await running)).to.equal('aborted');
  });

  it('answers with the reason of an abort that has one', async () => {
    stubDevice(() => {});
    const signal = AbortSignal.abort(new AgentError('timeout', 'Too late.'));
    expect(await callTool(geolocation, {}, { signal })).to.deep.equal({ code: 'timeout', message: 'Too late.' });
  });

  it('does not ask the device on a page that is not secure', async () => {
    let asked = 0;
    stubDevice(() => {
      asked += 1;
    });
    stub(window, 'isSecureContext', false);
    expect(codeOf(await checkTool(geolocation))).to.equal('insecure_context');
    expect(codeOf(await callTool(geolocation, {}))).to.equal('insecure_context');
    expect(asked).to.equal(0);
  });

  it('says unsupported where the browser has no such thing', async () => {
    stub(navigator, 'geolocation', undefined);
    expect(codeOf(await checkTool(geolocation))).to.equal('unsupported');
    expect(codeOf(await callTool(geolocation, {}))).to.equal('unsupported');
  });

  it('says policy_blocked, before anyone is asked, in a frame that was not given it', async () => {
    const outcome = await inForeignFrame(new URL('./geolocation.ts', import.meta.url), 'module.geolocation.check()');
    expect(outcome).to.equal('policy_blocked');
  });
});
