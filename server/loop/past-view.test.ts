import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { HistoryEntry } from '../model/model.ts';
import { call, calls, says } from './loop.fixture.ts';
import { PastView } from './past-view.ts';

/** A turn of about so many bytes, some of them in a result that shrinks to a stub. */
function turn(said: number, returned: number): HistoryEntry[] {
  const made = call('clipboard_read');
  return [
    { role: 'user', text: 'x'.repeat(said) },
    { role: 'model', step: calls(made) },
    { role: 'results', results: [{ call: made, result: { ok: true, value: 'y'.repeat(returned) } }] },
    { role: 'model', step: says('Done.') },
  ];
}

test('a conversation that is looked at turn by turn is shown as one that is looked at whole', () => {
  const turns = fc.array(fc.tuple(fc.nat(400), fc.nat(900)), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(turns, fc.integer({ min: 1, max: 12_000 }), (sizes, maxBytes) => {
      const grown = new PastView(maxBytes);
      let past: readonly HistoryEntry[] = [];
      for (const [said, returned] of sizes) {
        past = past.concat(turn(said, returned));
        assert.ok(grown.continues(past, maxBytes));
        assert.deepEqual(grown.show(past), new PastView(maxBytes).show(past));
      }
    }),
  );
});

test('a past that begins alike and goes on otherwise is not one that was looked at before', () => {
  const beginning = turn(10, 10);
  const view = new PastView(1_000);
  view.show(beginning.concat(turn(20, 20)));
  assert.equal(view.continues(beginning.concat(turn(30, 30)), 1_000), false);
  assert.equal(view.continues(beginning, 1_000), false);
  assert.equal(view.continues(beginning.concat(turn(20, 20)), 2_000), false);
});

test('what is left out never is the last turn, and what stays fits when the last turn does', () => {
  const past = Array.from({ length: 30 }, () => turn(200, 600)).flat();
  for (const maxBytes of [1, 900, 3_000, 10_000]) {
    const { entries, isShortened } = new PastView(maxBytes).show(past);
    assert.equal(isShortened, true);
    assert.equal(entries.at(-1), past.at(-1));
    assert.ok(entries.length >= 4);
    if (entries.length > 4) assert.ok(JSON.stringify(entries).length <= maxBytes + entries.length + 2);
  }
});
