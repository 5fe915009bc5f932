import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedShare, compare } from './compare.ts';

const grey = new Uint8Array(1_000).fill(128);

test('a picture is like itself', () => {
  assert.deepEqual(compare(grey, grey.slice()), { share: 0 });
});

test('how an edge is drawn does not count, a line that is not there does', () => {
  assert.equal(
    compare(
      grey,
      grey.map((value) => value + 20),
    ).share,
    0,
  );
  const struck = grey.slice().fill(0, 100, 140);
  assert.equal(compare(grey, struck).share, 0.04);
  assert.ok(compare(grey, struck).share > allowedShare);
});

test('pictures of two sizes are not compared', () => {
  assert.throws(() => compare(grey, grey.slice(1)), RangeError);
});
