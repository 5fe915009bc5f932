import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeClock } from '../../testing/fake-clock.ts';
import { StallWatch } from './stall-watch.ts';

test('finds an end that takes nothing for as long as it may', () => {
  const clock = new FakeClock();
  const watch = new StallWatch({ stalledMs: 30_000, now: clock.now });
  assert.equal(watch.isStalled({ waiting: 10, left: 5 }), false);
  clock.advance(29_999);
  assert.equal(watch.isStalled({ waiting: 10, left: 5 }), false);
  clock.advance(1);
  assert.equal(watch.isStalled({ waiting: 90, left: 5 }), true);
});

test('waits for one that is slow', () => {
  const clock = new FakeClock();
  const watch = new StallWatch({ stalledMs: 30_000, now: clock.now });
  for (let left = 0; left < 100; left += 1) {
    assert.equal(watch.isStalled({ waiting: 1_000, left }), false);
    clock.advance(20_000);
  }
});

test('has nothing against one for which nothing waits', () => {
  const clock = new FakeClock();
  const watch = new StallWatch({ stalledMs: 30_000, now: clock.now });
  clock.advance(3_600_000);
  assert.equal(watch.isStalled({ waiting: 0, left: 0 }), false);
  clock.advance(20_000);
  assert.equal(watch.isStalled({ waiting: 1, left: 0 }), false);
});

test('ends nobody because the clock was set back', () => {
  let now = 1e6;
  const watch = new StallWatch({ stalledMs: 30_000, now: () => now });
  assert.equal(watch.isStalled({ waiting: 1, left: 0 }), false);
  now = 0;
  assert.equal(watch.isStalled({ waiting: 1, left: 0 }), false);
  now = 29_999;
  assert.equal(watch.isStalled({ waiting: 1, left: 0 }), false);
});
