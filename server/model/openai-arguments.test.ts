import assert from 'node:assert/strict';
import test from 'node:test';
import { hasProtoKey, isObject } from '../../shared/json.ts';
import { readArguments } from './openai-arguments.ts';

const deep = `${'[{"a":'.repeat(10_000)}1${'}]'.repeat(10_000)}`;

for (const [title, given, args] of [
  ['JSON', '{"a":1}', { a: 1 }],
  ['an object', { a: 1 }, { a: 1 }],
  ['JSON within JSON', '"{\\"a\\":1}"', { a: 1 }],
  ['an empty text', '', {}],
  ['spaces', ' \n', {}],
  ['the text null', 'null', {}],
  ['an empty text within JSON', '""', {}],
  ['null', null, {}],
  ['nothing', undefined, {}],
] as const) {
  test(`reads ${title}`, () => assert.deepEqual(readArguments(given).args, args));
}

for (const [title, given] of [
  ['half of an object', '{"a":'],
  ['a list', '[1]'],
  ['a number', '7'],
  ['words', 'Jena'],
  ['an object of 10,000 levels', deep],
  ['a hundred thousand values', `{"a":[${'1,'.repeat(100_000)}1]}`],
] as const) {
  test(`says of ${title} that it can not be read, and replays it as the JSON of an object`, () => {
    const { args, text, unreadable } = readArguments(given);
    assert.deepEqual(args, {});
    assert.match(String(unreadable), /one JSON object/);
    assert.deepEqual(JSON.parse(text), { unreadable: given });
  });
}

test('replays a readable text as it came', () => {
  assert.equal(readArguments('{ "a": 1.0 }').text, '{ "a": 1.0 }');
});

test('leaves a key that could change a prototype where it is seen', () => {
  const { args } = readArguments('{"\\u005f_proto__":{"admin":true}}');
  assert.ok(isObject(args) && hasProtoKey(args));
  assert.equal(Reflect.get({}, 'admin'), undefined);
});
