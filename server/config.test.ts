import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { ConfigError } from './config/config-error.ts';
import { readConfig } from './config.ts';

const key = { GEMINI_API_KEY: 'k1' };

test('needs nothing: it rehearses on loopback', () => {
  assert.deepEqual(readConfig({}), {
    port: 8787,
    host: '127.0.0.1',
    origins: [],
    log: 'warn',
    limits: {},
    demo: true,
    instructions: '',
    toolChoice: 'auto',
    askTools: [],
    trustProxy: 0,
    store: 'memory',
    metrics: 'local',
    traces: false,
    model: { kind: 'rehearsal' },
  });
});

test('takes an empty variable for one that is not set', () => {
  const names = ['PORT', 'HOST', 'GEMINI_API_KEY', 'GEMINI_MODEL', 'GOOGLE_GEMINI_BASE_URL', 'GOOGLE_API_KEY'].concat(
    'OPENAI_API_KEY',
    'OPENAI_BASE_URL',
  );
  const own = ['ORIGINS', 'LOG', 'DEMO', 'REHEARSAL', 'INSTRUCTIONS', 'TICKET_SECRET', 'TRUST_PROXY', 'STORE']
    .concat('METRICS', 'METRICS_TOKEN', 'TRACES', 'MODEL', 'TOOLS', 'ASK')
    .map((name) => `HEADLESS_AGENT_${name}`);
  const empty = Object.fromEntries([...names, ...own].map((name) => [name, '']));
  assert.deepEqual(readConfig(empty), readConfig({}));
});

test('reads what is set', () => {
  const env = {
    PORT: '0',
    HOST: '0.0.0.0',
    HEADLESS_AGENT_ORIGINS: ' https://shop.example , http://localhost:3000/,,',
    HEADLESS_AGENT_LOG: 'debug',
    HEADLESS_AGENT_DEMO: 'off',
    HEADLESS_AGENT_INSTRUCTIONS: 'We sell tea.',
    HEADLESS_AGENT_TOOL_CHOICE: 'cart_add',
    HEADLESS_AGENT_TOOLS: ' memory_*, speak cart_add ',
    HEADLESS_AGENT_ASK: 'memory_delete',
    HEADLESS_AGENT_TICKET_SECRET: 's1,s2',
    HEADLESS_AGENT_TRUST_PROXY: '2',
    HEADLESS_AGENT_STORE: 'file:/var/lib/agent',
    HEADLESS_AGENT_METRICS: 'open',
    HEADLESS_AGENT_TRACES: 'on',
    HEADLESS_AGENT_LIMITS_MAX_ROUNDS: '3',
    HEADLESS_AGENT_LIMITS_APPROVAL_MS: '60000',
  };
  const { model: _, ...config } = readConfig(env);
  assert.deepEqual(config, {
    port: 0,
    host: '0.0.0.0',
    origins: ['https://shop.example', 'http://localhost:3000'],
    log: 'debug',
    limits: { maxRounds: 3, approvalMs: 60_000 },
    demo: false,
    instructions: 'We sell tea.',
    toolChoice: { tool: 'cart_add' },
    allowTools: ['memory_*', 'speak', 'cart_add'],
    askTools: ['memory_delete'],
    ticketSecret: 's1,s2',
    trustProxy: 2,
    store: 'file:/var/lib/agent',
    metrics: 'open',
    traces: true,
  });
});

suite('the model', () => {
  test('is Gemini as soon as there is a key', () => {
    assert.deepEqual(readConfig(key).model, { kind: 'gemini', apiKey: 'k1', model: 'gemini-flash-latest' });
  });

  test('is found by the variables that the SDK knows; a key for Gemini comes before one for all of Google', () => {
    const { model } = readConfig({
      ...key,
      GOOGLE_API_KEY: 'k2',
      GEMINI_MODEL: 'gemini-pro-latest',
      GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9000',
      GOOGLE_GENAI_API_VERSION: 'v1',
    });
    const baseUrl = 'http://127.0.0.1:9000';
    assert.deepEqual(model, {
      kind: 'gemini',
      apiKey: key.GEMINI_API_KEY,
      model: 'gemini-pro-latest',
      baseUrl,
      apiVersion: 'v1',
    });
  });

  test('needs no key at an endpoint of one’s own', () => {
    const { model } = readConfig({ GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9000' });
    assert.equal(model.kind, 'gemini');
  });

  test('is no rehearsal against the operator’s will', () => {
    assert.throws(() => readConfig({ HEADLESS_AGENT_REHEARSAL: 'off' }), sentence(/GEMINI_API_KEY/));
  });

  test('keeps its key out of every sentence', () => {
    const env = { GEMINI_API_KEY: 'secret', PORT: 'x' };
    assert.throws(() => readConfig(env), sentence(/^(?!.*secret)/));
  });
});

test('takes a token for the metrics, and no second word on who may read them', () => {
  assert.deepEqual(readConfig({ HEADLESS_AGENT_METRICS_TOKEN: 't' }).metrics, { token: 't' });
  const both = { HEADLESS_AGENT_METRICS_TOKEN: 't', HEADLESS_AGENT_METRICS: 'open' };
  assert.throws(() => readConfig(both), /HEADLESS_AGENT_METRICS_TOKEN, not both/);
});

suite('what can not be right', () => {
  const wrong: readonly (readonly [variable: string, text: string])[] = [
    ...['x', '-1', '65536', '1.5', 'Infinity', '80 81'].map((text) => ['PORT', text] as const),
    ...['*', 'null', 'shop.example', 'https://shop.example/shop', 'https://shop.example?x', 'file:///x'].map(
      (text) => ['HEADLESS_AGENT_ORIGINS', text] as const,
    ),
    ['HEADLESS_AGENT_ORIGINS', 'wss://shop.example'],
    ['HEADLESS_AGENT_ORIGINS', 'https://shop.example; https://b.example'],
    ...['verbose', 'DEBUG', '__proto__'].map((text) => ['HEADLESS_AGENT_LOG', text] as const),
    ['HEADLESS_AGENT_DEMO', 'yes'],
    ['HEADLESS_AGENT_METRICS', 'yes'],
    ['HEADLESS_AGENT_TRACES', 'yes'],
    ...['-1', '1.5', 'x', 'true', '11', '10.0.0.0/8'].map((text) => ['HEADLESS_AGENT_TRUST_PROXY', text] as const),
    ['HEADLESS_AGENT_REHEARSAL', 'true'],
    ['HEADLESS_AGENT_TOOL_CHOICE', 'two tools'],
    ['HEADLESS_AGENT_TOOLS', 'memory_* *_put'],
    ['HEADLESS_AGENT_ASK', 'memory.*'],
    ...['0', '-1', 'x', 'Infinity', 'NaN', ''].map((text) => ['HEADLESS_AGENT_LIMITS_MAX_ROUNDS', text] as const),
    ['HEADLESS_AGENT_ORIGIN', 'https://shop.example'],
    ['HEADLESS_AGENT_TICKETSECRET', 'x'],
    ['HEADLESS_AGENT_LIMITS_ROUNDS', '3'],
    ['HEADLESS_AGENT_LIMITS_maxRounds', '3'],
  ];
  for (const [variable, text] of wrong) {
    test(`stops the start with a sentence that names ${variable}: "${text}"`, () => {
      const names = new RegExp(`^${variable} .*\\.$`);
      assert.throws(() => readConfig({ [variable]: text }), sentence(names));
    });
  }

  test('names the limits that there are', () => {
    assert.throws(
      () => readConfig({ HEADLESS_AGENT_LIMITS_ROUNDS: '3' }),
      sentence(/HEADLESS_AGENT_LIMITS_MAX_ROUNDS/),
    );
  });
});

function sentence(pattern: RegExp): (thrown: unknown) => boolean {
  return (thrown) => thrown instanceof ConfigError && pattern.test(thrown.message);
}
