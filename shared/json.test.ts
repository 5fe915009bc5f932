import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { AgentError } from './errors.ts';
import {
  byteLength,
  canonicalJson,
  deepFreeze,
  hasProtoKey,
  isNestedDeeper,
  isObject,
  isSameJson,
  parseJson,
  toJson,
} from './json.ts';

const bounds = { maxBytes: 1_000, maxDepth: 8 };

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function refusedAs(code: string, sentence: RegExp): (thrown: unknown) => boolean {
  return (thrown) => AgentError.is(thrown) && thrown.code === code && sentence.test(thrown.message);
}

suite('isObject', () => {
  test('is true for objects only, not for lists, null or functions', () => {
    assert.deepEqual([{}, Object.create(null), new Date()].map(isObject), [true, true, true]);
    assert.deepEqual([[], null, undefined, 'x', 1, () => {}].map(isObject), Array(6).fill(false));
  });
});

suite('parseJson', () => {
  test('accepts exactly the depth that is allowed', () => {
    assert.deepEqual(parseJson('[[{"a":[]}]]', 4), [[{ a: [] }]]);
    assert.throws(() => parseJson('[[{"a":[]}]]', 3), new RangeError('JSON is nested deeper than 3 levels.'));
  });

  test('refuses 20 KB of nested lists before anything walks them (073)', () => {
    assert.throws(() => parseJson('['.repeat(10_000) + ']'.repeat(10_000), 64), RangeError);
  });

  test('does not count brackets inside texts, nor those behind an escaped quote', () => {
    const value = { a: '[[[[{{{{', b: '"[[[[', c: '\\', d: ['"'] };
    assert.deepEqual(parseJson(JSON.stringify(value), 2), value);
  });

  test('refuses more keys than can be parsed without everybody else waiting', () => {
    const keys = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join(',')}}`;
    assert.equal(Object.keys(Object(parseJson(keys(20_000), 64))).length, 20_000);
    assert.throws(() => parseJson(keys(80_000), 64), new RangeError('JSON holds too many values.'));
    assert.throws(() => parseJson(`[${'[],'.repeat(300_000)}0]`, 64), new RangeError('JSON holds too many values.'));
  });

  test('takes the densest arguments that fit their limit, and any text', () => {
    const dense = `[${'[],'.repeat(65_536 / 3 - 2)}[]]`;
    assert.doesNotThrow(() => parseJson(`{"type":"tool.call","args":${dense}}`, 64));
    assert.doesNotThrow(() => parseJson(JSON.stringify([',:[{'.repeat(100_000)]), 64));
  });

  test('throws a SyntaxError for what is not JSON', () => {
    for (const text of ['', '{', '"', '"\\', 'undefined', '{"a":1,}', ']]]]', 'NaN']) {
      assert.throws(() => parseJson(text, 64), SyntaxError, text);
    }
  });

  test('counts the depth that a value has, whatever the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const depth = depthOf(JSON.parse(text));
        assert.deepEqual(parseJson(text, depth), JSON.parse(text));
        if (depth > 0) assert.throws(() => parseJson(text, depth - 1), RangeError);
      }),
    );
  });

  test('leaves prototypes alone (072)', () => {
    assert.equal(JSON.stringify(parseJson('{"__proto__":{"polluted":true}}', 8)), '{"__proto__":{"polluted":true}}');
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });
});

class Unwritable {
  toJSON(): never {
    return assert.fail('secret');
  }
}

suite('toJson', () => {
  test('makes a deep copy', () => {
    const inner = { list: [1, 'two', null] };
    const copy = toJson({ inner }, bounds);
    inner.list.push('later');
    assert.deepEqual(copy, { inner: { list: [1, 'two', null] } });
  });

  test('makes null of undefined, because a tool that only acts has nothing to say', () => {
    assert.equal(toJson(undefined, bounds), null);
  });

  test('writes a date as text and leaves out fields that are undefined', () => {
    assert.deepEqual(toJson({ at: new Date(0), nothing: undefined }, bounds), { at: '1970-01-01T00:00:00.000Z' });
  });

  test('takes one object at two places for no cycle', () => {
    const place = { city: 'Bonn' };
    assert.deepEqual(toJson({ from: place, to: place }, bounds), { from: { city: 'Bonn' }, to: { city: 'Bonn' } });
  });

  const cycle: Record<string, unknown> = {};
  cycle['self'] = [cycle];
  const unfit: readonly (readonly [what: string, value: unknown, sentence: RegExp])[] = [
    ['a bigint', 1n, /JSON can not hold a bigint\./],
    ['a function', { run: () => {} }, /JSON can not hold a function\./],
    ['a symbol', [Symbol('x')], /JSON can not hold a symbol\./],
    ['a cycle', cycle, /JSON can not hold a value that contains itself\./],
    ['a DOM node', { nodeType: 1, nodeName: 'DIV' }, /JSON can not hold a DOM node\./],
    ['bytes', new Uint8Array(4), /JSON can not hold binary data\./],
    ['a buffer', { data: new ArrayBuffer(4) }, /JSON can not hold binary data\./],
    ['nine levels', [[[[[[[[[]]]]]]]]], /nested too deeply\./],
    [
      'a getter that throws',
      Object.defineProperty({}, 'x', { enumerable: true, get: () => assert.fail('secret') }),
      /JSON can not hold/,
    ],
    ['a toJSON that throws', new Unwritable(), /JSON can not hold/],
  ];
  for (const [what, value, sentence] of unfit) {
    test(`refuses ${what} with a code and a sentence without foreign words`, () => {
      assert.throws(() => toJson(value, bounds), refusedAs('internal', sentence));
      assert.throws(() => toJson(value, bounds), refusedAs('internal', /^(?!.*secret)/));
    });
  }

  test('measures its limit in bytes of UTF-8 and not in characters', () => {
    assert.equal(toJson('ü'.repeat(10), { maxBytes: 22, maxDepth: 1 }), 'ü'.repeat(10));
    const tooLarge = refusedAs('too_large', /^There is room for 21 bytes only\.$/);
    assert.throws(() => toJson('ü'.repeat(10), { maxBytes: 21, maxDepth: 1 }), tooLarge);
  });

  test('refuses 5 MB', () => {
    assert.throws(() => toJson('x'.repeat(5_000_000), bounds), refusedAs('too_large', /1000 bytes/));
  });
});

suite('isNestedDeeper', () => {
  test('draws the line where parseJson draws it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const depth = depthOf(value);
        assert.equal(isNestedDeeper(value, depth), false);
        if (depth > 0) assert.equal(isNestedDeeper(value, depth - 1), true);
      }),
    );
  });

  test('comes back from any depth', () => {
    assert.equal(isNestedDeeper(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)), 32), true);
  });
});

suite('deepFreeze', () => {
  test('freezes every level and returns its argument', () => {
    const value = { list: [{ a: 1 }] };
    assert.equal(deepFreeze(value), value);
    assert.throws(() => value.list.push({ a: 2 }), TypeError);
    assert.throws(() => Object.assign(value.list[0] ?? {}, { a: 2 }), TypeError);
  });
});

suite('canonicalJson', () => {
  test('spells a value in one way, whatever the order of its keys', () => {
    assert.equal(canonicalJson({ b: [{ d: 1, c: undefined }], a: 'x' }), '{"a":"x","b":[{"d":1}]}');
    assert.equal(canonicalJson({ a: 'x', b: [{ d: 1 }] }), '{"a":"x","b":[{"d":1}]}');
    assert.equal(canonicalJson(undefined), 'null');
  });

  test('is JSON of an equal value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        assert.equal(canonicalJson(JSON.parse(canonicalJson(value))), canonicalJson(value));
        assert.equal(JSON.stringify(sorted(JSON.parse(canonicalJson(value)))), JSON.stringify(sorted(value)));
      }),
    );
  });
});

suite('isSameJson', () => {
  /** Few enough that equal ones come up. */
  const small = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, true, 0, 1, '', 'a'),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), tie('value'), { maxKeys: 2 }),
    ),
  })).value;

  test('says of any two values whether they have one canonical spelling', () => {
    fc.assert(
      fc.property(small, small, (one, other) => {
        assert.equal(isSameJson(one, other), canonicalJson(one) === canonicalJson(other));
      }),
      { numRuns: 2_000 },
    );
  });

  test('knows a copy again, whatever the order of its keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.equal(isSameJson(value, JSON.parse(canonicalJson(value))), true);
        assert.equal(isSameJson({ value }, { value: [value] }), false);
      }),
    );
  });

  test('takes what everything inherits for no field of a value', () => {
    assert.equal(isSameJson({ constructor: Object }, {}), false);
    assert.equal(isSameJson({}, { constructor: Object }), false);
    assert.equal(isSameJson({ toString: undefined }, {}), true);
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  );
}

suite('byteLength', () => {
  test('is what UTF-8 takes, for any text, with halves of surrogate pairs too', () => {
    const units = fc.oneof(fc.integer({ min: 0xd7f0, max: 0xe010 }), fc.integer({ min: 0, max: 0xffff }));
    fc.assert(
      fc.property(fc.array(units), (codes) => {
        const text = String.fromCharCode(...codes);
        assert.equal(byteLength(text), Buffer.byteLength(text));
      }),
    );
  });
});

suite('hasProtoKey', () => {
  test('finds the key at any depth, in objects and in lists', () => {
    assert.equal(hasProtoKey(JSON.parse('{"a":[{"b":{"__proto__":1}}]}')), true);
    assert.equal(hasProtoKey(JSON.parse('[[{"__proto__":null}]]')), true);
    assert.equal(hasProtoKey(JSON.parse('{"\\u005f_proto__":1}')), true);
    assert.equal(hasProtoKey({ a: { constructor: { prototype: 1 } } }), true);
    assert.equal(hasProtoKey([{ prototype: null }]), true);
  });

  test('means the key only: not the text, and not the prototype that everything has', () => {
    assert.equal(hasProtoKey({ a: '__proto__', list: ['constructor', 'prototype'], proto: {} }), false);
    for (const value of ['__proto__', null, undefined, 7]) assert.equal(hasProtoKey(value), false);
  });
});
