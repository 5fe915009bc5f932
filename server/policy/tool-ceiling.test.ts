import assert from 'node:assert/strict';
import test from 'node:test';
import { toolCeiling } from './tool-ceiling.ts';

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
