import assert from 'node:assert/strict';
import test from 'node:test';
import { deferred } from '../../shared/deferred.ts';
import { JobQueue } from './job-queue.ts';

/** A queue, and what its jobs and failures noted. */
function open() {
  const noted: string[] = [];
  const queue = new JobQueue((thrown) => noted.push(`failed: ${thrown instanceof Error ? thrown.message : 'oddly'}`));
  const note = (what: string) => (): void => void noted.push(what);
  return { queue, noted, note };
}

function settled(): Promise<void> {
  return new Promise(setImmediate);
}

test('does a job at once when none is ahead of it', () => {
  const { queue, noted, note } = open();
  queue.add(note('first'));
  queue.add(note('second'));
  assert.deepEqual(noted, ['first', 'second']);
});

test('keeps jobs waiting behind one that waits, and does them in order', async () => {
  const { queue, noted, note } = open();
  const first = deferred<void>();
  const third = deferred<void>();
  queue.add(() => first.promise.then(note('first')));
  queue.add(note('second'));
  queue.add(() => third.promise.then(note('third')));
  queue.add(note('fourth'));
  await settled();
  assert.deepEqual(noted, []);
  first.resolve();
  await settled();
  assert.deepEqual(noted, ['first', 'second']);
  third.resolve();
  await settled();
  assert.deepEqual(noted, ['first', 'second', 'third', 'fourth']);
});

test('does a job at once again when those before it are done', async () => {
  const { queue, noted, note } = open();
  queue.add(async () => note('first')());
  await settled();
  queue.add(note('second'));
  assert.deepEqual(noted, ['first', 'second']);
});

test('says when it is full, and when there is room again', async () => {
  const { queue: jobs } = open();
  const { promise, resolve } = deferred<undefined>();
  jobs.add(() => promise);
  for (let count = 0; count < 256; count += 1) jobs.add(() => {});
  assert.equal(jobs.isFull, true);
  resolve(undefined);
  await new Promise(setImmediate);
  assert.equal(jobs.isFull, false);
});

test('never does a job in the middle of another that adds it', () => {
  const { queue, noted, note } = open();
  queue.add(() => {
    queue.add(note('added'));
    note('adds')();
  });
  assert.deepEqual(noted, ['adds', 'added']);
});

for (const [how, fail] of [
  ['throws', () => assert.fail('lost')],
  ['rejects', async () => assert.fail('lost')],
] as const) {
  test(`tells of a job that ${how}, and goes on with the next`, async () => {
    const { queue, noted, note } = open();
    queue.add(fail);
    queue.add(note('next'));
    await settled();
    assert.deepEqual(noted, ['failed: lost', 'next']);
  });
}
