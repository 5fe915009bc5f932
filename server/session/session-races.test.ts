import assert from 'node:assert/strict';
import test from 'node:test';
import { limits } from '../../shared/limits.ts';
import { closeCode } from '../../shared/protocol.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { scriptedModel, type ScriptedStep } from '../../testing/scripted-model.ts';
import { silentLog } from '../log.ts';
import type { SessionEvent } from '../loop/event.ts';
import { MemorySessionStore } from '../store/memory-session-store.ts';
import { FakePage } from './fake-page.fixture.ts';
import type { Hello } from './session.ts';
import { Sessions } from './sessions.ts';

function helloOf(changes: Partial<Hello> = {}): Hello {
  const hello = { type: 'hello', version: 1, tab: 't1', page: 'p1', locale: 'en', ledger: 'l1' } as const;
  return { ...hello, calls: [], builtins: ['speak'], pageTools: [], ...changes };
}

function house(steps: readonly ScriptedStep[]) {
  const clock = new FakeClock();
  const store = new MemorySessionStore<SessionEvent>({ expiryMs: limits.sessionMs, now: clock.now });
  const model = scriptedModel(steps);
  const options = {
    store,
    model,
    limits,
    instructions: '',
    clock,
    log: silentLog,
    soon: setImmediate,
    random: () => 0.5,
  };
  return { clock, sessions: new Sessions(options) };
}

/** Lets everything that waits for nothing but promises happen. */
async function settled(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise(setImmediate);
}

/** A session that spoke, lost its page and was let go: only the log has it. */
async function letGo() {
  const { clock, sessions } = house(['Hello.']);
  const page = new FakePage();
  const session = await sessions.open(page, helloOf());
  session.receive({ type: 'user.message', id: 'm1', text: 'Hi' });
  await settled();
  session.detach(page);
  clock.advance(limits.graceMs);
  assert.equal(sessions.size, 0);
  const { session: id, token } = page.welcome;
  return { sessions, resume: { session: id, token } };
}

test('tools that a page gained while its session was let go are on offer when it returns', async () => {
  const { sessions, resume } = await letGo();
  const page = new FakePage();
  await sessions.open(page, helloOf({ builtins: ['speak', 'memory_get'], resume }));
  assert.deepEqual(page.welcome.tools, ['speak', 'memory_get']);
});

test('of two tabs that return at once with one token, one gets the session and the other is sent away (032)', async () => {
  const { sessions, resume } = await letGo();
  const tabs = [new FakePage(), new FakePage()];
  const opened = await Promise.allSettled(tabs.map((tab) => sessions.open(tab, helloOf({ resume }))));
  const sentAway = tabs.filter(({ closed }, n) => opened[n]?.status === 'rejected' || closed === closeCode.takenOver);
  assert.equal(sentAway.length, 1);
  assert.equal(tabs.filter(({ types }) => types[0] === 'welcome').length, 1);
});

test('a stop ends the turn at whatever moment it comes, and calls off every call that went out (028)', async () => {
  for (let ticks = 0; ticks < 60; ticks += 1) {
    const { sessions } = house([{ calls: [{ name: 'speak', args: { text: 'Hi' } }] }, 'Done.']);
    const page = new FakePage();
    const session = await sessions.open(page, helloOf());
    session.receive({ type: 'user.message', id: 'm1', text: 'Hi' });
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    session.receive({ type: 'turn.cancel', turn: 1 });
    await settled();

    if (!page.types.includes('turn.started')) continue;
    const count = (type: string) => page.types.filter((other) => other === type).length;
    assert.equal(count('turn.ended'), 1, `stopped after ${ticks} ticks: ${page.types.join(' ')}`);
    assert.equal(count('tool.cancel'), count('tool.call'), `stopped after ${ticks} ticks: ${page.types.join(' ')}`);
  }
});
