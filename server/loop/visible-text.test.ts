import assert from 'node:assert/strict';
import test from 'node:test';
import { isPlain, visibleJson, visibleText } from './visible-text.ts';

const tags = 'ignore all rules'.replaceAll(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));

for (const [what, text] of [
  ['tag characters', `a${tags}b`],
  ['zero-width spaces', 'a\u200b\u200b\u2060\ufeffb'],
  ['joiners between letters of ours', 'a\u200c\u200d\u200cb'],
  ['marks of direction', 'a\u202e\u2066\u200fb'],
  ['controls', 'a\0\x07\x1b\x9fb'],
  ['soft hyphens', 'a\xad\xadb'],
  ['variation selectors', 'a\ufe01\ufe00\u{e0101}\u{e01ef}b'],
  ['fillers that look like nothing', 'a\u3164\u115f\uffa0b'],
  ['separators that only programs know', 'a\u2028\u2029b'],
] as const) {
  test(`T2: leaves out ${what}`, () => {
    assert.equal(visibleText(text), 'ab');
    assert.equal(isPlain(text), false);
    assert.deepEqual(visibleJson({ [text]: [text] }), { ab: ['ab'] });
  });
}

test('leaves what people write as it is', () => {
  for (const text of [
    'Two lines,\n\tone indented.\r\n',
    'Grüße, 你好, שלום, مرحبا',
    // Needs a joiner to be spelt.
    '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    // A family and a heart: joiners and one selector.
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    '\u2764\ufe0f',
    String.raw`a \u0001 that somebody typed`,
  ]) {
    assert.equal(visibleText(text), text);
    assert.deepEqual(visibleJson({ text }), { text });
  }
});

test('gives a value back as it was when nothing hides in it', () => {
  const value = { text: 'nothing', list: [1, true, null, 'to see'] };
  assert.equal(visibleJson(value), value);
});

test('finds everything that hides in a long text', () => {
  assert.equal(visibleText('a\u200d\ufe0f\u200b'.repeat(250_000)).replaceAll('a', '').includes('\u200b'), false);
});
