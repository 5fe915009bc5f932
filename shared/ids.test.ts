import assert from 'node:assert/strict';
import test from 'node:test';
import { newId, newToken } from './ids.ts';

test('makes ids of 128 bits and tokens of 256, in letters that need no escaping', () => {
  assert.match(newId(), /^[A-Za-z0-9_-]{22}$/);
  assert.match(newToken(), /^[A-Za-z0-9_-]{43}$/);
});

test('never makes the same one twice', () => {
  assert.equal(new Set(Array.from({ length: 10_000 }, newId)).size, 10_000);
});

test('works where crypto.randomUUID is missing, as on a page without https', (t) => {
  t.mock.method(crypto, 'randomUUID', () => assert.fail('randomUUID was used'));
  assert.equal(newId().length, 22);
});
