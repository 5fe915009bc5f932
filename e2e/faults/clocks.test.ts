import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { Chance } from './chance.ts';
import { openStore } from './store.ts';
import { World } from './world.ts';

const dayMs = 86_400_000;

for (const [name, ms] of [
  ['forward', dayMs],
  ['back', -dayMs],
] as const) {
  test(`clocks that are set ${name} by a day end no call and no question, and hold no reconnect up`, async (t) => {
    const world = await World.start({ chance: new Chance(t.name), store: await openStore('memory'), nodes: 1 });
    t.after(() => world.close());
    const road = await world.road();
    const visitor = world.visitor(road, { decides: false });
    const talking = visitor.sayNext('act_slowly,act_when_asked;act');
    assert.ok(await visitor.sees(({ asks }) => asks.length === 1));
    for (const node of world.nodes) node.jump(ms);
    visitor.page.jump(ms);
    road.cut();
    const began = performance.now();
    assert.ok(await visitor.sees(({ connection }) => connection.phase === 'open'));
    assert.ok(performance.now() - began < 5_000);
    await sleep(300);
    const [ask] = visitor.snapshot.asks;
    assert.ok(ask, JSON.stringify(visitor.snapshot.items));
    visitor.decide(ask.call, 'once');
    const { label, fate } = await talking;
    world.judge.see(label, fate);
    assert.deepEqual(fate, { kind: 'answered', problems: [] });
    const { lost, twice, wrong, outcomes } = world.judge.verdict();
    assert.deepEqual({ lost, twice, wrong }, { lost: [], twice: [], wrong: [] });
    assert.deepEqual([...outcomes], [['ok', 3]]);
  });
}
