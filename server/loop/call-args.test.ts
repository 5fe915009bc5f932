import assert from 'node:assert/strict';
import test from 'node:test';
import { argsOf } from './call-args.ts';

test('arguments are what the model gave, and an empty object where it gave none', () => {
  assert.deepEqual(argsOf({ name: 'a', args: { x: 1 } }), { x: 1 });
  for (const args of [undefined, null]) assert.deepEqual(argsOf({ name: 'a', args }), {});
  for (const args of [0, '', false]) assert.equal(argsOf({ name: 'a', args }), args);
});
