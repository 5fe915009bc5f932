import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod/mini';
import { geolocationGet } from '../../shared/tools/geolocation.ts';
import { modelToolOf, modelToolOfPage } from './declaration.ts';

test('declares a built-in tool as plain JSON Schema', () => {
  const tool = modelToolOf(geolocationGet);
  assert.equal(tool.name, 'geolocation_get');
  assert.deepEqual(tool.parameters, {
    type: 'object',
    properties: { save: { type: 'boolean' }, high_accuracy: { type: 'boolean' } },
    additionalProperties: false,
  });
});

test('names the tool and the field whose type JSON can not hold', () => {
  const dated = { ...geolocationGet, args: z.object({ on: z.date() }) };
  assert.throws(() => modelToolOf(dated), /^TypeError: geolocation_get: .*date/);
});

test("hands a page tool's schema on as it came", () => {
  const inputSchema = { type: 'object', properties: { sku: { type: 'string' } } };
  const tool = { name: 'cart_add', description: 'Put it in.', inputSchema, readOnly: false, definition: 'd1' };
  assert.deepEqual(modelToolOfPage(tool), { name: 'cart_add', description: 'Put it in.', parameters: inputSchema });
});
