import { expect } from '@open-wc/testing';
import { newId } from '../../shared/ids.ts';
import { claimSession } from './claim-session.ts';
import { FakeClock } from './fake-clock.fixture.ts';
import { holdLock, type Hold, type Locks } from './hold-lock.ts';

function setUp(locks: Locks = navigator.locks) {
  const clock = new FakeClock();
  const name = newId();
  const hold = (options = {}): Promise<Hold> => holdLock(name, { locks, clock, waitMs: 1_000, ...options });
  return { clock, name, hold };
}

/** Locks that answer every request in one way. */
function answering(request: () => Promise<never>): Locks {
  return { request };
}

function release(hold: Hold): void {
  if (hold.state === 'held') hold.release();
}

describe('a lock', () => {
  it('is held by one, and by the next once it is released', async () => {
    const { clock, hold } = setUp();
    const first = await hold();
    expect(first.state).to.equal('held');
    const second = hold();
    release(first);
    expect((await second).state).to.equal('held');
    expect(clock.pending).to.equal(0);
    release(await second);
  });

  it('is taken when nobody releases it in time', async () => {
    const { clock, hold } = setUp();
    const first = await hold();
    const second = hold();
    clock.advance(1_000);
    expect((await second).state).to.equal('taken');
    release(first);
  });

  it('is not waited for by one that does not want to', async () => {
    const { clock, hold } = setUp();
    const first = await hold({ waitMs: 0 });
    expect(first.state).to.equal('held');
    expect(await hold({ waitMs: 0 })).to.deep.equal({ state: 'taken' });
    expect(clock.pending).to.equal(0);
    release(first);
  });

  it('can be stolen, and the loser hears of it', async () => {
    const { hold } = setUp();
    const lost = new Promise<void>((resolve) => void hold({ onLost: resolve }).then(() => hold({ steal: true })));
    await lost;
  });

  it('that was released is no loss', async () => {
    const { hold } = setUp();
    let losses = 0;
    release(await hold({ onLost: () => (losses += 1) }));
    release(await hold({ steal: true }));
    expect(losses).to.equal(0);
  });

  it('may be forbidden', async () => {
    const refusing = answering(() => Promise.reject(new DOMException('sandboxed', 'SecurityError')));
    expect(await setUp(refusing).hold()).to.deep.equal({ state: 'forbidden' });
    const throwing = answering(() => {
      throw new DOMException('sandboxed', 'SecurityError');
    });
    expect(await setUp(throwing).hold()).to.deep.equal({ state: 'forbidden' });
  });
});

describe('a session that all tabs share', () => {
  const parts = (fields = {}) => ({
    ...{ locks: navigator.locks, clock: new FakeClock(), steal: false, onTaken: () => {} },
    ...fields,
  });

  it('is held by one tab, and found elsewhere by another', async () => {
    const session = newId();
    const clock = new FakeClock();
    const first = await claimSession(session, parts());
    const second = claimSession(session, parts({ clock }));
    clock.advance(1_000);
    expect([first.state, (await second).state]).to.deep.equal(['held', 'elsewhere']);
    first.release();
  });

  it('goes to the tab that takes it, and the other hears of it', async () => {
    const session = newId();
    const taken = new Promise<void>((resolve) => void claimSession(session, parts({ onTaken: resolve })));
    const second = await claimSession(session, parts({ steal: true }));
    await taken;
    expect(second.state).to.equal('held');
    second.release();
  });

  it('is anybody’s where the browser has no locks: the server then says who has it', async () => {
    const session = newId();
    const first = await claimSession(session, parts({ locks: undefined }));
    const second = await claimSession(session, parts({ locks: undefined }));
    expect([first.state, second.state]).to.deep.equal(['held', 'held']);
    second.release();
  });
});
