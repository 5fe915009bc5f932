import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { validateJson } from '../../shared/json-schema-validator.ts';
import { surelyFits } from './quick-check.ts';

const tool = {
  type: 'object',
  description: 'Words are no rule.',
  properties: {
    n: { type: 'integer', minimum: 1, maximum: 9 },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    at: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] },
  },
  required: ['n'],
};

suite('surelyFits', () => {
  test('says yes to what a usual tool is called with', () => {
    for (const args of [{ n: 1 }, { n: 9, tags: [] }, { n: 2, tags: ['b', 'a'], at: { x: 0.5 }, more: null }]) {
      assert.equal(surelyFits(tool, args), true, JSON.stringify(args));
    }
  });

  test('says no to a value that breaks a rule, at any depth', () => {
    for (const args of [{}, [], null, { n: 0 }, { n: 10 }, { n: '1' }, { n: 1, tags: ['c'] }, { n: 1, at: {} }]) {
      assert.equal(surelyFits(tool, args), false, JSON.stringify(args));
    }
  });

  test('leaves a keyword that it does not know to the validator', () => {
    for (const rule of [{ anyOf: [{}] }, { pattern: '.' }, { format: 'date' }, { prefixItems: [], items: {} }, true]) {
      assert.equal(surelyFits(rule, []), false, JSON.stringify(rule));
    }
  });

  test('takes no field of a prototype for one of the value', () => {
    assert.equal(surelyFits({ required: ['toString'] }, {}), false);
    assert.equal(surelyFits({ properties: { constructor: { type: 'string' } } }, {}), true);
  });

  test('never says yes where the validator says no', () => {
    const leaf = fc.constantFrom<object>(
      ...['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'].map((type) => ({ type })),
      ...[{ enum: [1, 'a', null] }, { minimum: 2 }, { maximum: 3 }, { type: ['string', 'null'] }, {}],
    );
    const { schema } = fc.letrec<{ schema: object }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record(
          {
            type: fc.constantFrom('object', 'array'),
            properties: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'length'), tie('schema')),
            required: fc.subarray(['a', 'b', 'length']),
            items: tie('schema'),
            enum: fc.array(fc.jsonValue({ maxDepth: 0 }), { maxLength: 3 }),
          },
          { requiredKeys: [] },
        ),
      ),
    }));
    const value = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom('a', 'b', 'length'), fc.jsonValue()));
    let yes = 0;
    fc.assert(
      fc.property(schema, value, (rules, given) => {
        const plain = JSON.parse(JSON.stringify(rules));
        if (!surelyFits(plain, given)) return;
        yes += 1;
        assert.ok(validateJson(plain, undefined, given).ok);
      }),
      { numRuns: 2_000 },
    );
    assert.ok(yes > 50, `only ${yes} of the runs were of interest`);
  });
});
