import assert from 'node:assert/strict';
import { type ConformanceCase } from './session-store-subject.conformance.ts';

/** A list in a list, so many times. */
function nest(depth: number): unknown {
  let value: unknown = 'the innermost';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

const contents: Readonly<Record<string, unknown>> = {
  null: null,
  false: false,
  zero: 0,
  'a negative fraction': -1.5e-7,
  'the largest safe number': Number.MAX_SAFE_INTEGER,
  'the largest number': Number.MAX_VALUE,
  'an empty text': '',
  'an empty list': [],
  'an empty object': {},
  'lists of nothing': [null, [], {}, [[]]],
  'a line of JSONL': '{"key":"k","event":{"n":9}}\n',
  'ends of lines of every kind': 'a\nb\rc\r\nd\u2028e\u2029f\u0085g',
  'control characters': '\0\u0001\b\t\u001b[31m\u007f',
  'quotes and backslashes': `\\"'\`\\n\\u0000`,
  'a byte order mark': '\ufeffa',
  'other scripts and directions': 'Größe 大きさ размер שלום \u202eback',
  'an emoji of several parts': '👩🏽‍🚀🏳️‍🌈',
  'half an emoji': ['\ud83d', '\ude00', 'a\ud83db'],
  noncharacters: '\uffff\ufffe\u{10ffff}',
  'keys that mean something to JavaScript': JSON.parse('{"__proto__":{"a":1},"constructor":2,"toString":3,"length":4}'),
  'keys in an order of their own': { b: 1, a: 2, 1: 3, '': 4 },
  'sixty levels': nest(60),
  'a text of one mebibyte': 'x'.repeat(1_048_576),
  'a mebibyte of characters of three bytes': '漢'.repeat(349_525),
  'ten thousand small values': Array.from({ length: 10_000 }, (_, n) => ({ n, text: `value ${n}` })),
};

export const contentCases: readonly ConformanceCase[] = [
  ...Object.entries(contents).map(
    ([what, content]) =>
      ({
        name: `gives back what it was given: ${what}`,
        run: async ({ store }) => {
          const { lease } = await store.acquire('s', 'a');
          await store.append(lease, 'k1', { n: 1, content });
          await store.append(lease, 'k2', { n: 2 });
          const expected = [{ n: 1, content }, { n: 2 }];
          const read = await store.read('s');
          assert.deepEqual(
            read?.map(({ event }) => event),
            expected,
          );
          assert.equal(JSON.stringify(read?.[0]?.event), JSON.stringify(expected[0]));
          assert.deepEqual((await store.acquire('s', 'b')).events, read);
        },
      }) satisfies ConformanceCase,
  ),
  {
    name: 'keeps large and small events apart that nobody waited for',
    run: async ({ store }) => {
      const { lease } = await store.acquire('s', 'a');
      const sizes = [0, 300_000, 1, 65_536, 2, 131_071, 3];
      await Promise.all(
        sizes.map(async (size, n) => store.append(lease, `k${n}`, { n, content: String(n).repeat(size) })),
      );
      const read = await store.read('s');
      assert.deepEqual(
        read?.map(({ event }) => event),
        sizes.map((size, n) => ({ n, content: String(n).repeat(size) })),
      );
    },
  },
];
