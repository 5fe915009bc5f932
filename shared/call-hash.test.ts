import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { callHash } from './call-hash.ts';

suite('callHash', () => {
  test('is the same for one call, in whatever order its arguments came', () => {
    assert.equal(callHash('a', { x: 1, y: [2] }, 'd'), callHash('a', { y: [2], x: 1 }, 'd'));
  });

  test('differs with the name, the arguments and the definition', () => {
    const calls = [
      callHash('a', {}, undefined),
      callHash('b', {}, undefined),
      callHash('a', { x: 1 }, undefined),
      callHash('a', { x: 2 }, undefined),
      callHash('a', { x: '1' }, undefined),
      callHash('a', [], undefined),
      callHash('a', {}, 'd'),
    ];
    assert.equal(new Set(calls).size, calls.length);
  });
});
