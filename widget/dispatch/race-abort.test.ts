import { expect } from '@open-wc/testing';
import { raceAbort } from './race-abort.ts';

describe('raceAbort', () => {
  const never = new Promise<never>(() => {});

  it('gives what the work gives', async () => {
    expect(await raceAbort(Promise.resolve(7), new AbortController().signal)).to.equal(7);
  });

  it('does not wait for work that ignores the signal', async () => {
    const controller = new AbortController();
    const race = raceAbort(never, controller.signal).catch((reason: unknown) => reason);
    controller.abort('stopped');
    expect(await race).to.equal('stopped');
  });

  it('does not begin to wait when it is aborted already', async () => {
    expect(await raceAbort(never, AbortSignal.abort('stopped')).catch((reason: unknown) => reason)).to.equal('stopped');
  });

  it('hears no late failure of the work', async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = (event: PromiseRejectionEvent): number => unhandled.push(event.reason);
    addEventListener('unhandledrejection', onUnhandled);
    const controller = new AbortController();
    let fail: (reason: unknown) => void = () => {};
    const work = new Promise<never>((_, reject) => (fail = reject));
    const race = raceAbort(work, controller.signal).catch(() => {});
    controller.abort('stopped');
    await race;
    fail(new Error('late'));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    removeEventListener('unhandledrejection', onUnhandled);
    expect(unhandled).to.deep.equal([]);
  });
});
