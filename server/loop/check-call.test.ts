import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { ToolResult } from '../../shared/protocol.ts';
import type { ModelCall } from '../model/model.ts';
import type { JsonObject } from '../../shared/json.ts';
import { LoopFixture, call, calls, failure, pageTool, type LoopFixtureOptions } from './loop.fixture.ts';

const builtins = ['memory_get', 'memory_put', 'memory_list', 'speak'];

/** Runs one turn in which the model makes the given calls round by round, and tells how each ended. */
async function outcomesOf(rounds: readonly ModelCall[][], options: LoopFixtureOptions = {}) {
  const loop = new LoopFixture({ offer: { builtins }, answers: rounds.map((made) => calls(...made)), ...options });
  await loop.turn();
  return loop;
}

function messageOf(result: ToolResult | undefined): string {
  return result?.ok === false ? result.error.message : '';
}

const get = (key: string) => call('memory_get', { key });
const put = (key: string, value: number) => call('memory_put', { key, value });

suite('a call that never leaves the server', () => {
  test('names a tool that does not exist, and is told which there are (018)', async () => {
    const loop = await outcomesOf([[call('getLocatoin')], [get('a')]]);
    assert.deepEqual(loop.outcomes, { '1.1.0': 'unknown_tool', '1.2.0': 'ok' });
    assert.deepEqual(loop.called, ['1.2.0']);
    assert.equal(
      messageOf(loop.results['1.1.0']),
      'There is no tool named "getLocatoin". The tools are: memory_put, memory_get, memory_list, speak.',
    );
  });

  for (const name of ['geolocation_get', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '']) {
    test(`names ${name || 'no tool at all'}, which is not on offer`, async () => {
      assert.deepEqual((await outcomesOf([[call(name)]])).outcomes, { '1.1.0': 'unknown_tool' });
    });
  }

  test('is told so when no tool is on offer at all', async () => {
    const loop = await outcomesOf([[get('a')]], { offer: {} });
    assert.equal(messageOf(loop.results['1.1.0']), 'There is no tool named "memory_get". No tools are available.');
  });

  test('has a name of any length, which is cut in the answer', async () => {
    const loop = await outcomesOf([[call('x'.repeat(5_000))]]);
    assert.match(messageOf(loop.results['1.1.0']), /^There is no tool named "x{64}"\. The tools are/);
  });

  test('has arguments that do not fit a built-in tool, and is told where', async () => {
    const loop = await outcomesOf([[call('memory_get', { key: 7 }), call('memory_get', { key: 'a', also: 1 })]]);
    assert.deepEqual(loop.outcomes, { '1.1.0': 'invalid_args', '1.1.1': 'invalid_args' });
    const fit = "The arguments do not fit the tool's schema.";
    assert.equal(messageOf(loop.results['1.1.0']), `${fit} key: Invalid input: expected string, received number`);
    assert.equal(messageOf(loop.results['1.1.1']), `${fit} arguments: Unrecognized key: "also"`);
  });

  test("has arguments that do not fit a page tool's schema", async () => {
    const loop = await outcomesOf([[call('cart_add', { n: 'two' })]], { offer: { pageTools: [pageTool('cart_add')] } });
    assert.deepEqual(loop.outcomes, { '1.1.0': 'invalid_args' });
    assert.match(messageOf(loop.results['1.1.0']), /n: .*number/);
  });

  for (const args of [null, 'a', 7, [], true]) {
    test(`has ${JSON.stringify(args)} for arguments`, async () => {
      assert.deepEqual((await outcomesOf([[call('memory_get', args)]])).outcomes, { '1.1.0': 'invalid_args' });
    });
  }

  test('has arguments that are larger than the limit, in bytes', async () => {
    const loop = await outcomesOf([[put('a', 1), call('memory_put', { key: 'a', value: 'ü'.repeat(50) })]], {
      limits: { maxArgsBytes: 100 },
    });
    assert.deepEqual(loop.outcomes, { '1.1.0': 'ok', '1.1.1': 'too_large' });
  });

  for (const key of ['__proto__', '\\u005f_proto__', 'constructor', 'prototype']) {
    test(`has arguments with an own key ${key} (072)`, async () => {
      const args: unknown = JSON.parse(`{"key":"a","value":[{"${key}":{"x":1}}]}`);
      const loop = await outcomesOf([[call('memory_put', args)]]);
      assert.deepEqual(loop.outcomes, { '1.1.0': 'invalid_args' });
      assert.equal(Reflect.get({}, 'x'), undefined);
    });
  }

  for (const depth of [33, 10_000]) {
    test(`has arguments ${depth} levels deep, and the turn goes on (073)`, async () => {
      const value: unknown = JSON.parse('['.repeat(depth - 1) + ']'.repeat(depth - 1));
      const loop = await outcomesOf([[call('memory_put', { key: 'a', value })]]);
      assert.deepEqual(loop.outcomes, { '1.1.0': 'invalid_args' });
      assert.equal(loop.end?.reason, 'answered');
    });
  }

  test('may have arguments exactly as deep as the limit', async () => {
    const value: unknown = JSON.parse('['.repeat(31) + ']'.repeat(31));
    assert.deepEqual((await outcomesOf([[call('memory_put', { key: 'a', value })]])).outcomes, { '1.1.0': 'ok' });
  });

  const oddSchemas = {
    'a reference to nowhere': { type: 'object', properties: { n: { $ref: '#/$defs/gone' } } },
    'a pattern that is no pattern': { type: 'object', properties: { n: { type: 'string', pattern: '(' } } },
    'a pattern that takes for ever': { type: 'object', properties: { n: { type: 'string', pattern: '^(a+)+$' } } },
    'references that double at each level': doublingSchema(18),
    'no keyword at all': { nonsense: true },
  };
  for (const [what, inputSchema] of Object.entries(oddSchemas)) {
    test(`is not for a page tool whose schema has ${what}: the page judges it`, async () => {
      const offer = { pageTools: [pageTool('odd', { inputSchema })] };
      const loop = await outcomesOf([[call('odd', { n: `${'a'.repeat(40)}!` })]], { offer });
      assert.deepEqual(loop.outcomes, { '1.1.0': 'ok' });
    });
  }
});

/** A small schema that is twice as much work with each level. */
function doublingSchema(levels: number): JsonObject {
  const level = (n: number) => ({ allOf: [{ $ref: `#/$defs/l${n + 1}` }, { $ref: `#/$defs/l${n + 1}` }] });
  const names = Array.from({ length: levels }, (_, n) => [`l${n}`, level(n)] as const);
  return {
    type: 'object',
    properties: { n: { $ref: '#/$defs/l0' } },
    $defs: Object.fromEntries([...names, [`l${levels}`, { type: 'string' }]]),
  };
}

suite('the number of calls in a turn', () => {
  test('is limited: what is beyond is answered without running, and the turn goes on', async () => {
    const keys = Array.from({ length: 21 }, (_, n) => get(`k${n}`));
    const loop = await outcomesOf([keys]);
    assert.equal(loop.called.length, 16);
    assert.deepEqual(Object.values(loop.outcomes).slice(16), Array(5).fill('rate_limited'));
    assert.equal(loop.end?.reason, 'answered');
  });

  test('counts over all rounds, and refused calls too', async () => {
    const loop = await outcomesOf(
      [
        [get('a'), call('nope')],
        [get('b'), get('c')],
      ],
      { limits: { maxCalls: 3 } },
    );
    assert.deepEqual(loop.outcomes, { '1.1.0': 'ok', '1.1.1': 'unknown_tool', '1.2.0': 'ok', '1.2.1': 'rate_limited' });
  });

  test('lets twelve different reads with one tool pass, though they look alike (014)', async () => {
    const rounds = [0, 4, 8].map((from) => [0, 1, 2, 3].map((n) => get(`k${from + n}`)));
    const loop = await outcomesOf(rounds);
    assert.deepEqual([...new Set(Object.values(loop.outcomes))], ['ok']);
    assert.equal(loop.called.length, 12);
  });
});

suite('a repeated call', () => {
  const cases: readonly (readonly [name: string, rounds: ModelCall[][], outcomes: readonly string[]])[] = [
    ['with the same arguments is refused', [[get('a')], [get('a')]], ['ok', 'conflict']],
    [
      'is known by its arguments, whatever the order of their keys',
      [[call('memory_put', { key: 'a', value: 1 })], [call('memory_put', { value: 1, key: 'a' })]],
      ['ok', 'conflict'],
    ],
    ['with other arguments is none', [[get('a')], [get('b')]], ['ok', 'ok']],
    ['within one round is meant', [[get('a'), get('a'), get('a')]], ['ok', 'ok', 'ok']],
    ['is refused after reads in between', [[get('a')], [get('b')], [get('a')]], ['ok', 'ok', 'conflict']],
    ['that reads is allowed after an effect', [[get('a')], [put('a', 1)], [get('a')]], ['ok', 'ok', 'ok']],
    [
      'that reads is refused once it has seen the effect',
      [[get('a')], [put('a', 1)], [get('a')], [get('a')]],
      ['ok', 'ok', 'ok', 'conflict'],
    ],
    [
      'that reads is allowed after an effect beside it, which may have come later',
      [[put('a', 1), get('a')], [get('a')]],
      ['ok', 'ok', 'ok'],
    ],
    ['that acts is refused', [[put('a', 1)], [put('a', 1)]], ['ok', 'conflict']],
    [
      'that acts is allowed when another effect came between',
      [[put('a', 1)], [put('a', 2)], [put('a', 1)]],
      ['ok', 'ok', 'ok'],
    ],
    [
      'that acts is refused although another effect stood beside it',
      [
        [put('a', 1), put('b', 1)],
        [put('a', 1), put('b', 1)],
      ],
      ['ok', 'ok', 'conflict', 'conflict'],
    ],
    ['that was refused before is refused again', [[get('a')], [get('a')], [get('a')]], ['ok', 'conflict', 'conflict']],
  ];
  for (const [name, rounds, outcomes] of cases) {
    test(name, async () => {
      assert.deepEqual(Object.values((await outcomesOf(rounds)).outcomes), outcomes);
    });
  }

  test('is tried a second time after a failure that may pass, and not a third time (012)', async () => {
    const loop = await outcomesOf([[get('a')], [get('a')], [get('a')], [get('a')]], {
      callTool: () => failure('timeout'),
    });
    assert.deepEqual(Object.values(loop.outcomes), ['timeout', 'timeout', 'conflict', 'conflict']);
  });

  test('is refused when the person said no', async () => {
    const loop = await outcomesOf([[put('a', 1)], [put('a', 1)]], { callTool: () => failure('user_declined') });
    assert.deepEqual(Object.values(loop.outcomes), ['user_declined', 'conflict']);
  });

  for (const code of ['unknown_outcome', 'internal', 'too_large', 'timeout', 'aborted'] as const) {
    test(`is refused for an effect that ended as ${code}: it may have happened`, async () => {
      const loop = await outcomesOf([[put('a', 1)], [put('a', 1)]], { callTool: () => failure(code) });
      assert.deepEqual(Object.values(loop.outcomes), [code, 'conflict']);
    });
  }

  for (const code of ['not_focused', 'needs_gesture', 'busy', 'quota_exceeded'] as const) {
    test(`is tried once more for an effect that ended as ${code}: it did not happen`, async () => {
      const rounds = [[put('a', 1)], [put('a', 1)], [put('a', 1)]];
      const loop = await outcomesOf(rounds, { callTool: () => failure(code) });
      assert.deepEqual(Object.values(loop.outcomes), [code, code, 'conflict']);
    });
  }

  test('is refused when the person said no, whatever happened since', async () => {
    const callTool: LoopFixtureOptions['callTool'] = ({ call: { args } }) =>
      JSON.stringify(args).includes('"b"') ? { ok: true, value: null } : failure('user_declined');
    const loop = await outcomesOf([[put('a', 1)], [put('b', 1)], [put('a', 1)]], { callTool });
    assert.deepEqual(Object.values(loop.outcomes), ['user_declined', 'ok', 'conflict']);
  });

  test('that reads is allowed after an effect of which nobody knows whether it happened', async () => {
    const callTool: LoopFixtureOptions['callTool'] = ({ call: { name } }) =>
      name === 'memory_put' ? failure('unknown_outcome') : { ok: true, value: null };
    const loop = await outcomesOf([[get('a')], [put('a', 1)], [get('a')]], { callTool });
    assert.deepEqual(Object.values(loop.outcomes), ['ok', 'unknown_outcome', 'ok']);
  });

  test('is none of a call that was refused for its arguments, however deep those were', async () => {
    const deep: unknown = JSON.parse('['.repeat(10_000) + ']'.repeat(10_000));
    const loop = await outcomesOf([[call('memory_get', { key: deep })], [get('a')]]);
    assert.deepEqual(loop.outcomes, { '1.1.0': 'invalid_args', '1.2.0': 'ok' });
  });

  test('is no repetition in the next turn', async () => {
    const loop = await outcomesOf([[put('a', 1)], []]);
    await loop.turn('Again, please.');
    const again = new LoopFixture({ events: loop.events, answers: [calls(put('a', 1))] });
    await again.turn('Once more.');
    assert.deepEqual(again.called, ['3.1.0']);
  });
});
