import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { LeadingThought } from './openai-thought.ts';

for (const [given, thought, text] of [
  ['<think>Hm.</think>\n\nJena.', 'Hm.', 'Jena.'],
  ['\n<think>\nHm <b> </thin>\n</think>Jena <think>.', '\nHm <b> </thin>\n', 'Jena <think>.'],
  ['<think></think>Jena', '', 'Jena'],
  ['Jena </think> is <think> nice', '', 'Jena </think> is <think> nice'],
  [' <thinking> is hard', '', ' <thinking> is hard'],
  ['<thi', '', '<thi'],
  ['<think>Hm </thi', 'Hm </thi', ''],
  [' ', '', ' '],
  ['', '', ''],
] as const) {
  test(`parts ${JSON.stringify(given)}, however it is cut`, () => {
    fc.assert(
      fc.property(fc.array(fc.nat(given.length)), (cuts) => {
        const edges = [0, ...cuts.toSorted((one, other) => one - other), given.length];
        const parts = new LeadingThought();
        const deltas = [
          ...edges.slice(1).flatMap((end, at) => parts.push(given.slice(edges[at], end))),
          ...parts.end(),
        ];
        const joined = (type: string): string =>
          deltas.flatMap((delta) => (delta.type === type ? delta.text : [])).join('');
        // Where the space after a thought is cut from the words, it is theirs.
        assert.deepEqual([joined('thought'), joined('text').replace(/^\n+/, '')], [thought, text]);
      }),
    );
  });
}
