import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { missingRedis } from '../../testing/redis-server.ts';
import { Chance } from './chance.ts';
import { openStore } from './store.ts';
import { World } from './world.ts';

test(
  'a node that slept while another took its sessions over changes nothing when it wakes',
  { skip: missingRedis },
  async (t) => {
    const world = await World.start({
      chance: new Chance(28),
      store: await openStore('redis'),
      nodes: 2,
      modelMs: 300,
    });
    t.after(() => world.close());
    const [asleep, awake] = world.nodes;
    assert.ok(asleep && awake);
    let target = asleep;
    const road = await world.road({}, () => target);
    const visitors = Array.from({ length: 8 }, () => world.visitor(road, { networkBackMs: () => 20 }));
    const talk = async (): Promise<void> => {
      const fates = await Promise.all(
        visitors.map((visitor) => visitor.sayNext('act,act_slowly;act_when_asked;act,look')),
      );
      for (const { label, fate } of fates) {
        world.judge.see(label, fate);
        assert.deepEqual(fate, { kind: 'answered', problems: [] }, label);
      }
    };
    const talking = talk();
    assert.ok(await visitors[0]?.sees(({ items }) => items.some(({ kind }) => kind === 'call')));
    asleep.pause();
    target = awake;
    road.cut();
    await talking;
    asleep.resume();
    // It goes on with what it was about to do: answers of its model, results, frames.
    await sleep(1_000);
    await talk();
    const { lost, twice, wrong, unfinished } = world.judge.verdict();
    assert.deepEqual({ lost, twice, wrong, unfinished }, { lost: [], twice: [], wrong: [], unfinished: [] });
  },
);
