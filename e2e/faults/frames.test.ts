import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenSocket } from '../../widget/connection/socket.ts';
import { Chance } from './chance.ts';
import { openStore } from './store.ts';
import { World } from './world.ts';

/** Sends each frame but the first up to three times, results in another order, and hears each call up to three times. */
function repeat(chance: Chance): (openSocket: OpenSocket) => OpenSocket {
  const times = (): unknown[] => Array.from({ length: chance.between(1, 3) });
  return (openSocket) => (url, subProtocol, events) => {
    const socket = openSocket(url, subProtocol, {
      ...events,
      received: (frame) => {
        const isCall = String(frame).includes('"tool.call"');
        for (const _ of isCall ? times() : [1]) events.received(frame);
      },
    });
    const send = (frame: string): void => {
      if (socket.readyState === 1) socket.send(frame);
    };
    return {
      get readyState() {
        return socket.readyState;
      },
      close: (code, reason) => socket.close(code, reason),
      send: (frame) => {
        if (frame.includes('"hello"')) return socket.send(frame);
        const delays = times().map(() => (frame.includes('"tool.result"') ? chance.between(0, 150) : 0));
        for (const ms of delays) {
          if (ms === 0) send(frame);
          else setTimeout(() => send(frame), ms);
        }
      },
    };
  };
}

test('frames that come up to three times, and results in another order, change nothing', async (t) => {
  const chance = new Chance(6);
  const world = await World.start({ chance, store: await openStore('memory'), nodes: 1 });
  t.after(() => world.close());
  const road = await world.road();
  const visitors = Array.from({ length: 6 }, () => world.visitor(road, { page: { meddle: repeat(chance) } }));
  await Promise.all(
    visitors.map(async (visitor) => {
      for (let turn = 0; turn < 3; turn += 1) {
        const { label, fate } = await visitor.sayNext();
        world.judge.see(label, fate);
      }
    }),
  );
  const { lost, twice, wrong, unfinished, answered } = world.judge.verdict();
  assert.deepEqual({ lost, twice, wrong, unfinished }, { lost: [], twice: [], wrong: [], unfinished: [] });
  assert.equal(answered, 18);
});
