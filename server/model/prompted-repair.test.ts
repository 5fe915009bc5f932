import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { mendJson } from './prompted-repair.ts';

const mended: readonly (readonly [given: string, wanted: unknown])[] = [
  ['{"a":1,}', { a: 1 }],
  ['[1,2,]', [1, 2]],
  ['{“a”:“b”}', { a: 'b' }],
  ["{'a':'b'}", { a: 'b' }],
  ['{"a":"one\ntwo\tthree"}', { a: 'one\ntwo\tthree' }],
  ['{"a":1 /* one */, // two\n "b":2}', { a: 1, b: 2 }],
  ['```json\n{"a":1}\n```', { a: 1 }],
  ['{"a":{"b":"c"', { a: { b: 'c' } }],
  ['{"a":[{"b":1}', { a: [{ b: 1 }] }],
  ['{\u00a0"a":1}', { a: 1 }],
];

for (const [given, wanted] of mended) {
  test(`mends ${JSON.stringify(given)}`, () => {
    const { values = [], isMended } = mendJson(given, true) ?? {};
    assert.deepEqual([values.map((value) => JSON.parse(value)), isMended], [[wanted], true]);
  });
}

const ambiguous = [
  ...['', 'text', '{"a":"x', '{"a":1', '{"a":tr', '{"a":', '{"a":1,', '{"a":1]', '}', '[1,,2]', '{"a":1} and more'],
  ...[`{'a':'it"s'}`, String.raw`{'a':'it\'s'}`, '{“a”:“b"c”}', '/* open', '{"a":1 // open', '; {"a":1}'],
];

for (const given of ambiguous) {
  test(`guesses nothing of ${JSON.stringify(given)}`, () => {
    assert.equal(mendJson(given, true), undefined);
  });
}

test('adds no bracket to what was cut off', () => {
  assert.equal(mendJson('{"a":{"b":"c"', false), undefined);
});

test('finds values that stand one after the other', () => {
  assert.deepEqual(mendJson('{"a":1}; {"b":2}, [3]', true)?.values, ['{"a":1}', '{"b":2}', '[3]']);
});

test('changes nothing about JSON that is in order', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      const { values = [], isMended } = mendJson(text, true) ?? {};
      assert.deepEqual([values.map((one) => JSON.parse(one)), isMended], [[JSON.parse(text)], false]);
    }),
  );
});
