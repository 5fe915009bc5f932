import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { fingerprint } from './fingerprint.ts';

suite('fingerprint', () => {
  const definition = { name: 'cart_add', description: 'Add.', inputSchema: { type: 'object' } };

  test('is the same for the same definition in another order', () => {
    const { name, description, inputSchema } = definition;
    assert.equal(fingerprint({ inputSchema, description, name }), fingerprint(definition));
  });

  test('is the same everywhere', () => {
    assert.equal(fingerprint(definition), '2danihsq3d1');
  });

  test('differs for values that differ in little', () => {
    const names = Array.from({ length: 20_000 }, (_, n) => fingerprint({ ...definition, description: `${n}` }));
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.every((name) => /^[0-9a-z]{1,11}$/.test(name)));
  });
});
