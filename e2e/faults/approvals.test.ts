import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Chance } from './chance.ts';
import { openStore } from './store.ts';
import type { Visitor } from './visitor.ts';
import { World } from './world.ts';

/** A visitor who has been asked and has not answered. */
async function startAsked(t: TestContext) {
  const world = await World.start({ chance: new Chance(t.name), store: await openStore('file'), nodes: 1 });
  t.after(() => world.close());
  const road = await world.road();
  const networkBackMs = (): number => 20;
  const visitor = world.visitor(road, { decides: false, networkBackMs, patienceMs: 60_000 });
  const talking = visitor.sayNext('act_when_asked');
  await isAsked(visitor);
  return { world, road, visitor, talking };
}

async function isAsked(visitor: Visitor): Promise<number> {
  const isSo = await visitor.sees(({ asks, connection }) => asks.length === 1 && connection.phase === 'open');
  assert.ok(isSo, JSON.stringify(visitor.snapshot));
  return visitor.snapshot.asks[0]?.expiresAt ?? 0;
}

type Asked = Awaited<ReturnType<typeof startAsked>>;

/** The harm that an open question has to outlive. */
const harms: Readonly<Record<string, (asked: Asked) => unknown>> = {
  cuts: ({ road, visitor }) => road.cut(visitor.page.localPort),
  reloads: ({ visitor }) => visitor.reload(),
  'kills of the server': async ({ world: { nodes } }) => {
    for (const node of nodes) await node.kill().then(() => node.start());
  },
  deploys: async ({ world: { nodes } }) => {
    for (const node of nodes) await node.stop().then(() => node.start());
  },
};

for (const [name, harm] of Object.entries(harms)) {
  test(`an open question outlives ${name}, keeps its time, and is answered once`, async (t) => {
    const asked = await startAsked(t);
    const { world, visitor, talking } = asked;
    const expiresAt = await isAsked(visitor);
    for (let time = 0; time < 3; time += 1) {
      await harm(asked);
      const isNow = await isAsked(visitor);
      assert.ok(isNow <= expiresAt + 1_000, `the question got ${isNow - expiresAt} ms more`);
    }
    const [ask] = visitor.snapshot.asks;
    for (let click = 0; click < 2; click += 1) visitor.decide(ask?.call ?? '', 'once');
    const { label, fate } = await talking;
    world.judge.see(label, fate);
    assert.deepEqual(fate, { kind: 'answered', problems: [] });
    assert.equal(world.recorder.size, 1);
    assert.deepEqual(world.judge.verdict().lost, []);
  });
}
