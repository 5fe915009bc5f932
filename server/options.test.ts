import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { suite } from 'node:test';
import { limits } from '../shared/limits.ts';
import { silentLog } from './log.ts';
import type { SessionEvent } from './loop/event.ts';
import type { ModelAdapter } from './model/model.ts';
import { readOptions } from './options.ts';
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
      limits,
      store: undefined,
      demo: true,
    });
    assert.equal(log.logsFrames, false);
  });

  test('takes every option as it was given', () => {
    const store = new MemorySessionStore<SessionEvent>({ expiryMs: 1 });
    const given = { port: 0, host: '::1', path: '/a/b', origins: ['https://shop.example'], instructions: 'Tea.' };
    const settings = readOptions({ model, ...given, limits: { maxRounds: 2 }, log: silentLog, store, demo: false });
    assert.deepEqual(settings, {
      ...given,
      model,
      server: undefined,
      limits: { ...limits, maxRounds: 2 },
      log: silentLog,
      store,
      demo: false,
    });
  });

  test('serves no demo on a server that belongs to somebody else, unless told to', () => {
    const server = createServer();
    assert.equal(readOptions({ model, server }).demo, false);
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
