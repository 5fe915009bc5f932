import assert from 'node:assert/strict';
import test from 'node:test';
import type { ToolResult } from '../../shared/protocol.ts';
import { asked, bodyOf, collect, never, pair } from './gemini.fixture.ts';
import { responseOf } from './gemini-response.ts';
import type { HistoryEntry } from './model.ts';

const png = { type: 'image', mimeType: 'image/png', data: 'aGVsbG8=' } as const;
const value = { page: 'shop', shots: [png, { ...png, mimeType: 'image/webp' }], $ref: 'media-1' };
const inWords = "[image of the type image/png, 5 bytes, which can't be shown to you]";

test('tells a value as output and a failure as an error, whatever the value is', () => {
  for (const plain of [null, 0, '', [], 'x', [1, { a: null }]]) {
    assert.deepEqual(responseOf({ ok: true, value: plain }, true), { response: { output: plain } });
  }
  const error = { code: 'timeout', message: 'Too late.' } as const;
  assert.deepEqual(responseOf({ ok: false, error }, true), { response: { error } });
});

test('makes a key harmless by which a result could point at something', () => {
  const hostile: ToolResult = { ok: true, value: [{ $ref: 'a', deep: { $ref: { $ref: 1 } } }] };
  assert.deepEqual(responseOf(hostile, false).response, { output: [{ _ref: 'a', deep: { _ref: { _ref: 1 } } }] });
});

test('carries media beside the words that point at them', () => {
  const { response, parts } = responseOf({ ok: true, value }, true);
  const shots = [{ $ref: 'media-1' }, { $ref: 'media-2' }];
  assert.deepEqual(response, { output: { page: 'shop', shots, _ref: 'media-1' } });
  assert.deepEqual(parts, [
    { inlineData: { mimeType: 'image/png', data: 'aGVsbG8=', displayName: 'media-1' } },
    { inlineData: { mimeType: 'image/webp', data: 'aGVsbG8=', displayName: 'media-2' } },
  ]);
});

test('tells media in words to who takes none', () => {
  assert.deepEqual(responseOf({ ok: true, value: png }, false), { response: { output: inWords } });
});

for (const [model, profile, takesMedia] of [
  ['gemini-4-hydrogen', 'gemini-4', true],
  ['gemini-2.5-flash', 'gemini-2.5', false],
] as const) {
  test(`answers three calls with one part each, of which one brings a picture, to ${model} (006)`, async (t) => {
    const call = { name: 'memory_list', args: {} };
    const answers = [{ calls: [call, call, call] }, { text: 'ok' }];
    const { model: adapter, standin } = await pair(t, answers, { standin: { profile }, gemini: { model } });
    const { step } = await collect(adapter.run(asked, never));
    const results = step.calls.map((each, at) => ({
      call: each,
      result: { ok: true, value: at === 1 ? { picture: png } : null } as const,
    }));
    const history: HistoryEntry[] = [...asked.history, { role: 'model', step }, { role: 'results', results }];
    assert.equal((await collect(adapter.run({ ...asked, history }, never))).text, 'ok');
    const { parts } = bodyOf(standin, 1).contents[2];
    assert.equal(parts.length, 3);
    assert.ok(parts.every((part: object) => Object.keys(part).join() === 'functionResponse'));
    assert.equal('parts' in parts[1].functionResponse, takesMedia);
    const output = { picture: takesMedia ? { $ref: 'media-1' } : inWords };
    assert.deepEqual(parts[1].functionResponse.response, { output });
  });
}
