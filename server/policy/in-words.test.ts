import assert from 'node:assert/strict';
import test from 'node:test';
import { inWords } from './in-words.ts';

const cases = [
  [0, '1 second'],
  [1_000, '1 second'],
  [1_001, '2 seconds'],
  [59_000, '59 seconds'],
  [60_000, '1 minute'],
  [61_000, '2 minutes'],
  [3_600_000, '1 hour'],
  [86_400_000, '24 hours'],
] as const;

for (const [ms, words] of cases) test(`${ms} ms are ${words}`, () => assert.equal(inWords(ms), words));
