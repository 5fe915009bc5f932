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

  test('is spread widely and short enough for a frame', () => {
    const hashes = Array.from({ length: 20_000 }, (_, n) => callHash('tool', { n }, undefined));
    assert.equal(new Set(hashes).size, hashes.length);
    assert.ok(hashes.every((hash) => /^[0-9a-z]{1,11}$/.test(hash)));
  });
});
