import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from './clock.ts';

test('a timer longer than a timer can be waits as long as one can, and not at all the other way', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let ran = 0;
  systemClock.after(2 ** 31 + 2_000, () => (ran += 1));
  t.mock.timers.tick(2 ** 31 - 2);
  assert.equal(ran, 0);
  t.mock.timers.tick(1);
  assert.equal(ran, 1);
});

test('a timer that was taken back does not run', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let ran = 0;
  systemClock.after(10, () => (ran += 1))();
  t.mock.timers.tick(20);
  assert.equal(ran, 0);
});
