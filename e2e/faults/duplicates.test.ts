import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { Chance } from './chance.ts';
import { openStore } from './store.ts';
import { World } from './world.ts';

/** A visitor whose call is on its way. */
async function startTalking(t: TestContext) {
  const world = await World.start({ chance: new Chance(t.name), store: await openStore('memory'), nodes: 1 });
  t.after(() => world.close());
  const visitor = world.visitor(await world.road(), { networkBackMs: () => 20, patienceMs: 60_000 });
  const talking = visitor.sayNext('act_slowly;act;act_slowly;act;look');
  await visitor.sees(({ connection, items }) => connection.phase === 'open' && items.length > 0);
  return { world, visitor, talking };
}

/** How long after the copy came the tab reloads: while the copy loads, claims the tab, waits for its name, has its own. */
for (const ms of [0, 5, 15, 25, 300, 1_500]) {
  test(`a tab that reloads ${ms} ms after it was duplicated keeps its conversation`, async (t) => {
    const { world, visitor, talking } = await startTalking(t);
    const before = sessionOf(visitor.snapshot);
    visitor.duplicate(4_000);
    await sleep(ms);
    visitor.reload();
    const { label, fate } = await talking;
    world.judge.see(label, fate, visitor.trail);
    assert.deepEqual(fate, { kind: 'answered', problems: [] });
    assert.ok(await visitor.sees(({ connection }) => connection.phase === 'open'));
    assert.equal(sessionOf(visitor.snapshot), before);
    const { lost, twice, wrong } = world.judge.verdict();
    assert.deepEqual({ lost, twice, wrong }, { lost: [], twice: [], wrong: [] });
  });
}

function sessionOf({ connection }: World['visitors'][number]['snapshot']): string | undefined {
  return connection.phase === 'open' ? connection.welcome.session : undefined;
}
