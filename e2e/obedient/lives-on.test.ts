import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { createAgentServer, type AgentServer } from '../../server/agent-server.ts';
import { MemoryCounters } from '../../server/store/memory-counters.ts';
import { MemorySessionStore } from '../../server/store/memory-session-store.ts';
import type { SessionEvent } from '../../server/loop/event.ts';
import { Chance } from '../faults/chance.ts';
import { FaultProxy } from '../faults/fault-proxy.ts';
import { orderText } from './grammar.ts';
import { obedientModel } from './obedient-model.ts';
import { openVisit, startWorld, type VisitOptions, type World } from './world.ts';

const first = orderText('act_default', { what: 'first' });
const three = ['first', 'second', 'third'].map((what) => orderText('act_default', { what })).join(' ');

let visits = 0;

async function open(t: TestContext, world: World, options: Omit<VisitOptions, 'number'> = {}) {
  visits += 1;
  const opened = await openVisit(world, { number: `lives-${visits}`, ...options });
  t.after(() => opened.context.close());
  return opened;
}

describe('an open question', () => {
  let world: World;
  before(async () => {
    world = await startWorld({ answer: obedientModel(new Map()) });
  });
  after(() => world.close());

  test('of three is answered in reverse order after a reload, and each call runs once (038, 043)', async (t) => {
    const { page, person, visit } = await open(t, world);
    await person.arrives();
    await person.isAskedAbout(three, '1.1.2');
    visit.sight = undefined;
    await page.reload();
    const calls = ['1.1.2', '1.1.1', '1.1.0'];
    await person.sees(
      ({ chips, phase }) => phase === 'open' && calls.every((call) => chips[call] === 'asking'),
      'three cards',
    );
    for (const call of calls) {
      await person.allows(call);
      assert.equal(await person.seesOutcome(call), 'done');
    }
    await person.sees(({ isWorking }) => !isWorking, 'the end of the turn');
    assert.deepEqual(visit.inputs, [{ what: 'third' }, { what: 'second' }, { what: 'first' }]);
  });

  test('is void in a tab whose conversation is continued in another, and in that one nobody guesses (048)', async (t) => {
    const attributes = { persist: 'device' };
    const one = await open(t, world, { attributes });
    await one.person.arrives();
    await one.person.isAskedAbout(first);
    const allow = await one.person.seesArmed('1.1.0');
    const other = await open(t, world, { attributes, context: one.context });
    await other.person.presses('Continue here');
    // What another tab may have done is not done again.
    assert.equal(await other.person.seesOutcome('1.1.0'), 'unknown');
    await one.page.bringToFront();
    await one.person.clicksAt(allow);
    await one.person.clicksAt(allow, 100);
    await one.person.sees(({ phase }) => phase === 'refused', 'that it goes on elsewhere');
    await other.page.bringToFront();
    await other.person.sees(({ isWorking }) => !isWorking, 'the end of the turn');
    assert.deepEqual([one.visit.inputs, other.visit.inputs], [[], []]);
  });

  test('is gone once the person has pressed Stop (049)', async (t) => {
    const { person, visit } = await open(t, world);
    await person.arrives();
    await person.isAskedAbout(first);
    const allow = await person.finds('Allow', '1.1.0');
    await person.presses('Stop');
    assert.equal(await person.seesOutcome('1.1.0'), 'cancelled');
    await person.clicksAt(allow);
    await person.sees(({ buttons }) => buttons.every(({ call }) => call === null), 'no card');
    assert.deepEqual(visit.inputs, []);
  });
});

test('a question that nobody answers in time runs nothing, and the next one is answered', async (t) => {
  const world = await startWorld({ answer: obedientModel(new Map()), server: { limits: { approvalMs: 2_000 } } });
  t.after(() => world.close());
  const { person, visit } = await open(t, world);
  await person.arrives();
  await person.isAskedAbout(first);
  const allow = await person.finds('Allow', '1.1.0');
  assert.notEqual(await person.seesOutcome('1.1.0'), 'done');
  await person.clicksAt(allow);
  await person.sees(({ isWorking }) => !isWorking, 'the end of the turn');
  assert.deepEqual(visit.inputs, []);
});

test('a question lives on while the socket is away and on another node, disabled meanwhile, and its call runs once', async (t) => {
  const store = new MemorySessionStore<SessionEvent>({ expiryMs: 60_000 });
  const counters = new MemoryCounters();
  let target: number | undefined;
  let other: AgentServer | undefined;
  const proxy = await FaultProxy.start({ target: () => target, chance: new Chance(1) });
  const portOf = (url: string): number => Number(new URL(url).port);
  const world = await startWorld({
    answer: obedientModel(new Map()),
    server: { store, counters },
    front: async (url, model) => {
      target = portOf(url);
      other = createAgentServer({ model, store, counters, port: 0, log: 'error', demo: false });
      await other.listen();
      return `http://127.0.0.1:${proxy.port}`;
    },
  });
  t.after(async () => {
    await world.close();
    await other?.close();
    await proxy.close();
  });
  const { person, visit } = await open(t, world);
  await person.arrives();
  await person.isAskedAbout(first);
  target = undefined;
  proxy.cut();
  await person.sees(({ phase }) => phase !== 'open', 'the lost connection');
  await person.clicksAt(await person.finds('Allow', '1.1.0'), 100);
  assert.deepEqual(visit.inputs, []);
  target = portOf(other?.url ?? '');
  await person.sees(({ phase, chips }) => phase === 'open' && chips['1.1.0'] === 'asking', 'the question again');
  await person.allows('1.1.0');
  assert.equal(await person.seesOutcome('1.1.0'), 'done');
  await person.sees(({ isWorking }) => !isWorking, 'the end of the turn');
  assert.deepEqual(visit.inputs, [{ what: 'first' }]);
});
