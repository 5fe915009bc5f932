import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { Socket, connect } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import type { AgentError } from '../shared/errors.ts';
import { deferred } from '../shared/deferred.ts';
import { PageClient } from '../testing/page-client.ts';
import { resetSocket } from '../testing/reset-socket.ts';
import { modelOf, running, start, stepOf, stopServers } from './agent-server.fixture.ts';
import { createAgentServer, MemorySessionStore } from './index.ts';
import type { SessionEvent } from './loop/event.ts';
import type { HistoryEntry, ModelAdapter, ModelCall, ModelRequest } from './model/model.ts';

afterEach(stopServers);

/** The code of the nth result in an entry of the history, `ok` for a success. */
function codeIn(entry: HistoryEntry | undefined, index = 0): string | undefined {
  const result = entry?.role === 'results' ? entry.results[index]?.result : undefined;
  return result && (result.ok ? 'ok' : result.error.code);
}

/** Ends when the signal does. */
const never = (_request: ModelRequest, signal: AbortSignal): Promise<string> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

const recall = (key: string): ModelCall => ({ name: 'memory_get', args: { key } });

/** What is sent meanwhile leaves in one write. */
function inOnePacket(client: PageClient, send: () => void): void {
  const raw: unknown = Reflect.get(client.socket, '_socket');
  assert.ok(raw instanceof Socket);
  raw.cork();
  send();
  raw.uncork();
}

describe('a turn', () => {
  test('runs one call in the page and ends with the words of the model', async () => {
    const model = modelOf([{ id: 'm1', name: 'device_context', args: {} }], 'You are in Paris.');
    const { url } = await start({ model });
    const { client } = await PageClient.connect(url, {
      builtins: ['device_context'],
      tools: { device_context: () => ({ time_zone: 'Europe/Paris' }) },
    });

    assert.equal(await client.ask('Where am I?'), 'You are in Paris.');
    const types = client.received.map(({ type }) => type).filter((type) => type !== 'turn.text');
    assert.deepEqual(types, ['welcome', 'turn.started', 'tool.call', 'turn.ended']);
    assert.deepEqual(model.requests[1]?.history.at(-1), {
      role: 'results',
      results: [
        {
          call: { id: 'm1', name: 'device_context', args: {} },
          result: { ok: true, value: { time_zone: 'Europe/Paris' } },
        },
      ],
    });
  });

  test('answers parallel calls of one name in the order of the model, however they finish', async () => {
    const model = modelOf([recall('a'), recall('b'), recall('c')], 'Done.');
    const { url } = await start({ model });
    const { client } = await PageClient.connect(url, { builtins: ['memory_get'] });
    const answered = client.ask('Recall all three.');
    const calls = [await client.next('tool.call'), await client.next('tool.call'), await client.next('tool.call')];
    assert.deepEqual(
      calls.map(({ call }) => call),
      ['1.1.0', '1.1.1', '1.1.2'],
    );

    for (const { call } of calls.toReversed()) client.answer(call, { ok: true, value: call });
    await answered;
    const results = model.requests[1]?.history.at(-1);
    assert.deepEqual(results?.role === 'results' && results.results.map(({ result }) => result.ok && result.value), [
      '1.1.0',
      '1.1.1',
      '1.1.2',
    ]);
    assert.equal(model.requests.length, 2);
  });

  test('answers unknown tools and bad arguments without asking the page', async () => {
    const model = modelOf([{ name: 'get_locatoin', args: {} }], [{ name: 'memory_get', args: { kee: 1 } }], 'I see.');
    const { url } = await start({ model });
    const { client } = await PageClient.connect(url, { builtins: ['memory_get'] });
    await client.ask('Go.');
    assert.equal(client.received.filter(({ type }) => type === 'tool.call').length, 0);
    const codes = model.requests[2]?.history.flatMap((entry) =>
      entry.role === 'results' ? entry.results.map(({ result }) => !result.ok && result.error) : [],
    );
    assert.deepEqual(
      codes?.map((error) => error && error.code),
      ['unknown_tool', 'invalid_args'],
    );
    assert.match(codes?.[0] ? codes[0].message : '', /memory_get/);
  });

  test('stops after eight rounds with a sentence for the person', async () => {
    let asked = 0;
    const forever: ModelAdapter = {
      ...modelOf(),
      async *run() {
        asked += 1;
        yield { type: 'step', step: stepOf([recall(`key${asked}`)]) };
      },
    };
    const { url } = await start({ model: forever });
    const { client } = await PageClient.connect(url, { builtins: ['memory_get'], tools: { memory_get: () => ({}) } });
    await assert.rejects(client.ask('Loop.'), /max_rounds/);
    assert.equal(asked, 8);
  });

  test('is one at a time: a second message is refused as busy and the first goes on', async () => {
    const model = modelOf([recall('a')], 'First.', 'Second.');
    const { url } = await start({ model });
    const { client } = await PageClient.connect(url, { builtins: ['memory_get'] });
    const first = client.ask('One.');
    const { call } = await client.next('tool.call');
    client.send({ type: 'user.message', id: 'too-early', text: 'Two.' });
    const refused = await client.next('turn.failed');
    assert.deepEqual([refused.message, refused.error.code, refused.turn], ['too-early', 'turn_busy', undefined]);
    client.answer(call, { ok: true, value: 1 });
    assert.equal(await first, 'First.');
    assert.equal(await client.ask('Two.'), 'Second.');
  });

  test('answers a message once, though it is sent twice', async () => {
    const model = modelOf('Once.', 'Twice.');
    const { url } = await start({ model });
    const { client } = await PageClient.connect(url);
    const message = { type: 'user.message', id: 'same', text: 'Hello.' } as const;
    client.send(message);
    client.send(message);
    await client.next('turn.ended');
    client.send(message);
    assert.equal(await client.ask('Another.'), 'Twice.');
    assert.equal(model.requests.length, 2);
  });

  test('tells a failing model from its own words', async () => {
    const { url } = await start({
      model: modelOf(async () => {
        throw new Error('key AIza-secret is invalid');
      }, 'Back.'),
    });
    const { client } = await PageClient.connect(url);
    await assert.rejects(client.ask('Hi.'), (error: AgentError) => {
      assert.match(error.message, /model_unavailable/);
      assert.doesNotMatch(error.message, /AIza/);
      return true;
    });
    assert.equal(await client.ask('Hi again.'), 'Back.');
  });
});

describe('results', () => {
  test('that arrive together, in one packet, lead to one more question to the model (022)', async () => {
    const model = modelOf([recall('a'), recall('b')], 'Both.');
    const { url } = await start({ model });
    const { client } = await PageClient.connect(url, { builtins: ['memory_get'] });
    client.send({ type: 'user.message', id: 'm', text: 'Go.' });
    const made = [await client.next('tool.call'), await client.next('tool.call')];
    inOnePacket(client, () => {
      for (const { call } of made) client.answer(call, { ok: true, value: call });
      for (const { call } of made) client.answer(call, { ok: true, value: 'again' });
    });
    await client.next('turn.ended');
    assert.equal(await client.ask('And?'), 'Nothing left to say.');
    assert.equal(model.requests.length, 3);
    assert.doesNotMatch(JSON.stringify(model.requests[2]?.history), /again/);
  });

  test('of a long conversation cost the page no more than those of a short one (037)', async () => {
    const answers = Array.from({ length: 30 }, () => [[recall('a')], 'Read.']).flat();
    const { url } = await start({ model: modelOf(...answers), limits: { visitorMessagesPerMinute: 1_000 } });
    const sent: number[] = [];
    const { client } = await PageClient.connect(url, {
      builtins: ['memory_get'],
      tools: { memory_get: () => 'x'.repeat(30_000) },
    });
    const send = client.socket.send.bind(client.socket);
    client.socket.send = (frame: string) => {
      sent.push(frame.length);
      send(frame);
    };
    for (let turn = 0; turn < 30; turn += 1) await client.ask('Read it.');
    assert.equal(sent.length, 60, 'one frame for each message and one for each result');
    const [first, ...others] = sent.filter((length) => length > 1_000);
    for (const length of others) assert.ok(Math.abs(length - (first ?? 0)) < 10, `${first} and ${length}`);
  });
});

describe('stop', () => {
  test('ends an open call and the turn, and the next message is answered', async () => {
    const model = modelOf([recall('a')], 'Next.');
    const { url } = await start({ model });
    const { client } = await PageClient.connect(url, { builtins: ['memory_get'] });
    client.send({ type: 'user.message', id: 'm', text: 'Go.' });
    const { call, turn } = await client.next('tool.call');
    client.send({ type: 'turn.cancel', turn });
    assert.deepEqual(await client.next('tool.cancel'), { type: 'tool.cancel', call, reason: 'stopped' });
    assert.equal((await client.next('turn.ended')).reason, 'cancelled');
    assert.equal(await client.ask('And now?'), 'Next.');
    const results = model.requests[1]?.history.find(({ role }) => role === 'results');
    assert.equal(codeIn(results), 'cancelled');
  });

  test('ends a model that is still thinking', async () => {
    const thinking = deferred<AbortSignal>();
    const model = modelOf((request, signal) => {
      thinking.resolve(signal);
      return never(request, signal);
    }, 'Next.');
    const { url } = await start({ model });
    const { client } = await PageClient.connect(url);
    client.send({ type: 'user.message', id: 'm', text: 'Go.' });
    const { turn } = await client.next('turn.started');
    const signal = await thinking.promise;
    client.send({ type: 'turn.cancel', turn });
    assert.equal((await client.next('turn.ended')).reason, 'cancelled');
    assert.equal(signal.aborted, true);
    assert.equal(await client.ask('And now?'), 'Next.');
  });
});

describe('a lost page', () => {
  test('that does not come back is told to the model, which ends in words without tools', async () => {
    const told = deferred<ModelRequest>();
    const model = modelOf([recall('a')], async (request) => {
      told.resolve(request);
      return 'You left.';
    });
    const { url } = await start({ model, limits: { graceMs: 20 } });
    const { client } = await PageClient.connect(url, { builtins: ['memory_get'] });
    client.send({ type: 'user.message', id: 'm', text: 'Go.' });
    await client.next('tool.call');
    client.cut();
    const request = await told.promise;
    const last = request.history.at(-1);
    assert.equal(codeIn(last), 'disconnected');
    assert.equal(request.toolChoice, 'none');
  });

  test('that comes back goes on where it was: the open call is answered once and text is not doubled', async () => {
    const model = modelOf([recall('a')], 'All of it.');
    const { url } = await start({ model });
    const page = { builtins: ['memory_get'], hello: { tab: 't1', page: 'p1', ledger: 'l1' } };
    const { client, welcome } = await PageClient.connect(url, page);
    client.send({ type: 'user.message', id: 'm', text: 'Go.' });
    const { call, at } = await client.next('tool.call');
    client.cut();

    const back = await PageClient.open(url, page);
    back.hello({ resume: { session: welcome.session, token: welcome.token, after: at } });
    const again = await back.next('welcome');
    assert.equal(again.resumed, true);
    assert.equal(again.session, welcome.session);
    assert.notEqual(again.token, welcome.token);
    back.answer(call, { ok: true, value: 'kept' });
    await back.next('turn.ended');
    assert.equal(back.textOf(1), 'All of it.');
    assert.equal(back.received.filter(({ type }) => type === 'tool.call').length, 0);
  });

  test('is sent the open call again when it missed it', async () => {
    const { url } = await start({ model: modelOf([recall('a')], 'Done.') });
    const { client, welcome } = await PageClient.connect(url, { builtins: ['memory_get'] });
    client.send({ type: 'user.message', id: 'm', text: 'Go.' });
    const { at } = await client.next('turn.started');
    await client.next('tool.call');
    client.cut();
    const back = await PageClient.open(url, { builtins: ['memory_get'] });
    back.hello({ resume: { session: welcome.session, token: welcome.token, after: at } });
    const { call } = await back.next('tool.call');
    assert.equal(call, '1.1.0');
    back.answer(call, { ok: true, value: 1 });
    await back.next('turn.ended');
    assert.equal(back.textOf(1), 'Done.');
  });

  test('gets a session of its own when its token is wrong, and the owner keeps the old one', async () => {
    const { url } = await start({ model: modelOf('Still here.') });
    const { client, welcome } = await PageClient.connect(url);
    const thief = await PageClient.open(url);
    thief.hello({ resume: { session: welcome.session, token: 'x'.repeat(43) } });
    const given = await thief.next('welcome');
    assert.equal(given.resumed, false);
    assert.notEqual(given.session, welcome.session);
    assert.equal(await client.ask('Are you there?'), 'Still here.');
  });

  test('keeps its session when the welcome with its new token was lost', async () => {
    const { url } = await start({ model: modelOf('Here.') });
    const { client, welcome } = await PageClient.connect(url);
    client.cut();
    const resume = { session: welcome.session, token: welcome.token };
    const unlucky = await PageClient.open(url);
    unlucky.hello({ resume });
    await unlucky.next('welcome');
    unlucky.cut();
    const again = await PageClient.open(url);
    again.hello({ resume });
    const given = await again.next('welcome');
    assert.equal(given.resumed, true);
    again.cut();

    const last = await PageClient.open(url);
    last.hello({ resume: { session: welcome.session, token: given.token } });
    assert.equal((await last.next('welcome')).resumed, true);
    const late = await PageClient.open(url);
    late.hello({ resume });
    assert.equal((await late.next('welcome')).resumed, false, 'the first token is used up');
  });

  test('loses its session to a newer one that holds the token', async () => {
    const { url } = await start({ model: modelOf('Here.') });
    const { client, welcome } = await PageClient.connect(url);
    const newer = await PageClient.open(url);
    newer.hello({ resume: { session: welcome.session, token: welcome.token } });
    assert.equal((await newer.next('welcome')).resumed, true);
    assert.equal((await client.closed).code, 4409);
    assert.equal(await newer.ask('Where are you?'), 'Here.');
  });
});

describe('over HTTP', () => {
  test('the health names the package, the socket and the model, to any page', async () => {
    const { http } = await start({ model: modelOf() });
    const response = await fetch(`${http}/healthz`);
    const health: unknown = await response.json();
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.ok(typeof health === 'object' && health !== null && 'name' in health && 'path' in health);
    assert.deepEqual([health.name, health.path], ['headless-agent', '/agent']);
  });

  test('the socket asks for its upgrade, where a proxy dropped it', async () => {
    const { http } = await start({ model: modelOf() });
    assert.equal((await fetch(`${http}/agent`)).status, 426);
  });

  test('an unknown path is 404, also for a socket', async () => {
    const { http, url } = await start({ model: modelOf() });
    assert.equal((await fetch(`${http}/nothing-here`)).status, 404);
    await assert.rejects(PageClient.open(url.replace('/agent', '/other')), /404/);
  });
});

describe('the server', () => {
  test('lives on when a socket on another path is cut, mounted or not', async (t) => {
    const http = createServer((_, response) => response.end('mine'));
    t.after(() => http.close());
    running.add(createAgentServer({ model: modelOf(), server: http, log: 'silent' }));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { server } = await start({ model: modelOf() });
    const bound = http.address();
    const ports = [typeof bound === 'object' && bound !== null ? bound.port : 0, Number(new URL(server.url).port)];
    for (const port of ports) {
      for (let count = 0; count < 20; count += 1) {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => {});
        socket.write('GET /other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
        await new Promise((resolve) => socket.once('data', resolve));
        resetSocket(socket);
      }
      assert.ok((await fetch(`http://127.0.0.1:${port}/healthz`)).status < 500);
    }
  });

  test('is full at its limit, whatever a page claims to resume, and lets go of a session with nothing to do', async () => {
    const { url } = await start({ model: modelOf('Kept.'), limits: { maxSessions: 2 } });
    const { client: first } = await PageClient.connect(url);
    await PageClient.connect(url);
    const third = await PageClient.open(url);
    third.hello({ resume: { session: 'made-up', token: 'made-up' } });
    assert.deepEqual(await third.closed, { code: 4429, reason: 'the server is full; try again later' });
    first.close();
    await first.closed;
    const { welcome } = await PageClient.connect(url);
    assert.equal(welcome.resumed, false);
  });

  test('writes down a page that changes its mind about its tools once a turn', async () => {
    const store = new MemorySessionStore<SessionEvent>({ expiryMs: 1e6 });
    const { url } = await start({ model: modelOf('One.', 'Two.'), store });
    const { client, welcome } = await PageClient.connect(url);
    for (let count = 0; count < 20; count += 1) {
      client.send({ type: 'tools.changed', builtins: count % 2 ? ['speak'] : ['memory_get'], pageTools: [] });
    }
    await client.ask('Go.');
    const events = (await store.read(welcome.session)) ?? [];
    assert.equal(events.filter(({ event }) => event.type === 'offered').length, 1);
  });

  test('mounts on a server that exists and leaves its other paths alone', async (t) => {
    const http = createServer((_, response) => response.end('mine'));
    const agent = createAgentServer({ model: modelOf('Mounted.'), server: http, path: '/chat', log: 'silent' });
    running.add(agent);
    t.after(() => http.close());
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { client } = await PageClient.connect(`${agent.url.replace('http', 'ws')}/chat`);
    assert.equal(await client.ask('Hello?'), 'Mounted.');
    assert.equal(await (await fetch(`${agent.url}/`)).text(), 'mine');
    client.close();
    await assert.rejects(agent.listen(), /mounted/);
  });

  test('writes what it says in one tick at once: a start and three calls are one write', async (t) => {
    const http = createServer();
    const writes: number[] = [];
    http.on('connection', (raw) => {
      const write = raw._writev?.bind(raw);
      raw._writev = (chunks, done) => {
        writes.push(chunks.length);
        write?.(chunks, done);
      };
    });
    const model = modelOf([recall('a'), recall('b'), recall('c')], 'Done.');
    const agent = createAgentServer({ model, server: http, log: 'silent' });
    running.add(agent);
    t.after(() => http.close());
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { client } = await PageClient.connect(`${agent.url.replace('http', 'ws')}/agent`, {
      builtins: ['memory_get'],
    });
    writes.length = 0;
    client.send({ type: 'user.message', id: 'm1', text: 'Recall all three.' });
    for (const type of ['turn.started', 'tool.call', 'tool.call', 'tool.call'] as const) await client.next(type);
    // A frame is two chunks, its head and its body.
    assert.deepEqual(writes, [8]);
    client.close();
  });

  test('says goodbye with 1012 when it closes', async () => {
    const { server, url } = await start({ model: modelOf() });
    const { client } = await PageClient.connect(url);
    await server.close();
    running.delete(server);
    assert.equal((await client.next('notice')).kind, 'going_away');
    assert.equal((await client.closed).code, 1012);
  });
});
