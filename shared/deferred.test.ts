import assert from 'node:assert/strict';
import test from 'node:test';
import { deferred } from './deferred.ts';

test('settles its promise from outside, and only once', async () => {
  const answer = deferred<string>();
  answer.resolve('first');
  answer.resolve('second');
  answer.reject(new Error('too late'));
  assert.equal(await answer.promise, 'first');
});

test('rejects with the very reason that it was given', async () => {
  const answer = deferred<string>();
  const reason = new Error('no');
  answer.reject(reason);
  await assert.rejects(answer.promise, (thrown) => thrown === reason);
});

test('waits for a promise that it is resolved with', async () => {
  const outer = deferred<Promise<number>>();
  outer.resolve(Promise.resolve(7));
  assert.equal(await outer.promise, 7);
});
