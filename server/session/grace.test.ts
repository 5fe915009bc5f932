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
  grace.begin();
  clock.advance(29);
  assert.deepEqual([grace.isOver, ends], [false, []]);
  clock.advance(1);
  assert.deepEqual([grace.isOver, ends], [true, [30]]);
});

test('ends when somebody comes, before or after', () => {
  const { clock, ends, grace } = stage();
  grace.begin();
  grace.end();
  clock.advance(100);
  assert.deepEqual([grace.isOver, ends, clock.waiting], [false, [], 0]);
  grace.begin();
  clock.advance(30);
  grace.end();
  assert.equal(grace.isOver, false);
});

test('begun anew, it lasts from then', () => {
  const { clock, ends, grace } = stage();
  grace.begin();
  clock.advance(20);
  grace.begin();
  clock.advance(29);
  assert.deepEqual(ends, []);
  clock.advance(1);
  assert.deepEqual(ends, [50]);
});
