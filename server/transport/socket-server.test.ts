import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { limits } from '../../shared/limits.ts';
import { SUB_PROTOCOL } from '../../shared/protocol.ts';
import { PageClient } from '../../testing/page-client.ts';
import { modelOf, start, stopServers } from '../agent-server.fixture.ts';

afterEach(stopServers);

describe('a page that breaks the protocol', () => {
  const deep = `{"type":"user.message","id":"a","text":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  const cases: readonly (readonly [string, string | Buffer, number, RegExp])[] = [
    ['is not JSON', 'hello?', 4400, /not JSON/],
    ['has an unknown type', '{"type":"toString"}', 4400, /toString/],
    ['is nested too deeply', deep, 4400, /nested/],
    ['lacks a field', '{"type":"user.message","id":"a"}', 4400, /user\.message: text/],
    ['has a field too many', '{"type":"turn.cancel","turn":1,"also":2}', 4400, /unknown field also/],
    ['hides a prototype', '{"type":"turn.cancel","turn":1,"__proto__":{"x":1}}', 4400, /turn\.cancel/],
    ['is too large', JSON.stringify({ type: 'turn.cancel', turn: 'x'.repeat(1_048_577) }), 4413, /frame_too_large/],
    ['is binary', Buffer.from([1, 2, 3]), 4400, /binary/],
  ];
  for (const [name, frame, code, reason] of cases) {
    test(`by a frame that ${name} is sent away with ${code}; others notice nothing`, async () => {
      const { url } = await start({ model: modelOf('Fine.') });
      const { client: other } = await PageClient.connect(url);
      const { client } = await PageClient.connect(url);
      client.sendRaw(frame);
      const closed = await client.closed;
      assert.equal(closed.code, code);
      assert.match(closed.reason, reason);
      assert.equal(Reflect.get({}, 'x'), undefined);
      assert.equal(await other.ask('How are you?'), 'Fine.');
    });
  }

  for (const [how, count] of [
    ['of fragments', limits.maxFragments + 1],
    ['of fragments that never end', 16_000],
  ] as const) {
    test(`by a message ${how} is sent away with 1008; others notice nothing (062)`, async () => {
      const { url } = await start({ model: modelOf('Fine.') });
      const { client: other } = await PageClient.connect(url);
      const { client } = await PageClient.connect(url);
      for (let sent = 0; sent < count; sent += 1) client.socket.send('a', { fin: false });
      client.socket.resume();
      const { code } = await client.closed;
      assert.equal(code, 1008);
      assert.equal(await other.ask('How are you?'), 'Fine.');
    });
  }

  test(`may send a message in up to ${limits.maxFragments} fragments`, async () => {
    const { url } = await start({ model: modelOf('Fine.') });
    const { client } = await PageClient.connect(url);
    const frame = JSON.stringify({ type: 'user.message', id: 'm1', text: 'x'.repeat(limits.maxFragments) });
    const size = Math.ceil(frame.length / limits.maxFragments);
    for (let at = 0; at < frame.length; at += size) {
      client.socket.send(frame.slice(at, at + size), { fin: at + size >= frame.length });
    }
    await client.next('turn.ended');
    assert.equal(client.textOf(1), 'Fine.');
  });

  test('by too many frames is sent away with 4429', async () => {
    const { url } = await start({ model: modelOf() });
    const { client } = await PageClient.connect(url);
    for (let count = 0; count < 100; count += 1) client.send({ type: 'turn.cancel', turn: 1 });
    assert.equal((await client.closed).code, 4429);
  });

  test('by saying nothing is sent away with 4408', async () => {
    const { url } = await start({ model: modelOf(), limits: { helloMs: 20 } });
    const client = await PageClient.open(url);
    assert.equal((await client.closed).code, 4408);
  });

  test('by speaking before hello, or hello twice, is sent away with 4400', async () => {
    const { url } = await start({ model: modelOf() });
    const early = await PageClient.open(url);
    early.send({ type: 'turn.cancel', turn: 1 });
    assert.match((await early.closed).reason, /must be hello/);
    const { client } = await PageClient.connect(url);
    client.hello();
    assert.match((await client.closed).reason, /said already/);
  });

  test('by another version or sub-protocol is sent away with 4406', async () => {
    const { url } = await start({ model: modelOf() });
    const client = await PageClient.open(url);
    client.hello({ version: 2 });
    assert.deepEqual(await client.closed, {
      code: 4406,
      reason: 'this server speaks version 1, the page 2: reload the page',
    });

    const foreign = new WebSocket(url, 'chat', { origin: url.replace('ws:', 'http:').replace('/agent', '') });
    foreign.on('error', () => {});
    const code = await new Promise((resolve) => foreign.once('close', resolve));
    assert.ok(code === 4406 || code === 1006, String(code));
  });

  test('by tools that shadow a built-in one is sent away with 4400', async () => {
    const { url } = await start({ model: modelOf() });
    const pageTool = { name: 'memory_get', description: '', inputSchema: {}, readOnly: true, definition: 'd' };
    const client = await PageClient.open(url, { pageTools: [pageTool] });
    client.hello();
    assert.match((await client.closed).reason, /name of a built-in tool/);
  });
});

describe('an origin', () => {
  test('that is foreign is told so by close code 4403 with its name', async () => {
    const { url } = await start({ model: modelOf() });
    for (const origin of [
      'https://evil.example',
      'null',
      'http://127.0.0.1.evil.example',
      'http://localhost.evil.example',
    ]) {
      const client = await PageClient.open(url, { origin });
      assert.deepEqual(await client.closed, { code: 4403, reason: `origin_refused: ${origin}` });
    }
  });

  test('that is missing is refused', async () => {
    const { url } = await start({ model: modelOf() });
    const socket = new WebSocket(url, SUB_PROTOCOL);
    const code = await new Promise((resolve) => socket.once('close', resolve));
    assert.equal(code, 4403);
  });

  test('that is listed, or loopback on a loopback server, may connect', async () => {
    const { url } = await start({ model: modelOf(), origins: ['https://shop.example'] });
    for (const origin of [
      'https://shop.example',
      'http://localhost:3000',
      'http://[::1]:1',
      'https://shop.localhost',
    ]) {
      const { client } = await PageClient.connect(url, { origin });
      client.close();
    }
  });

  test('in a flood is refused before a socket exists', async () => {
    const { url } = await start({ model: modelOf() });
    const attempts = Array.from({ length: 100 }, () =>
      PageClient.open(url, { origin: 'https://evil.example' }).then(
        () => 'explained',
        () => 'refused',
      ),
    );
    const outcomes = await Promise.all(attempts);
    assert.ok(outcomes.includes('refused'));
  });
});

test('cuts a page that does not answer its heartbeat', async () => {
  const { url } = await start({ model: modelOf(), limits: { heartbeatMs: 30, helloMs: 60_000 } });
  const deaf = new WebSocket(url, SUB_PROTOCOL, { autoPong: false, origin: 'http://localhost' });
  const code = await new Promise((resolve) => deaf.once('close', resolve));
  assert.equal(code, 1006);
});

test('keeps a quiet page awake for any proxy on the way: bytes go both ways at least every 25 s (055)', async () => {
  assert.ok(limits.heartbeatMs <= 25_000);
  const { url } = await start({ model: modelOf([{ name: 'memory_put', args: {} }]), limits: { heartbeatMs: 20 } });
  const { client } = await PageClient.connect(url, { builtins: ['memory_put'] });
  client.send({ type: 'user.message', id: 'm1', text: 'Ask me first.' });
  await client.next('turn.started');
  // A page that did not answer would be cut at the second one.
  for (let pings = 0; pings < 10; pings += 1) await once(client.socket, 'ping');
  assert.equal(client.socket.readyState, WebSocket.OPEN);
  client.close();
});

describe('a page that asks whether anybody is there', () => {
  test('is answered at once, while its session waits for a model that does not answer', async () => {
    const model = modelOf(() => new Promise(() => {}));
    const { url } = await start({ model });
    const { client } = await PageClient.connect(url);
    client.send({ type: 'user.message', id: 'm1', text: 'Hi' });
    await client.next('turn.started');
    client.send({ type: 'ack' });
    assert.deepEqual(await client.next('ack'), { type: 'ack' });
    assert.deepEqual(
      client.received.map(({ type }) => type),
      ['welcome', 'turn.started', 'ack'],
    );
  });

  test('before it has said hello is sent away', async () => {
    const { url } = await start({ model: modelOf() });
    const client = await PageClient.open(url);
    client.send({ type: 'ack' });
    assert.equal((await client.closed).code, 4400);
  });
});
