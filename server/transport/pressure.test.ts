import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, suite, test } from 'node:test';
import { WebSocket } from 'ws';
import { deferred } from '../../shared/deferred.ts';
import { SUB_PROTOCOL } from '../../shared/protocol.ts';
import { PageClient } from '../../testing/page-client.ts';
import { modelOf, running, start, stepOf, stopServers } from '../agent-server.fixture.ts';
import { createAgentServer, MemorySessionStore, type AgentServerOptions } from '../index.ts';
import type { SessionEvent } from '../loop/event.ts';
import type { ModelAdapter } from '../model/model.ts';
import { MemoryCounters } from '../store/memory-counters.ts';

afterEach(stopServers);

/** A server whose connections a test can look at, the last one first. */
async function startWatched(options: AgentServerOptions): Promise<{ url: string; connections: Socket[] }> {
  const http = createServer((_, response) => response.end());
  const connections: Socket[] = [];
  http.on('connection', (socket) => connections.unshift(socket));
  const agent = createAgentServer({ server: http, log: 'silent', ...options });
  running.add(agent);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  http.unref();
  return { url: `${agent.url.replace('http', 'ws')}/agent`, connections };
}

/** A model that talks until it is told to stop, without a pause. */
function talkative(goesOn: () => boolean): ModelAdapter {
  return {
    ...modelOf(),
    async *run(request, signal) {
      while (JSON.stringify(request.history).includes('Talk.') && goesOn() && !signal.aborted) {
        yield { type: 'text', text: 'x'.repeat(50_000) };
        await nextTick();
      }
      yield { type: 'text', text: 'Done.' };
      yield { type: 'step', step: stepOf('Done.') };
    },
  };
}

suite('a page that does not read', () => {
  test('is cut once too much waits for it, nobody else notices, and it has its answer when it is back (064)', async () => {
    const cut = new AbortController();
    const limits = { maxBufferedBytes: 65_536 };
    const { url, connections } = await startWatched({ model: talkative(() => !cut.signal.aborted), limits });
    const { client, welcome } = await PageClient.connect(url);
    const [raw] = connections;
    assert.ok(raw);
    let most = 0;
    raw.once('close', () => cut.abort());
    client.socket.pause();
    client.send({ type: 'user.message', id: 'm1', text: 'Talk.' });
    const { client: other } = await PageClient.connect(url);
    assert.equal(await other.ask('Hello?'), 'Done.');
    while (!cut.signal.aborted) {
      most = Math.max(most, raw.writableLength);
      await nextTick();
    }
    assert.ok(most < 400_000, `${most} bytes waited`);
    client.cut();
    const back = await PageClient.open(url);
    back.hello({ resume: { session: welcome.session, token: welcome.token } });
    await back.next('turn.ended');
    assert.equal(back.textOf(1), 'Done.');
  });

  test('is cut when nothing leaves for too long, though it says that it is alive', async () => {
    const watched: { raw?: Socket } = {};
    const model = talkative(() => (watched.raw?.writableLength ?? 0) < 100_000);
    const { url, connections } = await startWatched({ model, limits: { heartbeatMs: 20, stalledMs: 60 } });
    const { client } = await PageClient.connect(url);
    const [raw] = connections;
    assert.ok(raw);
    watched.raw = raw;
    client.socket.pause();
    client.send({ type: 'user.message', id: 'm1', text: 'Talk.' });
    const alive = setInterval(() => client.socket.pong(), 5);
    await once(raw, 'close');
    clearInterval(alive);
    client.cut();
  });
});

test('a crowd that does not read leaves nothing behind when it is gone (065)', async () => {
  const done = new AbortController();
  const limits = { maxBufferedBytes: 65_536, graceMs: 50, visitorSockets: 100, visitorTurns: 100 };
  const { url, connections } = await startWatched({ model: talkative(() => !done.signal.aborted), limits });
  const crowd = await Promise.all(Array.from({ length: 15 }, () => PageClient.connect(url)));
  const closed = connections.map((raw) => once(raw, 'close'));
  for (const [at, { client }] of crowd.entries()) {
    client.socket.pause();
    client.send({ type: 'user.message', id: `m${at}`, text: 'Talk.' });
  }
  await Promise.all(closed);
  done.abort();
  assert.equal(connections.length, 15);
  for (const raw of connections) assert.equal(raw.writableLength, 0, 'what waited is let go');
  for (const { client } of crowd) client.cut();
});

test('a page that floods while its session is being opened is not read meanwhile', async () => {
  const [asked, open] = [deferred<void>(), deferred<void>()];
  const store = new MemorySessionStore<SessionEvent>({ expiryMs: 3_600_000 });
  const acquire = store.acquire.bind(store);
  store.acquire = async (...who) => {
    asked.resolve();
    await open.promise;
    return acquire(...who);
  };
  const { url, connections } = await startWatched({ model: modelOf(), store });
  const client = await PageClient.open(url);
  const [raw] = connections;
  assert.ok(raw);
  client.hello();
  await asked.promise;
  for (let count = 0; count < 8; count += 1) client.sendRaw(`{"type":"ack","x":"${'x'.repeat(1_000_000)}"}`);
  for (let count = 0; count < 10; count += 1) await fetch(url.replace('ws:', 'http:'));
  assert.ok(raw.bytesRead < 2_000_000, `${raw.bytesRead} bytes were read`);
  open.resolve();
  assert.equal((await client.closed).code, 4400);
});

suite('a handshake that is never finished', () => {
  const beginnings = {
    'by nobody who says a word': '',
    'in the middle of its first line': 'GET /age',
    'between two headers': 'GET /agent HTTP/1.1\r\nHost: x\r\n',
    'in a request with a body to come': 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx',
  };
  for (const [name, beginning] of Object.entries(beginnings)) {
    test(`${name} is cut, and others get in meanwhile`, async () => {
      const { url } = await start({ model: modelOf('Fine.'), limits: { handshakeMs: 200 } });
      const stalled = Array.from({ length: 50 }, () => connect(Number(new URL(url).port), '127.0.0.1'));
      const closed = stalled.map((socket) => {
        socket.on('error', () => {});
        socket.resume();
        socket.write(beginning);
        return once(socket, 'close');
      });
      const { client } = await PageClient.connect(url);
      assert.equal(await client.ask('How are you?'), 'Fine.');
      await Promise.all(closed);
      client.close();
    });
  }

  test('because it comes byte by byte is cut all the same', async () => {
    const { url } = await start({ model: modelOf(), limits: { handshakeMs: 100 } });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write('GET /agent HTTP/1.1\r\nX-Slow: ');
    const drip = setInterval(() => socket.write('x'), 10);
    await once(socket, 'close');
    clearInterval(drip);
  });

  test('because nobody can count it is cut', async () => {
    const counters = new MemoryCounters();
    counters.enter = () => new Promise(() => {});
    const { url } = await start({ model: modelOf(), counters, limits: { handshakeMs: 50, visitorSockets: 9 } });
    await assert.rejects(PageClient.open(url));
  });

  test('because the store of the counts is away is refused', async () => {
    const counters = new MemoryCounters();
    counters.enter = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const { url } = await start({ model: modelOf(), counters, limits: { visitorSockets: 9 } });
    await assert.rejects(PageClient.open(url), /503/);
  });
});

suite('a flood of sockets', () => {
  /** Opens a socket as a proxy would pass it on. */
  function openFrom(address: string, url: string): WebSocket {
    const socket = new WebSocket(url, SUB_PROTOCOL, {
      origin: url.replace('ws:', 'http:').replace('/agent', ''),
      headers: { 'x-forwarded-for': `9.9.9.9, ${address}` },
    });
    socket.on('error', () => {});
    return socket;
  }

  /** What becomes of a socket: its close code, the HTTP status, or undefined as long as it is open. */
  async function fateOf(socket: WebSocket): Promise<number | undefined> {
    return new Promise((resolve) => {
      socket.once('unexpected-response', (request, response) => {
        request.destroy();
        resolve(response.statusCode);
      });
      socket.once('close', resolve);
      socket.once('open', () => socket.ping());
      socket.once('pong', () => resolve(undefined));
    });
  }

  test('of one address leaves room for others', async () => {
    const { url } = await start({ model: modelOf(), trustProxy: 1, limits: { visitorSockets: 5 } });
    const flood = Array.from({ length: 100 }, () => openFrom('203.0.113.7', url));
    const fates = await Promise.all(flood.map(fateOf));
    assert.equal(await fateOf(openFrom('203.0.113.8', url)), undefined);
    assert.equal(fates.filter((fate) => fate === undefined).length, 5);
    assert.ok(fates.every((fate) => fate === undefined || fate === 4429 || fate === 429));
    for (const socket of flood) socket.terminate();
  });

  test('of all addresses together ends at what the server can hold', async () => {
    const { url } = await start({ model: modelOf(), trustProxy: 1, limits: { maxSockets: 5 } });
    const flood = Array.from({ length: 100 }, (_, at) => openFrom(`203.0.113.${at}`, url));
    const fates = await Promise.all(flood.map(fateOf));
    assert.equal(fates.filter((fate) => fate === undefined).length, 5);
    assert.ok(fates.every((fate) => fate === undefined || fate === 4429 || fate === 503));
    for (const socket of flood) socket.terminate();
  });
});
