import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, sumUp } from './weigh.mjs';

const budgets = { gzip: 100, minified: { lit: 200, shared: 50 } };

test('weights of several scripts add up, the heaviest first', () => {
  const sums = sumUp([
    new Map([
      ['shared', 1],
      ['lit', 2],
    ]),
    new Map([['lit', 3]]),
  ]);
  assert.deepEqual(sums, [
    ['lit', 5],
    ['shared', 1],
  ]);
});

test('what keeps to its budget is no problem', () => {
  assert.deepEqual(
    judge(
      {
        gzipBytes: 100,
        origins: [
          ['lit', 200],
          ['shared', 50],
        ],
      },
      budgets,
    ),
    [],
  );
});

test('what has grown beyond its budget is named with the bytes it is over', () => {
  assert.deepEqual(
    judge(
      {
        gzipBytes: 101,
        origins: [
          ['lit', 201],
          ['shared', 50],
        ],
      },
      budgets,
    ),
    ['lit weighs 201 bytes, 1 over its budget of 200.', 'The element weighs 101 bytes gzip, 1 over its budget of 100.'],
  );
});

test('what has no budget is a problem, so that nothing slips in', () => {
  assert.deepEqual(judge({ gzipBytes: 1, origins: [['moment', 9]] }, budgets), [
    'moment adds 9 bytes and has no budget.',
  ]);
});

test('a chunk that is loaded later has a budget of its own, if any', () => {
  const lazy = [
    { file: 'chunks/markdown-Ab1.js', gzipBytes: 12 },
    { file: 'chunks/other-Ab1.js', gzipBytes: 99 },
  ];
  const weights = { gzipBytes: 1, origins: [], lazy };
  assert.deepEqual(judge(weights, { ...budgets, lazy: { markdown: 12 } }), []);
  assert.deepEqual(judge({ ...weights, lazy: [], launcherBytes: 9 }, { ...budgets, launcher: 8 }), [
    'The launcher weighs 9 bytes gzip; its budget is 8.',
  ]);
  assert.deepEqual(judge(weights, { ...budgets, lazy: { markdown: 10 } }), [
    'markdown weighs 12 bytes gzip, 2 over its budget of 10.',
  ]);
});
