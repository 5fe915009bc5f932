import assert from 'node:assert/strict';
import test from 'node:test';
import { conformanceCases, durableCases } from './session-store.conformance.ts';

test('at least a hundred cases say what a store is, each with a name of its own', () => {
  const names = [...conformanceCases, ...durableCases].map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  assert.ok(conformanceCases.length >= 100, `${conformanceCases.length} cases`);
});
