import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Chance } from './chance.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { openStore } from './store.ts';
import type { Visitor } from './visitor.ts';
import { World } from './world.ts';

/** The clock of these pages runs so much faster, so that a test of half a minute takes a moment. */
const pace = 10;

async function startWorld(t: TestContext): Promise<World> {
  const world = await World.start({ chance: new Chance(t.name), store: await openStore('memory'), nodes: 1 });
  t.after(() => world.close());
  return world;
}

/** Says something and expects its answer. */
async function talk(world: World, visitor: Visitor, plan?: string): Promise<void> {
  const { label, fate } = await visitor.sayNext(plan);
  world.judge.see(label, fate);
  assert.equal(fate.kind, 'answered', JSON.stringify(fate));
}

function assertClean(world: World): void {
  const { lost, twice, wrong, unfinished } = world.judge.verdict();
  assert.deepEqual({ lost, twice, wrong, unfinished }, { lost: [], twice: [], wrong: [], unfinished: [] });
}

/** Freezes the visitor's link and waits until the page notices by itself. */
async function freeze(road: FaultProxy, visitor: Visitor): Promise<void> {
  assert.equal(road.halfOpen('both', visitor.page.localPort), 1);
  assert.ok(await visitor.sees(({ connection }) => connection.phase !== 'open'));
}

test('a page that says nothing notices a half-open link, and goes on', async (t) => {
  const world = await startWorld(t);
  const road = await world.road();
  const visitor = world.visitor(road, { page: { pace } });
  await talk(world, visitor, 'act');
  await freeze(road, visitor);
  await talk(world, visitor, 'act');
  assertClean(world);
});

test('a message that leaves over a half-open link after a silence arrives over a new one', async (t) => {
  const world = await startWorld(t);
  const road = await world.road();
  const visitor = world.visitor(road, { page: { pace } });
  await talk(world, visitor, 'act');
  await new Promise((resolve) => setTimeout(resolve, 16_000 / pace));
  const frozen = freeze(road, visitor);
  await Promise.all([frozen, talk(world, visitor, 'act,act')]);
  assertClean(world);
});

for (const way of ['up', 'down'] as const) {
  test(`a link that is dead ${way} in the middle of a call loses nothing and runs nothing twice`, async (t) => {
    const world = await startWorld(t);
    const road = await world.road();
    const visitor = world.visitor(road, { page: { pace } });
    await talk(world, visitor, 'act');
    const talking = talk(world, visitor, 'act,act_slowly;act');
    assert.ok(
      await visitor.sees(({ items }) => items.some((item) => item.kind === 'call' && item.state.phase === 'running')),
    );
    assert.equal(road.halfOpen(way, visitor.page.localPort), 1);
    await talking;
    assertClean(world);
  });
}

test('a slow link with jitter and stalls finishes all turns without a reconnect', async (t) => {
  const world = await startWorld(t);
  const road = await world.road({
    delayMs: 150,
    jitterMs: 150,
    bytesPerSecond: 20_000,
    stallShare: 0.01,
    stallMs: 2_000,
  });
  const visitors = Array.from({ length: 5 }, () => world.visitor(road));
  await Promise.all(visitors.map((visitor) => talk(world, visitor)));
  assert.equal(road.counts.opened, visitors.length);
  assertClean(world);
});
