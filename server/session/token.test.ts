import assert from 'node:assert/strict';
import test from 'node:test';
import { hashToken, isTokenOf } from './token.ts';

test('knows a token by its hash, and the hash does not hold the token', () => {
  const hash = hashToken('secret');
  assert.equal(isTokenOf('secret', [hash]), true);
  assert.equal(hash.includes('secret'), false);
  assert.match(hash, /^[A-Za-z0-9_-]{43}$/);
});

for (const token of ['', 'Secret', 'secret ', hashToken('secret')]) {
  test(`does not take "${token}" for it`, () => assert.equal(isTokenOf(token, [hashToken('secret')]), false));
}

test('takes a token from nobody but the subject that it was given to', () => {
  const hashes = [hashToken('secret', 'alice')];
  assert.equal(isTokenOf('secret', hashes, 'alice'), true);
  for (const other of [undefined, 'bob', '', 'Alice']) assert.equal(isTokenOf('secret', hashes, other), false);
  assert.equal(isTokenOf('secret', [hashToken('secret')], 'alice'), false);
});

test('takes no token where none was given out', () => {
  assert.equal(isTokenOf('', []), false);
  assert.equal(isTokenOf('', ['']), false);
  assert.equal(isTokenOf('secret', ['short']), false);
});

test('knows each of several', () => {
  const hashes = [hashToken('new'), hashToken('former')];
  assert.deepEqual(
    ['new', 'former', 'older'].map((token) => isTokenOf(token, hashes)),
    [true, true, false],
  );
});
