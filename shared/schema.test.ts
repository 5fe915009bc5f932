import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as classic from 'zod';
import * as mini from 'zod/mini';
import { z as three } from 'zod/v3';
import { schemaOf, valueSchemaOf } from './schema.ts';

const dialects = {
  'Zod 4': classic.object({ sku: classic.string(), count: classic.optional(classic.number()) }),
  'Zod Mini': mini.object({ sku: mini.string(), count: mini.optional(mini.number()) }),
  'Zod 3': three.object({ sku: three.string(), count: three.number().optional() }),
  'Standard Schema': {
    '~standard': {
      version: 1,
      vendor: 'acme',
      validate: (value: unknown) =>
        typeof value === 'object' && value !== null && 'sku' in value && typeof value.sku === 'string'
          ? { value }
          : { issues: [{ message: 'must be text', path: [{ key: 'sku' }] }] },
      jsonSchema: {
        input: () => ({
          type: 'object',
          properties: { sku: { type: 'string' }, count: { type: 'number' } },
          required: ['sku'],
        }),
      },
    },
  },
  'JSON Schema': {
    type: 'object',
    properties: { sku: { type: 'string' }, count: { type: 'number' } },
    required: ['sku'],
  },
};

for (const [dialect, schema] of Object.entries(dialects)) {
  test(`${dialect} becomes a JSON Schema that says the same`, async () => {
    const { jsonSchema } = await schemaOf(schema);
    assert.equal(jsonSchema['type'], 'object');
    assert.deepEqual(jsonSchema['properties'], { sku: { type: 'string' }, count: { type: 'number' } });
    assert.deepEqual(jsonSchema['required'], ['sku']);
    assert.equal('$schema' in jsonSchema, false);
  });

  test(`${dialect} accepts what fits`, async () => {
    const { validate } = await schemaOf(schema);
    assert.deepEqual(await validate({ sku: 'a1' }), { ok: true, value: { sku: 'a1' } });
  });

  test(`${dialect} says what is wrong and where`, async () => {
    const { validate } = await schemaOf(schema);
    const result = await validate({ sku: 7 });
    assert.equal(result.ok, false);
    assert.match(result.ok ? '' : result.issues, /^sku: ./);
  });
}

test('a schema of a library that makes schemas of functions is recognised', async () => {
  const schema = Object.assign(() => {}, dialects['Standard Schema']);
  assert.equal((await schemaOf(schema)).jsonSchema['type'], 'object');
});

test('refinements that JSON Schema can not say are checked by the schema itself', async () => {
  const schema = classic.object({ n: classic.number() }).check(classic.refine(({ n }) => n % 7 === 0, 'not by seven'));
  const { validate } = await schemaOf(schema);
  assert.deepEqual(await validate({ n: 8 }), { ok: false, issues: 'arguments: not by seven' });
});

test('what the model may send is described, not what a transform makes of it', async () => {
  const schema = classic.object({ at: classic.string().default('now') });
  const { jsonSchema, validate } = await schemaOf(schema);
  assert.equal(jsonSchema['required'], undefined);
  assert.deepEqual(await validate({}), { ok: true, value: { at: 'now' } });
});

test('a Zod 3 schema without a standard validator is parsed by its own', async () => {
  const schema = three.object({ sku: three.string() });
  const old = { _def: schema._def, safeParseAsync: schema.safeParseAsync.bind(schema) };
  const { validate } = await schemaOf(old);
  assert.deepEqual(await validate({ sku: 'a' }), { ok: true, value: { sku: 'a' } });
  assert.deepEqual(await validate({}), { ok: false, issues: 'sku: Required' });
});

test('a missing schema means a tool without arguments', async () => {
  const { jsonSchema, validate } = await schemaOf(undefined);
  assert.deepEqual(jsonSchema, { type: 'object', properties: {}, additionalProperties: false });
  assert.deepEqual(await validate({}), { ok: true, value: {} });
  assert.deepEqual(await validate(undefined), { ok: true, value: {} });
  assert.equal((await validate({ sku: 1 })).ok, false);
});

test('a JSON Schema of properties without a type is one of an object', async () => {
  assert.equal((await schemaOf({ properties: { a: {} } })).jsonSchema['type'], 'object');
});

test('nested mistakes are named by their path, with no noise about what is above them', async () => {
  const inner = { type: 'object', properties: { b: { type: 'number' } }, additionalProperties: false };
  const { validate } = await schemaOf({ type: 'object', properties: { a: inner } });
  const result = await validate({ a: { b: 'x', c: 1 } });
  assert.equal(
    result.ok ? '' : result.issues,
    'a.b: Instance type "string" is invalid. Expected "number".; a: Property "c" does not match additional properties schema.',
  );
});

test('the draft that a JSON Schema names is followed', async () => {
  const { validate } = await schemaOf({
    $schema: 'http://json-schema.org/draft-04/schema#',
    type: 'object',
    properties: { n: { type: 'number', maximum: 3, exclusiveMaximum: true } },
  });
  assert.equal((await validate({ n: 3 })).ok, false);
  assert.equal((await validate({ n: 2 })).ok, true);
});

test('the schema of a result may be of anything', async () => {
  const { validate } = await valueSchemaOf({ type: 'array', items: { type: 'number' } });
  assert.equal((await validate([1])).ok, true);
  assert.equal((await validate(['1'])).ok, false);
});

const circular: Record<string, unknown> = { type: 'object' };
circular['properties'] = circular;

const refused: readonly [string, unknown, RegExp][] = [
  ['a text', 'z.object', /This is no schema: string\. Accepted are a JSON Schema, a Zod 4/],
  ['an array', [], /This is no schema/],
  ['an object that is something else', { sku: 'text' }, /This is no schema\. Accepted are/],
  ['an empty object', {}, /Accepted are/],
  ['the bare shape of an object', { sku: classic.string() }, /Wrap it: z\.object/],
  ['a schema of a text', classic.string(), /must describe an object at its root/],
  ['a JSON Schema of a text', { type: 'string' }, /must describe an object at its root/],
  ['a Zod 4 schema that is empty', classic.any(), /The schema says nothing/],
  ['a Zod 4 schema that JSON can not say', classic.object({ at: classic.date() }), /can not be written as JSON Schema/],
  ['a Standard Schema without a converter', { '~standard': { validate: () => ({}) } }, /by itself\. Accepted are/],
  ['a JSON Schema that contains itself', circular, /contains itself/],
];

for (const [what, schema, message] of refused) {
  test(`${what} is refused with a TypeError`, async () => {
    await assert.rejects(schemaOf(schema), (error) => error instanceof TypeError && message.test(error.message));
  });
}
