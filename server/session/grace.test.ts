import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeClock } from '../../testing/fake-clock.ts';
import { Grace } from './grace.ts';

function stage() {
  const clock = new FakeClock();
  const ends: number[] = [];
  const grace: Grace = new Grace({ clock, ms: 30, onOver: () => ends.push(clock.now()) });
  return { clock, ends, grace };
}

test('is over once its time is, and not before', () => {
  const { clock, ends, grace } = stage();
  clock.advance(29);
  assert.deepEqual([grace.isOver, ends], [false, []]);
  clock.advance(1);
  assert.deepEqual([grace.isOver, ends], [true, [30]]);
});

test('is never over when somebody came in time', () => {
  const { clock, ends, grace } = stage();
  grace.end();
  clock.advance(100);
  assert.deepEqual([grace.isOver, ends, clock.waiting], [false, [], 0]);
});
