import assert from 'node:assert/strict';
import test from 'node:test';
import { familyOf } from './gemini-family.ts';

const newest = { thinking: 'levels', hasIds: true, needsSignatures: true, takesMedia: true };
const second = { thinking: 'thoughts', hasIds: false, needsSignatures: false, takesMedia: false };
const plain = { ...second, thinking: 'none' };

const families: [model: string, family: object][] = [
  ['gemini-flash-latest', newest],
  ['gemini-3-flash-preview', newest],
  ['gemini-4-hydrogen', newest],
  ['models/gemini-3.8-flash', newest],
  ['projects/p/locations/l/publishers/google/models/gemini-4-argon', newest],
  ['gemini-17-of-another-year', newest],
  ['gemini-2.5-pro', second],
  ['models/gemini-2.5-flash', second],
  ['gemini-2.5-flash-lite', plain],
  ['gemini-2.0-flash', plain],
  ['gemini-1.5-pro', plain],
  ['gemma-4-31b-it', plain],
];

for (const [model, family] of families) {
  test(`knows the family of ${model}`, () => assert.deepEqual(familyOf(model), family));
}
