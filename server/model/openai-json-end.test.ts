import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { JsonEnd } from './openai-json-end.ts';

test('sees the end of any object with its last letter, and not before', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 1, max: 9 }), (value, size) => {
      const text = JSON.stringify(value);
      const end = new JsonEnd();
      for (let at = 0; at < text.length - 1; at += size) end.push(text.slice(at, Math.min(at + size, text.length - 1)));
      assert.equal(end.isReached, false);
      end.push(text.slice(-1));
      assert.equal(end.isReached, true);
    }),
  );
});

for (const [text, isReached] of [
  ['', false],
  ['  ', false],
  ['"{\\"a\\":1}', false],
  ['"{\\"a\\":1}"', true],
  ['{"a":"}"', false],
  ['{"a":"\\\\"}', true],
  ['[{}]', true],
  ['}', true],
] as const) {
  test(`is ${isReached ? '' : 'not '}at the end of ${JSON.stringify(text)}`, () => {
    const end = new JsonEnd();
    end.push(text);
    assert.equal(end.isReached, isReached);
  });
}
