import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod/mini';
import { safeParse } from './safe-parse.ts';

const schema = z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(8)) });

test('gives the value, or what is wrong and where', () => {
  assert.deepEqual(safeParse(schema, { text: 'a' }), { success: true, data: { text: 'a' } });
  const wrong = safeParse(schema, { text: '' });
  assert.deepEqual(wrong.success ? [] : wrong.issues.map(({ path }) => path), [['text']]);
});

test('refuses a value that can not even be measured', () => {
  const hostile: unknown = JSON.parse('{"text":{"length":{"toString":1,"valueOf":1}}}');
  assert.equal(safeParse(schema, hostile).success, false);
});
