import assert from 'node:assert/strict';
import test from 'node:test';
import { serverCeiling, toolCeiling } from './tool-ceiling.ts';

const cases = [
  [
    ['speak', 'memory_*'],
    ['speak', 'memory_get', 'memory_'],
    ['speaks', 'memory', 'clipboard_write', 'toString'],
  ],
  [['*'], ['speak', 'cart_add'], []],
  [[], [], ['speak', '', '__proto__']],
] as const;

for (const [patterns, within, beyond] of cases) {
  test(`${JSON.stringify(patterns)} allows what it names and nothing else`, () => {
    const mayUse = toolCeiling(patterns);
    assert.deepEqual(within.filter(mayUse), within);
    assert.deepEqual(beyond.filter(mayUse), []);
  });
}

test('a server that says nothing allows everything and asks about nothing', () => {
  const { allows, asks, askPatterns } = serverCeiling(undefined, []);
  assert.deepEqual([allows('pay_now'), asks('pay_now'), askPatterns], [true, false, []]);
});

test('a server allows what it names, and nothing when it names nothing', () => {
  const { allows, asks } = serverCeiling(['memory_*'], ['memory_delete']);
  assert.deepEqual([allows('memory_get'), allows('speak')], [true, false]);
  assert.deepEqual([asks('memory_delete'), asks('memory_get')], [true, false]);
  assert.equal(serverCeiling([], []).allows('speak'), false);
});
