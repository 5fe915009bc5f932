import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeClock } from './fake-clock.ts';

test('runs timers in order of time, not in the order they were set', () => {
  const clock = new FakeClock();
  const ran: string[] = [];
  clock.after(20, () => ran.push(`late at ${clock.now()}`));
  clock.after(10, () => ran.push(`early at ${clock.now()}`));
  clock.advance(30);
  assert.deepEqual(ran, ['early at 10', 'late at 20']);
  assert.equal(clock.now(), 30);
});

test('runs a timer that another one sets, if it falls due in time', () => {
  const clock = new FakeClock();
  const ran: number[] = [];
  clock.after(10, () => {
    clock.after(5, () => ran.push(clock.now()));
    clock.after(50, () => ran.push(clock.now()));
  });
  clock.advance(20);
  assert.deepEqual(ran, [15]);
  assert.equal(clock.waiting, 1);
});

test('does not run a timer that was taken back', () => {
  const clock = new FakeClock();
  const ran: string[] = [];
  const stop = clock.after(10, () => ran.push('stopped'));
  clock.after(5, () => stop());
  clock.advance(100);
  assert.deepEqual(ran, []);
  assert.equal(clock.waiting, 0);
});
