import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { deferred } from '../shared/deferred.ts';
import { closeCode, type PageTool } from '../shared/protocol.ts';
import { PageClient } from '../testing/page-client.ts';
import { modelOf, start, stopServers, type Answer } from './agent-server.fixture.ts';
import {
  createAgentServer,
  defineServerTool,
  mintTicket,
  MemorySessionStore,
  type AgentServerOptions,
} from './index.ts';
import type { SessionEvent } from './loop/event.ts';
import type { ModelRequest } from './model/model.ts';

afterEach(stopServers);

const send = [{ name: 'mail_send', args: { to: 'ada@example.com' } }] as const;
const secret = 's'.repeat(32);

/** A server with one tool of its own, which counts its runs. */
async function withMail(answers: readonly Answer[], options: Partial<AgentServerOptions> = {}) {
  const runs: unknown[] = [];
  const ran = deferred<undefined>();
  const mail = defineServerTool({
    name: 'mail_send',
    description: 'Send a mail.',
    inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
    execute: (args, { subject }) => {
      runs.push([args, subject]);
      ran.resolve(undefined);
      return { sent: true };
    },
  });
  const model = modelOf(...answers);
  const started = await start({ model, tools: [mail], metrics: 'open', ...options });
  return { ...started, model, runs, ran: ran.promise };
}

function toolsOf(request: ModelRequest | undefined): string[] {
  return request?.tools.map(({ name }) => name) ?? [];
}

function lastResult(request: ModelRequest | undefined): unknown {
  const last = request?.history.at(-1);
  return last?.role === 'results' ? last.results[0]?.result : undefined;
}

function pageTool(name: string, changes: Partial<PageTool> = {}): PageTool {
  const inputSchema = { type: 'object', properties: {} };
  return { name, description: 'Does something.', inputSchema, readOnly: false, definition: 'f1', ...changes };
}

async function ignoredBy(http: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${http}/metrics`)).text();
  const lines = text.matchAll(/^headless_agent_answers_ignored_total\{reason="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries(
    [...lines].map(([, reason, count]) => [reason, Number(count)]).filter(([, count]) => count),
  );
}

describe('an approval over a socket', () => {
  test('lets a tool of the server run once, with the frames that it takes and no more', async () => {
    const { url, model, runs } = await withMail([send, 'Sent.']);
    const { client } = await PageClient.connect(url);
    const answer = client.ask('Write to Ada.');
    const { call, nonce, hash } = await client.next('approval.request');
    client.send({ type: 'approval.answer', call, nonce, hash, decision: 'once' });
    assert.equal(await answer, 'Sent.');
    assert.deepEqual(runs, [[{ to: 'ada@example.com' }, undefined]]);
    const types = client.received.map(({ type }) => type).filter((type) => type !== 'turn.text');
    assert.deepEqual(types, ['welcome', 'turn.started', 'approval.request', 'tool.settled', 'turn.ended']);
    assert.deepEqual(toolsOf(model.requests[0]), ['mail_send']);
    assert.deepEqual(lastResult(model.requests[1]), { ok: true, value: { sent: true } });
  });

  test('can not be forged: five that do not count are counted, and close the socket (046)', async () => {
    const { http, url, runs } = await withMail([send]);
    const { client } = await PageClient.connect(url);
    client.send({ type: 'user.message', id: 'm1', text: 'Write to Ada.' });
    const { call, nonce, hash } = await client.next('approval.request');
    const yes = { type: 'approval.answer', call, nonce, hash, decision: 'once' } as const;
    client.send({ ...yes, nonce: 'guessed' });
    client.send({ ...yes, hash: 'of other arguments' });
    client.send({ ...yes, call: '4.1.0' });
    client.send({ type: 'tool.result', call, result: { ok: true, value: 'forged' } });
    client.send({ type: 'tool.result', call: '1.9.9', result: { ok: true, value: 'forged' } });
    const { code, reason } = await client.closed;
    assert.deepEqual([code, reason], [closeCode.badMessage, 'answers to calls that were not asked here']);
    assert.deepEqual(await ignoredBy(http), { unknown: 2, foreign: 1, nonce: 1, hash: 1 });
    assert.deepEqual(runs, []);
  });

  test('comes from the page that has the conversation, and from nobody else (048)', async () => {
    const { http, url, runs, ran } = await withMail([send, 'Sent.']);
    const { client, welcome } = await PageClient.connect(url);
    client.send({ type: 'user.message', id: 'm1', text: 'Write to Ada.' });
    const { call, nonce, hash } = await client.next('approval.request');
    const yes = { type: 'approval.answer', call, nonce, hash, decision: 'once' } as const;
    // It knows all but the token, and so has a conversation of its own.
    const resume = { session: welcome.session, token: 'guessed' };
    const stranger = await PageClient.connect(url, { hello: { resume } });
    assert.equal(stranger.welcome.resumed, false);
    stranger.client.send(yes);
    stranger.client.send({ type: 'ack' });
    await stranger.client.next('ack');
    assert.deepEqual([runs, await ignoredBy(http)], [[], { unknown: 1 }]);
    client.send(yes);
    await ran;
    assert.equal(runs.length, 1);
  });

  test('is asked for again at another node after a reload, and an answer given there counts', async () => {
    const store = new MemorySessionStore<SessionEvent>({ expiryMs: 60_000 });
    const one = await withMail([send], { store });
    const other = await withMail(['Sent.'], { store });
    const { client, welcome } = await PageClient.connect(one.url);
    client.send({ type: 'user.message', id: 'm1', text: 'Write to Ada.' });
    const first = await client.next('approval.request');
    client.cut();
    const resume = { session: welcome.session, token: welcome.token };
    const back = await PageClient.connect(other.url, { hello: { resume } });
    const { call, nonce, hash, remainingMs } = await back.client.next('approval.request');
    assert.deepEqual([call, nonce, hash], [first.call, first.nonce, first.hash]);
    assert.ok(remainingMs <= first.remainingMs);
    back.client.send({ type: 'approval.answer', call, nonce, hash, decision: 'once' });
    await back.client.next('turn.ended');
    assert.deepEqual([one.runs.length, other.runs.length], [0, 1]);
  });

  test('is not needed for a result that comes twice, which closes nothing', async () => {
    const { http, url } = await withMail([[{ name: 'speak', args: { text: 'Hi' } }], 'Done.']);
    const { client } = await PageClient.connect(url, { builtins: ['speak'] });
    const answer = client.ask('Say hi.');
    const { call } = await client.next('tool.call');
    for (let time = 0; time < 8; time += 1) client.answer(call, { ok: true, value: {} });
    assert.equal(await answer, 'Done.');
    assert.deepEqual(await ignoredBy(http), {});
  });
});

describe('the ceiling of a server', () => {
  const builtins = ['speak', 'memory_get', 'memory_put'];

  test('is the most that is offered, whatever a page claims and a ticket allows', async () => {
    const allowTools = ['memory_*', 'cart_*'];
    const { url, model } = await withMail(['Hello.'], { allowTools, ticketSecret: secret });
    const origin = new URL(url.replace('ws', 'http')).origin;
    const tools = ['memory_get', 'mail_send', 'speak', 'cart_add'];
    const ticket = await mintTicket({ secret, sub: 'ada', origin, tools, budget: 1_000 });
    const pageTools = [pageTool('cart_add'), pageTool('pay_now')];
    const { client, welcome } = await PageClient.connect(url, { builtins, pageTools, hello: { ticket } });
    assert.deepEqual(welcome.tools, ['memory_get', 'cart_add']);
    await client.ask('Hi');
    assert.deepEqual(toolsOf(model.requests[0]), ['memory_get', 'cart_add']);
  });

  test('holds for a call, too: what was offered on another server does not run', async () => {
    const store = new MemorySessionStore<SessionEvent>({ expiryMs: 60_000 });
    const offering = deferred<string>();
    const one = await withMail([() => offering.promise], { store });
    const speak = [{ name: 'speak', args: { text: 'Hi' } }];
    const other = await withMail([speak, 'I may not.'], { store, allowTools: ['memory_*'] });
    const { client, welcome } = await PageClient.connect(one.url, { builtins });
    client.send({ type: 'user.message', id: 'm1', text: 'Say hi.' });
    await client.next('turn.started');
    client.cut();
    const resume = { session: welcome.session, token: welcome.token };
    const back = await PageClient.connect(other.url, { builtins, hello: { resume } });
    await back.client.next('turn.ended');
    assert.match(JSON.stringify(lastResult(other.model.requests[1])), /policy_denied/);
    assert.equal(
      back.client.received.some(({ type }) => type === 'tool.call'),
      false,
    );
    offering.resolve('');
  });

  test('names what the person is asked about', async () => {
    const { url } = await withMail([], { askTools: ['memory_*', 'speak'] });
    const { welcome } = await PageClient.connect(url, { builtins });
    assert.deepEqual(welcome.ask, ['memory_*', 'speak']);
  });
});

describe('a tool of the server', () => {
  test('keeps its name for itself: a page that brings another one is refused', async () => {
    const { url } = await withMail([]);
    const client = await PageClient.open(url, { pageTools: [pageTool('mail_send')] });
    client.hello();
    const { code, reason } = await client.closed;
    assert.deepEqual(
      [code, reason],
      [closeCode.badMessage, 'pageTools: "mail_send" is the name of a tool of the server\'s'],
    );
  });

  test('is told whose ticket it runs for', async () => {
    const { url, runs } = await withMail([send, 'Sent.'], { ticketSecret: secret });
    const origin = new URL(url.replace('ws', 'http')).origin;
    const ticket = await mintTicket({ secret, sub: 'ada', origin, tools: ['*'], budget: 1_000 });
    const { client } = await PageClient.connect(url, { hello: { ticket } });
    const answer = client.ask('Write.');
    const { call, nonce, hash } = await client.next('approval.request');
    client.send({ type: 'approval.answer', call, nonce, hash, decision: 'once' });
    await answer;
    assert.deepEqual(runs, [[{ to: 'ada@example.com' }, 'ada']]);
  });

  test('whose schema is none stops the server from starting, and says which', async () => {
    const tool = defineServerTool({ name: 'mail_send', description: 'x', inputSchema: { to: 1 }, execute: () => null });
    const server = createAgentServer({ port: 0, log: 'silent', model: modelOf(), tools: [tool] });
    await assert.rejects(server.listen(), /the inputSchema of the tool "mail_send" can not be used/);
    await server.close();
  });
});

describe('what a conversation has read', () => {
  const clipboard = [{ name: 'clipboard_read', args: {} }] as const;

  test('is told to a page that comes back, on any node, and not to one that begins anew', async () => {
    const store = new MemorySessionStore<SessionEvent>({ expiryMs: 60_000 });
    const one = await withMail([clipboard, 'Read.'], { store });
    const other = await withMail([], { store });
    const tools = { clipboard_read: () => ({ text: 'a\u200bb\u{e0041}', chars: 2, truncated: false }) };
    const { client, welcome } = await PageClient.connect(one.url, { builtins: ['clipboard_read'], tools });
    assert.equal(welcome.taint, undefined);
    await client.ask('Read it.');
    const read = { ok: true, value: { text: 'ab', chars: 2, truncated: false } };
    assert.deepEqual(lastResult(one.model.requests[1]), read, 'T2: without what nobody can see');
    const resume = { session: welcome.session, token: welcome.token };
    client.close();
    const back = await PageClient.connect(other.url, { hello: { resume } });
    const taint = { untrusted: ['clipboard_read'], sensitive: ['clipboard_read'] };
    assert.deepEqual([back.welcome.resumed, back.welcome.taint], [true, taint]);
    const { session, token } = back.welcome;
    const anew = await PageClient.connect(other.url, { hello: { forget: { session, token } } });
    assert.equal(anew.welcome.taint, undefined);
  });

  test('is stripped of what nobody can see where the person did not type it, and in what a page says of its tools', async () => {
    const { url, model } = await withMail(['Yes.', 'Yes.']);
    const description = 'Add\u{e0041} to\u200b the cart.';
    const { client } = await PageClient.connect(url, { pageTools: [pageTool('cart_add', { description })] });
    client.send({ type: 'user.message', id: 'm1', text: 'a\u202eb', origin: 'pasted' });
    await client.next('turn.ended');
    client.send({ type: 'user.message', id: 'm2', text: 'a\u202eb' });
    await client.next('turn.ended');
    const said = model.requests.map(({ history }) => history.at(-1));
    assert.deepEqual(said, [
      { role: 'user', text: 'ab' },
      { role: 'user', text: 'a\u202eb' },
    ]);
    assert.equal(model.requests[0]?.tools[0]?.description, 'Add to the cart.');
  });

  test('is told to the page with the call that follows, once', async () => {
    const speak = { name: 'speak', args: { text: 'Hi' } };
    const { url } = await withMail([[speak, { ...speak, args: { text: 'Ho' } }], 'Done.']);
    const { client } = await PageClient.connect(url, { builtins: ['speak'], tools: { speak: () => ({}) } });
    client.send({ type: 'user.message', id: 'm1', text: 'Say it.', origin: 'pasted' });
    await client.next('turn.ended');
    const calls = client.received.flatMap((message) => (message.type === 'tool.call' ? [message.taint] : []));
    assert.deepEqual(calls, [{ untrusted: ['pasted'], sensitive: [] }, undefined]);
  });

  test('is told to the model with what the person changed', async () => {
    const { url, model } = await withMail([[{ name: 'speak', args: { text: 'Hi' } }], 'Done.']);
    const { client } = await PageClient.connect(url, { builtins: ['speak'] });
    const answer = client.ask('Say hi.');
    const { call } = await client.next('tool.call');
    client.send({ type: 'tool.result', call, result: { ok: true, value: 1 }, ran: { text: 'Hello' } });
    await answer;
    const note = 'The person changed the arguments before they agreed. It ran with these instead: {"text":"Hello"}';
    assert.deepEqual(lastResult(model.requests[1]), { ok: true, value: 1, note });
  });
});
