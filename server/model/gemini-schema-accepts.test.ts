import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../../shared/json.ts';
import { validateJson } from '../../shared/json-schema-validator.ts';
import { toCheckedSchema, toGeminiSchema } from './gemini-schema.ts';

/** Few names and few values, so that a random value often fits a random schema. */
const names = fc.constantFrom('a', 'b', 'c d');
const scalar = fc.constantFrom<unknown>(null, true, false, '', 'a', 'bb', '2026-11-30', -1, 0, 1, 1.5, 7);
const bound = fc.constantFrom(-1, 0, 0.5, 1, 1.5, 2);
const length = fc.integer({ min: 0, max: 3 });

function dictionaryOf<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc.dictionary(names, value, { maxKeys: 3 });
}

const { value, wide } = fc.letrec<{ value: unknown; row: unknown; wide: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, dictionaryOf(tie('value')), fc.array(tie('row'), { maxLength: 3 })),
  row: fc.oneof(scalar, dictionaryOf(scalar), fc.array(scalar, { maxLength: 3 })),
  wide: fc.oneof({ maxDepth: 5 }, scalar, dictionaryOf(tie('wide')), fc.array(tie('wide'), { maxLength: 3 })),
}));

/** @param type how a node says its type: always for what is told, sometimes for what is checked */
function schemaOf(type: (name: string) => fc.Arbitrary<object>): fc.Arbitrary<JsonObject> {
  const node = (name: string, keywords: Record<string, fc.Arbitrary<unknown>>) =>
    fc.tuple(type(name), fc.record(keywords, { requiredKeys: [] })).map(([said, rest]) => ({ ...said, ...rest }));
  const range = { minimum: bound, maximum: bound, exclusiveMinimum: bound, exclusiveMaximum: bound, multipleOf: bound };
  return fc
    .letrec<{ schema: object }>((tie) => {
      const list = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
      const object = {
        properties: dictionaryOf(tie('schema')),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        patternProperties: fc.record({ '^a': tie('schema') }),
      };
      const array = { items: tie('schema'), prefixItems: list, minItems: length, maxItems: length };
      const choices = { anyOf: list, oneOf: list, allOf: list };
      return {
        schema: fc.oneof(
          { maxDepth: 3, withCrossShrink: true },
          fc.constant({}),
          fc.constantFrom('#/$defs/x', '#/$defs/y').map(($ref) => ({ $ref })),
          fc.array(value, { minLength: 1, maxLength: 4 }).map((members) => ({ enum: members })),
          value.map((only) => ({ const: only })),
          node('string', {
            minLength: length,
            maxLength: length,
            pattern: fc.constant('^a'),
            format: fc.constant('date'),
          }),
          node('number', range),
          node('integer', range),
          fc.constantFrom('boolean', 'null').map((name) => ({ type: name })),
          fc
            .uniqueArray(fc.constantFrom('string', 'integer', 'null', 'array', 'object'), { minLength: 1 })
            .map((all) => ({ type: all })),
          node('object', object),
          node('array', array),
          fc.record(choices, { requiredKeys: [] }),
          node('object', { ...object, ...choices }),
        ),
      };
    })
    .schema.map((schema): JsonObject => JSON.parse(JSON.stringify(schema)));
}

const typed = schemaOf((name) => fc.constant({ type: name }));
const loose = schemaOf((name) => fc.constantFrom<object>({ type: name }, { type: [name, 'null'] }, {}));

function accepts(schema: JsonObject, of: unknown): boolean {
  return validateJson(schema, undefined, of).ok;
}

/** False where a reference leads to itself without a step into the value: no validator comes to an end there. */
function hasAnswer(schema: JsonObject, of: unknown): boolean {
  try {
    accepts(schema, of);
    return true;
  } catch (thrown) {
    if (thrown instanceof RangeError) return false;
    throw thrown;
  }
}

/** How many of the values the original accepts, after asserting that the rewritten one accepts them too. */
function compare(original: JsonObject, rewritten: JsonObject, values: readonly unknown[]): number {
  const accepted = values.filter((each) => hasAnswer(original, each) && accepts(original, each));
  for (const each of accepted) {
    assert.ok(accepts(rewritten, each), `${JSON.stringify(each)} does not fit ${JSON.stringify(rewritten)}`);
  }
  return accepted.length;
}

test('what the model is told accepts what the original accepts', () => {
  let accepted = 0;
  fc.assert(
    fc.property(typed, typed, typed, fc.array(value, { minLength: 20, maxLength: 30 }), (schema, x, y, values) => {
      // Not into each other: a schema that contains itself is told only in part.
      fc.pre(!`${JSON.stringify(x)}${JSON.stringify(y)}`.includes('$ref'));
      const original = { type: 'object', properties: { a: schema }, $defs: { x, y } };
      accepted += compare(
        original,
        toGeminiSchema(original).schema,
        values.map((each) => ({ a: each })),
      );
    }),
    { numRuns: 500 },
  );
  assert.ok(accepted > 500, `only ${accepted} values were accepted`);
});

test('what is checked accepts what the original accepts, whatever its root and its references', () => {
  let accepted = 0;
  fc.assert(
    fc.property(loose, loose, loose, fc.array(wide, { minLength: 20, maxLength: 30 }), (schema, x, y, values) => {
      const original = { ...schema, $defs: { x, y } };
      accepted += compare(original, toCheckedSchema(original), values);
    }),
    { numRuns: 1_000 },
  );
  assert.ok(accepted > 500, `only ${accepted} values were accepted`);
});
