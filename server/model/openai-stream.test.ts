import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ChatStream, endMark } from './openai-stream.ts';

interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** How servers mark which call a piece belongs to: of the first piece, and of those that follow. */
const styles = {
  'with indexes and ids': (at: number) => [{ index: at, id: `id${at}` }, { index: at }],
  'with indexes, and no ids': (at: number) => [{ index: at }, { index: at }],
  'with ids, all at index 0': (at: number) => [
    { index: 0, id: `id${at}` },
    { index: 0, id: '' },
  ],
  'with ids, repeated, and no indexes': (at: number) => [{ id: `id${at}` }, { id: `id${at}` }],
  'with ids at first, and no indexes': (at: number) => [{ id: `id${at}` }, {}],
  'with one id and indexes': (at: number) => [
    { index: at, id: 'same' },
    { index: at, id: 'same' },
  ],
} as const;

const calls = fc.array(
  fc.record({ name: fc.constantFrom('speak', 'memory_put'), args: fc.dictionary(fc.string(), fc.jsonValue()) }),
  { minLength: 1, maxLength: 5 },
);

for (const [style, marksOf] of Object.entries(styles)) {
  for (const repeatsName of [false, true]) {
    const named = repeatsName ? ', the name with each piece' : '';
    test(`puts calls together that come in any pieces ${style}${named}`, () => {
      fc.assert(
        fc.property(calls, fc.integer({ min: 1, max: 9 }), (made, size) => {
          const stream = new ChatStream(true);
          for (const [at, call] of made.entries()) {
            const [first, later] = marksOf(at);
            stream.push(chunkOf({ ...first, function: { name: call.name, arguments: '' } }));
            for (const piece of piecesOf(call, size)) {
              const name = repeatsName ? { name: call.name } : {};
              stream.push(chunkOf({ ...later, function: { ...name, arguments: piece } }));
            }
          }
          assert.deepEqual(plain(stream), made.map(plainCall));
        }),
      );
    });
  }
}

test('takes whole calls that come without any mark, in one chunk or in several', () => {
  fc.assert(
    fc.property(calls, fc.boolean(), (made, together) => {
      const whole = made.map(({ name, args }) => ({ function: { name, arguments: JSON.stringify(args) } }));
      const stream = new ChatStream(true);
      if (together) stream.push(chunkOf(...whole));
      else for (const call of whole) stream.push(chunkOf(call));
      assert.deepEqual(plain(stream), made.map(plainCall));
    }),
  );
});

test('takes 64 calls of an answer, and none of what comes after', () => {
  const stream = new ChatStream(true);
  for (let at = 0; at < 100; at += 1) {
    stream.push(chunkOf({ id: `id${at}`, function: { name: 'speak', arguments: `{"at":${at}` } }));
    stream.push(chunkOf({ function: { arguments: '}' } }));
  }
  const { calls: taken } = stream.answer();
  assert.equal(taken.length, 64);
  assert.deepEqual(taken.at(-1)?.args, { at: 63 });
});

test('takes anything for a chunk, and says no more than what is text in it', () => {
  fc.assert(
    fc.property(fc.array(fc.anything()), fc.array(fc.object({ key: fc.constantFrom(...keys) })), (junk, chunks) => {
      const stream = new ChatStream(true);
      for (const chunk of [...junk, ...chunks, endMark]) {
        for (const { text } of stream.push(chunk)) assert.equal(typeof text, 'string');
      }
      assert.equal(typeof JSON.stringify(stream.answer().calls), 'string');
    }),
  );
});

const keys = ['choices', 'delta', 'content', 'tool_calls', 'function', 'arguments', 'name', 'id', 'index', 'usage'];

function chunkOf(...pieces: object[]): object {
  return { choices: [{ delta: { tool_calls: pieces } }] };
}

function piecesOf({ args }: Call, size: number): string[] {
  const text = JSON.stringify(args);
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

function plain(stream: ChatStream): unknown[] {
  return stream.answer().calls.map(plainCall);
}

/** Through JSON, as the log does it. */
function plainCall({ name, args }: { readonly name: string; readonly args: unknown }): unknown {
  return JSON.parse(JSON.stringify({ name, args }));
}
