import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod/mini';
import { builtinTools } from '../../shared/tools/index.ts';
import { modelToolOf } from './declaration.ts';
import { toCheckedSchema, toGeminiSchema } from './gemini-schema.ts';

const string = { type: 'string' };
const field = (schema: unknown) => ({ type: 'object', properties: { x: schema } });

const flat = ['string', 'number', 'boolean', 'null', 'object'].map((type) => ({ type }));
const arrayOf = (...types: object[]) => ({ type: 'array', items: { anyOf: types } });
const anything = { description: 'Any JSON value.', anyOf: [...flat, arrayOf(...flat, arrayOf(...flat))] };

/** What the field `x` of an object becomes. */
const table: [name: string, input: unknown, output: unknown][] = [
  ['keeps a plain text', { type: 'string', description: 'A name' }, { type: 'string', description: 'A name' }],
  ['makes a constant an enum of one', { const: 'a' }, { type: 'string', enum: ['a'] }],
  ['makes a number constant an enum of one integer', { const: 3 }, { type: 'integer', enum: [3] }],
  ['says a boolean constant in words', { const: true }, { type: 'boolean', description: 'Must be true.' }],
  [
    'says an enum with an empty text in words',
    { enum: ['a', ''] },
    { type: 'string', description: 'Must be "a" or "".' },
  ],
  [
    'says an enum of objects and arrays in words',
    { enum: [{ a: 1 }, [2]], description: 'Which?' },
    {
      description: 'Which? Must be {"a":1} or [2].',
      anyOf: [{ type: 'object' }, { type: 'array', items: anything }],
    },
  ],
  ['says a constant object in words', { const: { a: 1 } }, { type: 'object', description: 'Must be {"a":1}.' }],
  [
    'says nothing of an enum that is too long for words',
    { enum: [['x'.repeat(200)]] },
    { type: 'array', items: anything },
  ],
  ['takes null for any value', {}, anything],
  [
    'gives null beside an enum a branch of its own',
    { enum: ['a', null] },
    { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
  ],
  [
    'joins constants beside null',
    { anyOf: [{ const: 'a' }, { const: 'b' }, { type: 'null' }] },
    { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
  ],
  [
    "drops a record's rule that would fall on a field which Gemini can't name",
    { type: 'object', properties: { 'a b': string }, additionalProperties: { type: 'number' } },
    { type: 'object' },
  ],
  [
    'splits an enum of mixed types',
    { enum: ['a', 1] },
    {
      anyOf: [
        { type: 'string', enum: ['a'] },
        { type: 'integer', enum: [1] },
      ],
    },
  ],
  ['keeps a nullable type', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
  [
    'makes a list of types a choice',
    { type: ['string', 'number'], maxLength: 5 },
    { anyOf: [{ type: 'string', description: 'At most 5 characters.' }, { type: 'number' }] },
  ],
  ['takes oneOf for anyOf', { oneOf: [string, { type: 'number' }] }, { anyOf: [string, { type: 'number' }] }],
  ['joins constants of one type', { anyOf: [{ const: 'a' }, { const: 'b' }] }, { type: 'string', enum: ['a', 'b'] }],
  [
    'makes an exclusive integer bound inclusive',
    { type: 'integer', exclusiveMinimum: 0 },
    { type: 'integer', minimum: 1 },
  ],
  [
    'reads the exclusive bound of draft 4',
    { type: 'integer', minimum: 0, exclusiveMinimum: true },
    { type: 'integer', minimum: 1 },
  ],
  [
    'says an exclusive bound of a number in words',
    { type: 'number', exclusiveMaximum: 1.5, description: 'Share' },
    { type: 'number', description: 'Share. Must be less than 1.5.' },
  ],
  [
    "drops zod's bounds of an integer",
    { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
    { type: 'integer' },
  ],
  [
    'says a length in words',
    { type: 'string', minLength: 2, maxLength: 5 },
    { type: 'string', description: '2 to 5 characters.' },
  ],
  [
    'keeps a known format without its pattern',
    { type: 'string', format: 'date', pattern: '^x$' },
    { type: 'string', format: 'date' },
  ],
  [
    'says an unknown format in words',
    { type: 'string', format: 'uuid' },
    { type: 'string', description: 'Format: uuid.' },
  ],
  [
    'makes a tuple of draft 7 prefixItems',
    { type: 'array', items: [string] },
    { type: 'array', prefixItems: [string] },
  ],
  [
    'drops items: false',
    { type: 'array', prefixItems: [string], items: false },
    { type: 'array', prefixItems: [string] },
  ],
  [
    'keeps the values of a record',
    { type: 'object', propertyNames: string, additionalProperties: string },
    { type: 'object', additionalProperties: string },
  ],
  ['drops additionalProperties without rules', { type: 'object', additionalProperties: {} }, { type: 'object' }],
  [
    'drops required names that are not there',
    { ...field(string), required: ['x', 'y'] },
    { ...field(string), required: ['x'] },
  ],
  ['finds the type that is not written', { properties: { a: string } }, { type: 'object', properties: { a: string } }],
  ['keeps an allOf without rules open', { allOf: [{}] }, anything],
  [
    'joins objects of allOf',
    { allOf: [{ type: 'object', properties: { a: string }, required: ['a'] }, { properties: { b: string } }] },
    { type: 'object', properties: { a: string, b: string }, required: ['a'] },
  ],
];

function told(schema: unknown) {
  return toGeminiSchema(schema).schema;
}

for (const [name, input, output] of table) {
  test(name, () => assert.deepEqual(told(field(input)), field(output)));
}

test('gives every array items and every field a type', () => {
  assert.deepEqual(emptyNodes(told(field({ type: 'array' }))), []);
  assert.deepEqual(emptyNodes(told(field({}))), []);
});

test('inlines local references and lets siblings win', () => {
  const schema = told({
    $ref: '#/$defs/a~1b',
    $defs: {
      'a/b': { type: 'object', properties: { c: { $ref: '#/$defs/c%20d', description: 'mine' } } },
      'c d': { ...string, description: 'theirs' },
    },
  });
  assert.deepEqual(schema, { type: 'object', properties: { c: { type: 'string', description: 'mine' } } });
});

test('keeps the fields of both where a reference has fields beside it', () => {
  const x = { ...field(string), additionalProperties: { type: 'number' } };
  const schema = told({ $ref: '#/$defs/x', properties: { y: string }, $defs: { x } });
  assert.deepEqual(schema, { ...x, properties: { x: string, y: string } });
});

test('lets no rule for further items fall on those that the reference had named', () => {
  const x = { type: 'array', prefixItems: [string, string], items: { type: 'number' } };
  const schema = told({ ...field({ $ref: '#/$defs/x', prefixItems: [string] }), $defs: { x } });
  assert.deepEqual(schema, field({ type: 'array', prefixItems: [string] }));
});

test('requires nothing at the root that one of its branches does not, and takes the fields of each', () => {
  const number = { type: 'number' };
  const anyOf = [{ ...field(string), required: ['x'] }, { ...field(number), required: ['x'] }, { type: 'object' }];
  assert.deepEqual(told({ anyOf }), field({ anyOf: [string, number] }));
});

test('checks nothing that the original does not: no type of its own, no end of nesting, no object at the root', () => {
  assert.deepEqual(toCheckedSchema({ properties: { x: {} }, anyOf: [] }), { properties: { x: {} } });
  assert.deepEqual(toCheckedSchema({ minimum: 1 }), { minimum: 1 });
  assert.deepEqual(toCheckedSchema(field({ $ref: '#' })), field(field({})));
  assert.deepEqual(toCheckedSchema({ type: 'string', pattern: '(a+)+$' })['pattern'], undefined);
});

test('stops one level into a schema that contains itself', () => {
  const description = 'The same shape as the object that holds it.';
  const schema = told(field({ $ref: '#' }));
  assert.deepEqual(schema, field(field({ type: 'object', description })));
});

test('never fetches: a reference to elsewhere becomes any value', () => {
  const schema = told(field({ $ref: 'https://example.com/schema' }));
  assert.deepEqual(schema, told(field({})));
});

test('bounds what references that double can grow to', () => {
  const $defs: Record<string, unknown> = { d0: string };
  for (let at = 1; at < 40; at += 1)
    $defs[`d${at}`] = field({ anyOf: [{ $ref: `#/$defs/d${at - 1}` }, { $ref: `#/$defs/d${at - 1}` }] });
  const doubled = { ...field({ $ref: '#/$defs/d39' }), $defs };
  assert.ok(JSON.stringify(told(doubled)).length < 200_000);
  assert.ok(JSON.stringify(toCheckedSchema(doubled)).length < 200_000);
});

test('makes an object of anything at the root', () => {
  for (const input of [undefined, null, true, 7, 'x', [], {}, string, { $ref: '#' }, { anyOf: [] }]) {
    const schema = told(input);
    assert.equal(schema['type'], 'object');
    assert.ok(schema['properties']);
  }
});

test('merges a choice between objects at the root', () => {
  const branch = (kind: string, key: string) => ({
    type: 'object',
    properties: { kind: { const: kind }, [key]: string },
    required: ['kind', key],
  });
  const schema = told({ oneOf: [branch('a', 'x'), branch('b', 'y')] });
  assert.deepEqual(schema, {
    type: 'object',
    properties: { kind: { type: 'string', enum: ['a', 'b'] }, x: string, y: string },
    required: ['kind'],
  });
});

test('leaves out names that Gemini refuses', () => {
  const schema = told({
    type: 'object',
    properties: { 'a b': string, ok: string },
    required: ['a b', 'ok'],
  });
  assert.deepEqual(schema, { type: 'object', properties: { ok: string }, required: ['ok'] });
});

test('changes nothing it was given, and nothing when applied twice', () => {
  const input = Object.freeze({
    type: 'object',
    properties: Object.freeze({ n: Object.freeze({ type: 'integer', exclusiveMinimum: 0 }) }),
  });
  const once = told(input);
  assert.deepEqual(told(once), once);
  assert.equal(input.properties.n.exclusiveMinimum, 0);
});

test('takes what zod writes for its harder types', () => {
  const args = z.object({
    positive: z.int().check(z.positive()),
    step: z.number().check(z.multipleOf(5)),
    id: z.uuid(),
    mail: z.email(),
    tags: z.record(z.string(), z.unknown()),
    pair: z.tuple([z.string(), z.number()]),
    size: z.union([z.literal(1), z.literal(2)]),
    kind: z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
    maybe: z.nullable(z.string()),
    unit: z._default(z.string(), 'm'),
  });
  const schema = told(z.toJSONSchema(args, { io: 'input', unrepresentable: 'any' }));
  assert.deepEqual(foreignKeywords(schema), []);
  assert.deepEqual(emptyNodes(schema), []);
  assert.equal(JSON.stringify(schema['required']).includes('unit'), false);
});

test('declares each built-in tool within what Gemini takes, and within its size', () => {
  const sizes = builtinTools.map((definition) => {
    const tool = modelToolOf(definition);
    const schema = told(tool.parameters);
    assert.deepEqual(foreignKeywords(schema), [], tool.name);
    assert.deepEqual(emptyNodes(schema), [], tool.name);
    assert.equal(schema['type'], 'object');
    return JSON.stringify({ ...tool, parameters: schema }).length;
  });
  assert.ok(Math.max(...sizes) <= 1_500, `largest: ${Math.max(...sizes)}`);
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= 15_000);
});

test('lets memory hold any JSON', () => {
  const put = builtinTools.find((tool) => tool.name === 'memory_put');
  assert.ok(put);
  const schema = told(modelToolOf(put).parameters);
  assert.match(JSON.stringify(schema), /"value":\{"description":"Any JSON value\.","anyOf"/);
  assert.deepEqual(schema['required'], ['key', 'value']);
});

test('says what was lost and where, and nothing where nothing was', () => {
  const notesOf = (schema: unknown) => toGeminiSchema(schema).notes;
  assert.deepEqual(notesOf({ type: 'object', properties: { a: { type: 'string', maxLength: 5, default: 'x' } } }), []);
  assert.deepEqual(notesOf(z.toJSONSchema(z.object({ tags: z.record(z.string(), z.number()) }))), []);
  const properties = { a: { type: 'array', items: { type: 'string', not: { const: 'x' } }, uniqueItems: true } };
  assert.deepEqual(notesOf({ type: 'object', properties }), ['a loses uniqueItems.', 'a.[] loses not.']);
  assert.deepEqual(notesOf(field({ $ref: 'https://example.com' })), ['x refers to what is not in the schema.']);
  assert.deepEqual(notesOf(field({ $ref: '#' })), ['x.x contains itself: the repetition is told in words.']);
  assert.deepEqual(notesOf({ type: 'object', properties: { 'a b': string } }), [
    'The schema has a field whose name Gemini refuses.',
  ]);
  assert.deepEqual(notesOf({ type: 'array' }), ['The schema is not an object at its root: it is told as one.']);
  assert.ok(notesOf({ allOf: Array.from({ length: 99 }, () => field({ $ref: '#/x' })) }).length <= 20);
});

test('puts a short default into words, and makes nothing of a long one', () => {
  const description = 'Unit. Default: "m".';
  assert.deepEqual(told(field({ ...string, description: 'Unit', default: 'm' })), field({ ...string, description }));
  assert.deepEqual(told(field({ ...string, default: 'x'.repeat(100) })), field(string));
});

const keywords = new Set(
  'type format title description enum items prefixItems minItems maxItems minimum maximum anyOf properties additionalProperties required'.split(
    ' ',
  ),
);

function foreignKeywords(schema: unknown): string[] {
  return nodesOf(schema).flatMap((node) => Object.keys(node).filter((key) => !keywords.has(key)));
}

function emptyNodes(schema: unknown): unknown[] {
  return nodesOf(schema).filter((node) => !('type' in node) && !('anyOf' in node));
}

function nodesOf(schema: unknown): object[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    properties = {},
    items,
    prefixItems = [],
    anyOf = [],
    additionalProperties,
  }: Record<string, unknown> = { ...schema };
  const children = [
    ...Object.values(Object(properties)),
    items,
    ...Object.values(Object(prefixItems)),
    ...Object.values(Object(anyOf)),
    additionalProperties,
  ];
  return [schema, ...children.flatMap(nodesOf)];
}
