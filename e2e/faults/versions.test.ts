import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { WebSocketServer } from 'ws';
import { PageClient } from '../../testing/page-client.ts';
import { PROTOCOL_VERSION } from '../../shared/protocol.ts';
import { Browser } from './browser.ts';
import { Chance } from './chance.ts';
import { Page } from './page.ts';
import { Recorder } from './recorder.ts';
import { openStore } from './store.ts';
import { World } from './world.ts';

const origin = 'http://shop.test';

test('a page of a later version is told to reload, and closes nothing but itself', async (t) => {
  const world = await World.start({ chance: new Chance(29), store: await openStore('memory'), nodes: 1 });
  t.after(() => world.close());
  const url = `ws://127.0.0.1:${world.nodes[0]?.port}/agent`;
  const client = await PageClient.open(url, { origin });
  client.hello({ version: PROTOCOL_VERSION + 1 });
  const { code, reason } = await client.closed;
  assert.equal(code, 4406);
  assert.match(reason, /reload the page/);
  const { client: current } = await PageClient.connect(url, { origin });
  current.close();
});

/** A server of another version, which does with a page what `meet` says. */
async function otherServer(
  t: TestContext,
  meet: (say: (frame: string) => void, close: (code: number) => void) => void,
): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  t.after(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  server.on('connection', (socket) => {
    socket.once('message', () =>
      meet(
        (frame) => socket.send(frame),
        (code) => socket.close(code, 'reload'),
      ),
    );
  });
  await once(server, 'listening');
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}

/** What a page says in the end of a server that it can't talk to. */
async function refusalOf(t: TestContext, port: number): Promise<string> {
  const page = new Page({
    ...{ number: 1, server: new URL(`ws://127.0.0.1:${port}/agent`), origin, browser: new Browser() },
    ...{ tab: new Map(), recorder: new Recorder(), random: Math.random },
  });
  t.after(() => page.leave());
  return page.agent.ready.then(
    () => 'ready',
    (refused: unknown) => (refused instanceof Error ? refused.message : String(refused)),
  );
}

test('a page whose server is of an earlier version says so, and does not try for ever', async (t) => {
  const port = await otherServer(t, (_say, close) => close(4406));
  assert.match(await refusalOf(t, port), /reload/i);
});

test('a page whose server says what it does not understand says so, and does not try for ever', async (t) => {
  const port = await otherServer(t, (say) => say(JSON.stringify({ type: 'welcome.v2', session: 's' })));
  const words = await refusalOf(t, port);
  assert.match(words, /understand|version/i);
});
