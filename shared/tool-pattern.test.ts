import assert from 'node:assert/strict';
import test from 'node:test';
import { isToolPattern } from './tool-pattern.ts';

test('a pattern is a name, or the beginning of names', () => {
  const right = ['speak', 'memory_*', '*', 'mem*'];
  const wrong = ['', ' ', 'memory_*_x', '**', '*_get', 'a b', '__proto__ ', 'x'.repeat(65)];
  assert.deepEqual([...right, ...wrong].filter(isToolPattern), right);
});
