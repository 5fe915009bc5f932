import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeClock } from '../../testing/fake-clock.ts';
import { TokenBucket } from './token-bucket.ts';

function takeAll(bucket: TokenBucket): number {
  let taken = 0;
  while (taken < 1_000 && bucket.take()) taken += 1;
  return taken;
}

test('allows a burst at once, and then so many a second', () => {
  const clock = new FakeClock();
  const bucket = new TokenBucket({ perSecond: 30, burst: 60, now: clock.now });
  assert.equal(takeAll(bucket), 60);
  clock.advance(1_000);
  assert.equal(takeAll(bucket), 30);
  clock.advance(100);
  assert.equal(takeAll(bucket), 3);
});

test('never saves up more than a burst', () => {
  const clock = new FakeClock();
  const bucket = new TokenBucket({ perSecond: 30, burst: 60, now: clock.now });
  clock.advance(3_600_000);
  assert.equal(takeAll(bucket), 60);
});

test('adds parts of a token up, however often it is asked meanwhile', () => {
  const clock = new FakeClock();
  const bucket = new TokenBucket({ perSecond: 1, burst: 1, now: clock.now });
  assert.equal(takeAll(bucket), 1);
  const answers = Array.from({ length: 8 }, () => {
    clock.advance(125);
    return bucket.take();
  });
  assert.deepEqual(answers, [...Array(7).fill(false), true]);
});

test('takes no token away when the clock is set back', () => {
  let now = 10_000;
  const bucket = new TokenBucket({ perSecond: 1, burst: 5, now: () => now });
  assert.equal(bucket.take(), true);
  now = 0;
  assert.equal(takeAll(bucket), 4);
  now = 1_000;
  assert.equal(takeAll(bucket), 1);
});
