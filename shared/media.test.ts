import assert from 'node:assert/strict';
import test from 'node:test';
import { describeMedia, isMedia, mediaInWords } from './media.ts';

const picture = { type: 'image', mimeType: 'image/png', data: 'aGVsbG8=' } as const;

test('knows a picture, a sound and a document', () => {
  assert.ok(isMedia(picture));
  assert.ok(isMedia({ type: 'audio', mimeType: 'audio/ogg', data: 'AAAA', extra: 1 }));
  assert.ok(isMedia({ type: 'document', mimeType: 'application/vnd.ms-excel', data: 'AAAA' }));
});

for (const [what, value] of [
  ['null', null],
  ['a text', 'image/png'],
  ['another type', { ...picture, type: 'text' }],
  ['no MIME type', { ...picture, mimeType: undefined }],
  ['a MIME type that is none', { ...picture, mimeType: 'png' }],
  ['an address for data', { ...picture, data: 'https://example.com/a.png' }],
  ['the alphabet of addresses', { ...picture, data: 'a-_b' }],
  ['nothing for data', { ...picture, data: '' }],
] as const) {
  test(`takes ${what} for no media`, () => assert.equal(isMedia(value), false));
}

test('describes what can not be shown by its kind and size', () => {
  assert.equal(describeMedia(picture), "[image of the type image/png, 5 bytes, which can't be shown to you]");
});

test('tells media in words wherever they are, and leaves the rest', () => {
  const words = describeMedia(picture);
  assert.deepEqual(mediaInWords({ a: [picture, 1], b: { c: picture }, d: null }), {
    a: [words, 1],
    b: { c: words },
    d: null,
  });
});
