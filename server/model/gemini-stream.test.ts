import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { GeminiPart } from './gemini-content.ts';
import { GeminiStream, type GeminiDelta } from './gemini-stream.ts';

function chunk(parts: readonly GeminiPart[], rest: object = {}): object {
  return { candidates: [{ content: { role: 'model', parts } }], ...rest };
}

function assemble(chunks: readonly object[]) {
  const stream = new GeminiStream();
  const deltas = chunks.flatMap((each) => stream.push(each));
  return { answer: stream.answer(), deltas };
}

function textOf(deltas: readonly GeminiDelta[], type: GeminiDelta['type']): string {
  return deltas.map((delta) => (delta.type === type ? delta.text : '')).join('');
}

const words = fc.string({ minLength: 1, maxLength: 12 });
const part: fc.Arbitrary<GeminiPart> = fc.oneof(
  words.map((text) => ({ text })),
  words.map((text) => ({ text, thought: true })),
  words.map((thoughtSignature) => ({ text: '', thoughtSignature })),
  fc.record({ text: words, thoughtSignature: words }),
  fc.record({ functionCall: fc.record({ name: words, args: fc.constant({}) }), thoughtSignature: words }),
  fc.record({ functionCall: fc.record({ name: words, id: words }) }),
  fc.record({ futureField: words }),
);

/** A part in pieces: only words without a signature come in several. */
function pieces(whole: GeminiPart, at: number): GeminiPart[] {
  const { text, thoughtSignature } = whole;
  if (typeof text !== 'string' || thoughtSignature !== undefined) return [whole];
  const cut = at % (text.length + 1);
  return [text.slice(0, cut), text.slice(cut)].flatMap((piece) => (piece === '' ? [] : [{ ...whole, text: piece }]));
}

suite('a streamed answer', () => {
  test('is the same message, however it was cut into chunks and its words into pieces', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.infiniteStream(fc.nat(20)), (parts, chance) => {
        const next = (): number => chance.next().value;
        const chunks: GeminiPart[][] = [[]];
        for (const piece of parts.flatMap((each) => pieces(each, next()))) {
          if (next() % 2 === 0) chunks.push([]);
          chunks.at(-1)?.push(piece);
        }
        const whole = assemble([chunk(parts)]);
        const cut = assemble(chunks.map((each) => chunk(each)));
        assert.deepEqual(cut.answer, whole.answer);
        for (const type of ['text', 'thought'] as const) {
          assert.equal(textOf(cut.deltas, type), textOf(whole.deltas, type));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('keeps each part that carries a signature as it came and where it came, even without words (001, 002)', () => {
    const signed = [
      { text: 'a' },
      { text: 'b', thoughtSignature: 'S1' },
      { text: 'c' },
      { functionCall: { name: 'read' }, thoughtSignature: 'S2', futureField: 1 },
      { functionCall: { name: 'read' } },
      { text: '', thoughtSignature: 'S3' },
    ];
    assert.deepEqual(assemble(signed.map((each) => chunk([each]))).answer.content.parts, signed);
  });

  test('keeps equal calls apart', () => {
    const call = { functionCall: { name: 'read', args: { n: 1 } } };
    assert.equal(assemble([chunk([call, call]), chunk([call])]).answer.calls.length, 3);
  });

  test('counts what the last chunk with a count says', () => {
    const usage = (promptTokenCount: number, thoughtsTokenCount: number) => ({
      usageMetadata: { promptTokenCount, candidatesTokenCount: 2, thoughtsTokenCount },
    });
    const { answer } = assemble([chunk([], usage(5, 1)), chunk([], usage(5, 4)), chunk([])]);
    assert.deepEqual(answer.usage, { inputTokens: 5, outputTokens: 6 });
  });

  for (const [what, junk] of [
    ['null', null],
    ['a list', []],
    ['no candidates', {}],
    ['candidates that are none', { candidates: 7 }],
    ['a candidate that is none', { candidates: [null] }],
    ['content without parts', { candidates: [{ content: {} }] }],
    ['parts that are none', { candidates: [{ content: { parts: [null, 'x', 1] } }] }],
  ] as const) {
    test(`takes ${what} for nothing`, () => {
      const stream = new GeminiStream();
      assert.deepEqual(stream.push(junk), []);
      assert.deepEqual(stream.answer().content, { role: 'model', parts: [] });
    });
  }
});
