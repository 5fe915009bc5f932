import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { formatLine, parseLines } from './session-lines.ts';

const head = formatLine({ session: 's' }) + formatLine({ epoch: 1, owner: 'a' });
const first = formatLine({ key: 'k1', event: { n: 1 } });

test('reads the session, its last owner, and the events with their ids', () => {
  const text = head + first + formatLine({ epoch: 2, owner: 'b' }) + formatLine({ key: 'k2', event: null });
  assert.deepEqual(parseLines(Buffer.from(text)), {
    session: 's',
    epoch: 2,
    owner: 'b',
    keys: ['k1', 'k2'],
    events: [
      { id: '1', event: { n: 1 } },
      { id: '2', event: null },
    ],
    bytes: text.length,
  });
});

suite('reads up to a line', () => {
  for (const [what, rest] of [
    ['without its end', '{"key":"k2","event":{}}'],
    ['of half a character', Buffer.from('漢').subarray(1)],
    ['that is no JSON', 'key\n'],
    ['that is no object', '[]\n'],
    ['without an event', '{"key":"k2"}\n'],
    ['without an owner', '{"epoch":3}\n'],
    ['with a number for a key', '{"key":2,"event":{}}\n'],
    ['that names a session again', '{"session":"t"}\n'],
    ['that is empty', '\n'],
  ] as const) {
    test(what, () => {
      const good = Buffer.from(head + first);
      const lines = parseLines(Buffer.concat([good, Buffer.from(rest), Buffer.from(first)]));
      assert.equal(lines?.bytes, good.length);
      assert.deepEqual(lines.keys, ['k1']);
    });
  }
});

test('knows no session in a file that does not begin with one', () => {
  for (const text of ['', '\n', 'x\n', first, head.slice(0, 5)]) assert.equal(parseLines(Buffer.from(text)), undefined);
});

test('writes one line whatever an event holds', () => {
  const line = formatLine({ key: 'a\nb', event: { text: 'c\r\n\u2028\ud83d' } });
  assert.equal(line.indexOf('\n'), line.length - 1);
});
