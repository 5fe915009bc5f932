import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { suite } from 'node:test';
import { limits } from '../shared/limits.ts';
import { silentLog } from './log.ts';
import type { SessionEvent } from './loop/event.ts';
import type { ModelAdapter } from './model/model.ts';
import { readOptions, type AgentServerOptions } from './options.ts';
import { ownMachineLimits } from './policy/unbounded.ts';
import { MemoryCounters } from './store/memory-counters.ts';
import { MemorySessionStore } from './store/memory-session-store.ts';

const model: ModelAdapter = { label: 'Nobody', rehearsal: true, run: () => assert.fail('The model was asked.') };

suite('readOptions', () => {
  test('needs a model and fills in the rest', () => {
    const { log, ...settings } = readOptions({ model });
    assert.deepEqual(settings, {
      model,
      server: undefined,
      port: 8787,
      host: '127.0.0.1',
      path: '/agent',
      origins: [],
      instructions: '',
      toolChoice: 'auto',
      tools: [],
      allowTools: undefined,
      askTools: [],
      limits: { ...limits, ...ownMachineLimits },
      store: undefined,
      counters: undefined,
      secrets: undefined,
      trustProxy: 0,
      admit: undefined,
      metrics: 'local',
      traces: false,
      demo: true,
    });
    assert.equal(log.logsFrames, false);
  });

  test('takes every option as it was given', () => {
    const store = new MemorySessionStore<SessionEvent>({ expiryMs: 1 });
    const page = { origins: ['https://shop.example'], instructions: 'Tea.', toolChoice: { tool: 'cart_add' } };
    const admit = (): true => true;
    const door = { counters: new MemoryCounters(), trustProxy: 1, admit };
    const sight = { metrics: { token: 'x'.repeat(16) }, traces: true };
    const tool = { name: 'mail_send', description: 'Send a mail.', execute: () => null };
    const tools = { tools: [tool], allowTools: ['mail_*'], askTools: [] };
    const given = { port: 0, host: '::1', path: '/a/b', ...page, ...door, ...sight, ...tools, store, demo: false };
    const ticketSecret = ['a'.repeat(32), 'b'.repeat(32)];
    const { log, ...settings } = readOptions({
      model,
      ...given,
      limits: { maxRounds: 2 },
      log: silentLog,
      ticketSecret,
    });
    assert.equal(log.logsFrames, false);
    assert.deepEqual(settings, {
      ...given,
      model,
      server: undefined,
      limits: { ...limits, maxRounds: 2 },
      secrets: ticketSecret.map((text) => new TextEncoder().encode(text)),
    });
  });

  test('takes two secrets as one text, as the environment has them', () => {
    const secrets = ['a'.repeat(32), 'b'.repeat(32)].map((text) => new TextEncoder().encode(text));
    const ticketSecret = `${'a'.repeat(32)}, ${'b'.repeat(32)}`;
    assert.deepEqual(readOptions({ model, ticketSecret }).secrets, secrets);
  });

  test('refuses tools and patterns that are none, naming what is wrong', () => {
    const name = 'memory_put';
    const tool = { name, description: 'Another one.', execute: () => null };
    const wrong = [{ tools: [tool] }, { allowTools: ['memory.*'] }, { askTools: ['*_put'] }];
    const words = [
      /"tools" must be .*a built-in tool has it/,
      /"allowTools" must be a list of names/,
      /"askTools" must/,
    ];
    for (const [at, options] of wrong.entries()) {
      assert.throws(() => readOptions({ model, ...options }), { name: 'TypeError', message: words[at] ?? /^$/ });
    }
  });

  test('bounds nobody where only whoever runs it can come, unless told to', () => {
    for (const host of ['127.0.0.1', '::1', 'localhost']) {
      assert.equal(readOptions({ model, host }).limits.visitorTokensPerDay, ownMachineLimits.visitorTokensPerDay);
    }
    const { visitorTurns, visitorSockets } = readOptions({ model, limits: { visitorTurns: 1 } }).limits;
    assert.deepEqual([visitorTurns, visitorSockets], [1, ownMachineLimits.visitorSockets]);
  });

  const reachable: readonly Partial<AgentServerOptions>[] = [
    { host: '0.0.0.0' },
    { origins: ['https://shop.example'] },
    { server: createServer() },
    { trustProxy: 1 },
    { ticketSecret: 'a'.repeat(32) },
  ];
  for (const options of reachable) {
    test(`bounds everybody where others may come: ${Object.keys(options).join()}`, () => {
      assert.equal(readOptions({ model, ...options }).limits.visitorTokensPerDay, limits.visitorTokensPerDay);
    });
  }

  test('tells a log of one’s own no foreign words', () => {
    const told: unknown[] = [];
    const note = (fields: object) => void told.push(fields);
    const { log } = readOptions({ model, log: { ...silentLog, warn: note } });
    log.warn({ session: 's', err: new Error('the words of a provider') }, 'model failed');
    assert.match(JSON.stringify(told), /"session":"s","err":\{"name":"Error"/);
    assert.doesNotMatch(JSON.stringify(told), /words/);
  });

  test('serves no demo on a server that belongs to somebody else, unless told to', () => {
    const server = createServer();
    assert.equal(readOptions({ model, server }).demo, false);
    assert.equal(readOptions({ model, server }).metrics, 'off');
    assert.equal(readOptions({ model, server, demo: true }).demo, true);
  });

  test('refuses a server together with a place to listen at', () => {
    const server = createServer();
    const both = { name: 'TypeError', message: /give either "server" or "port" and "host", not both/ };
    assert.throws(() => readOptions({ model, server, port: 0 }), both);
    assert.throws(() => readOptions({ model, server, host: '::1' }), both);
  });
});

suite('a wrong option is a TypeError that names it', () => {
  const store = new MemorySessionStore<SessionEvent>({ expiryMs: 1 });
  const wrong: { readonly [option: string]: readonly unknown[] } = {
    model: [null, {}, 'gemini', () => {}, { run: 'x' }],
    server: [null, {}, 8787],
    port: [-1, 65_536, 1.5, '8787', Number.NaN, null],
    host: ['', 1, null],
    path: ['', 'agent', '/agent?x', '/agent#x', null],
    origins: [
      ['*'],
      ['null'],
      ['https://shop.example/'],
      ['shop.example'],
      ['wss://shop.example'],
      'https://a.example',
      null,
    ],
    instructions: [1, null, ['x']],
    toolChoice: ['always', 'cart_add', null, {}, { tool: '' }, { tool: 7 }, { tool: 'x', more: 1 }],
    counters: [null, {}, { take: () => {} }],
    ticketSecret: ['', 'short', 'x'.repeat(31), `${'x'.repeat(32)},short`, [], ['x'.repeat(32), 7], 7, null],
    metrics: ['on', true, null, {}, { token: 'short' }, { token: 7 }],
    traces: ['on', 1, null],
    trustProxy: [-1, 1.5, 11, '1', true, null],
    admit: [true, 'x', null, {}],
    limits: [
      null,
      5,
      { maxRound: 1 },
      { maxRounds: 0 },
      { maxRounds: '8' },
      { maxRounds: Number.NaN },
      { __proto__: null, toString: 1 },
    ],
    log: ['verbose', null, {}, { info: () => {} }],
    store: [null, {}, { acquire: store.acquire, append: store.append, read: store.read }],
    demo: ['yes', 1, null],
  };
  for (const [option, values] of Object.entries(wrong)) {
    for (const value of values) {
      test(`${option}: ${JSON.stringify(value) ?? typeof value}`, () => {
        const options = { model, [option]: value };
        const named = { name: 'TypeError', message: new RegExp(`^createAgentServer: "${option}" must be .+\\.$`) };
        assert.throws(() => readOptions(options), named);
      });
    }
  }

  test('an unknown one, with the names of those that there are', () => {
    const options = { model, orgins: [] };
    assert.throws(() => readOptions(options), {
      name: 'TypeError',
      message: /no option "orgins"\. The options are: model,/,
    });
  });

  for (const options of ['{}', '{"port":0}', 'null']) {
    test(`a missing model: ${options}`, () => {
      assert.throws(() => readOptions(JSON.parse(options)), { name: 'TypeError', message: /"model" is missing/ });
    });
  }
});
