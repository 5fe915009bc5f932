import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { AgentError } from './errors.ts';
import { isObject } from './json.ts';
import { fixedLimits } from './limits.ts';
import { clientSamples, serverSamples } from './protocol.fixture.ts';
import { clientMessage, decode, encode, serverMessage } from './protocol.ts';

const directions = [
  { schema: clientMessage, samples: Object.values(clientSamples).flat() },
  { schema: serverMessage, samples: Object.values(serverSamples).flat() },
];

/** Holds whatever JSON the model, the tool or the site wrote: nothing below is ours to check. */
const freeJson = new Set(['args', 'ran', 'result.value', 'pageTools.0.inputSchema']);
const optional = new Set([
  ...['at', 'resume', 'resume.after', 'toolChoice', 'whole', 'definition', 'usage'],
  ...['ticket', 'forget', 'turn.started: text', 'tool.call: remainingMs', 'repaired', 'retryInMs'],
  ...['turn.failed: turn', 'turn.failed: message', 'origin', 'approval.request: title'],
  ...['status.hash', 'taint', 'ran', 'ask', 'pageTools.0.trusted', 'pageTools.0.feedback'],
]);

type Path = readonly string[];

/** Every place in a message, but for those inside free JSON. */
function placesOf(value: unknown, path: Path = []): Path[] {
  const here = path.length > 0 ? [path] : [];
  if (typeof value !== 'object' || value === null || freeJson.has(path.join('.'))) return here;
  return [...here, ...Object.entries(value).flatMap(([key, child]) => placesOf(child, [...path, key]))];
}

/** A copy of a message with one place changed; undefined leaves it out. */
function altered(message: object, path: Path, replacement: unknown): string {
  const copy: unknown = structuredClone(message);
  const parent = path.slice(0, -1).reduce((value, key) => (isParent(value) ? Reflect.get(value, key) : value), copy);
  if (isParent(parent)) Reflect.set(parent, path.at(-1) ?? '', replacement);
  return JSON.stringify(copy);
}

function isParent(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function valueAt(message: object, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (isParent(value) ? Reflect.get(value, key) : undefined), message);
}

/** No field takes both a boolean and anything else, and none takes null. */
function wrongFor(value: unknown): unknown[] {
  const other = typeof value === 'boolean' ? 'true' : true;
  return isObject(value) ? [other, null, [value]] : Array.isArray(value) ? [other, null, {}] : [other, null, [value]];
}

function assertRefused(schema: typeof clientMessage | typeof serverMessage, frame: string): void {
  assert.throws(
    () => decode(schema, frame),
    (thrown) => AgentError.is(thrown) && thrown.code === 'bad_message' && Buffer.byteLength(thrown.message) <= 123,
    frame.slice(0, 200),
  );
}

for (const { schema, samples } of directions) {
  for (const message of samples) {
    const name = encode(message).slice(0, 110);
    const places = placesOf(message);

    suite(name, () => {
      test('comes out as it went in', () => {
        assert.deepEqual(decode(schema, encode(message)), message);
      });

      test('must have every field that is not optional', () => {
        for (const path of places.filter((place) => !/^\d+$/.test(place.at(-1) ?? ''))) {
          const field = path.join('.');
          const frame = altered(message, path, undefined);
          const mayMiss = optional.has(field) || optional.has(`${message.type}: ${field}`);
          if (mayMiss) assert.doesNotThrow(() => decode(schema, frame), field);
          else assertRefused(schema, frame);
        }
      });

      test('has in each field the one type that belongs there', () => {
        for (const path of places.filter((place) => !freeJson.has(place.join('.')))) {
          for (const wrong of wrongFor(valueAt(message, path))) assertRefused(schema, altered(message, path, wrong));
        }
      });

      test('has no field of which the protocol does not know', () => {
        const objects = [[], ...places].filter((place) => isObject(valueAt(message, place)));
        for (const place of objects.filter((path) => !freeJson.has(path.join('.')))) {
          for (const key of ['extra', 'constructor', 'toString', 'hasOwnProperty', '']) {
            assertRefused(schema, altered(message, [...place, key], 1));
          }
        }
      });
    });
  }
}

suite('decode', () => {
  const cancel = '"type":"turn.cancel","turn":1';
  const refusals: readonly (readonly [frame: string, sentence: string])[] = [
    ['', 'The frame is not JSON.'],
    ['hello', 'The frame is not JSON.'],
    ['[]', 'frame: invalid_type'],
    ['null', 'frame: invalid_type'],
    ['{}', 'frame: type: invalid_union'],
    ['{"type":"welcome"}', 'welcome: type: invalid_union'],
    ['{"type":"__proto__"}', '__proto__: type: invalid_union'],
    ['{"type":{"toString":1}}', 'frame: type: invalid_union'],
    [`{${cancel},"reason":"x"}`, 'turn.cancel: unknown field reason'],
    [`{${cancel},"__proto__":{"turn":2}}`, 'turn.cancel: unknown field __proto__'],
    ['{"type":"turn.cancel","turn":0}', 'turn.cancel: turn: too_small'],
    ['{"type":"turn.cancel","turn":1.5}', 'turn.cancel: turn: invalid_type'],
    ['{"type":"turn.cancel","turn":"1"}', 'turn.cancel: turn: invalid_type'],
    ['{"type":"tool.result","call":"1","result":{"ok":true}}', 'tool.result: result.value: custom'],
    ['{"type":"tool.result","call":"","result":{"ok":true,"value":1}}', 'tool.result: call: too_small'],
  ];
  for (const [frame, sentence] of refusals) {
    test(`tells the developer of ${frame || 'an empty frame'}: ${sentence}`, () => {
      assert.throws(() => decode(clientMessage, frame), { name: 'AgentError', code: 'bad_message', message: sentence });
    });
  }

  for (const [what, key] of [
    ['wide letters', '日'.repeat(60)],
    ['halves of surrogate pairs', '\ud800'.repeat(60)],
    ['line breaks', '\r\n'.repeat(60)],
  ] as const) {
    test(`says its sentence in 120 bytes of ASCII, for a close frame, when the frame holds ${what}`, () => {
      for (const message of [{ type: 'turn.cancel', turn: 1, [key]: 1 }, { type: key }]) {
        assert.throws(
          () => decode(clientMessage, JSON.stringify(message)),
          (thrown) => AgentError.is(thrown) && /^[ -~]{1,120}$/.test(thrown.message),
        );
      }
    });
  }

  test('refuses 20 KB of nested lists in a field that it would not look into (073)', () => {
    const bomb = '['.repeat(10_000) + ']'.repeat(10_000);
    const frame = `{"type":"tool.result","call":"1.1.0","result":{"ok":true,"value":${bomb}}}`;
    const sentence = `JSON is nested deeper than ${fixedLimits.maxDepth} levels.`;
    assert.throws(() => decode(clientMessage, frame), { code: 'bad_message', message: sentence });
  });

  test('changes no prototype, whatever the keys of free JSON are (072)', () => {
    const value = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}';
    const frame = `{"type":"tool.result","call":"__proto__","result":{"ok":true,"value":${value}}}`;
    assert.equal(encode(decode(clientMessage, frame)), frame);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  test('hands on a text with half a surrogate pair as it came', () => {
    const frame = '{"type":"user.message","id":"m1","text":"a\\ud800"}';
    assert.equal(encode(decode(clientMessage, frame)), frame);
  });

  const bounds: readonly (readonly [field: string, fits: object, tooLong: object])[] = [
    ['id', { id: 'x'.repeat(64) }, { id: 'x'.repeat(65) }],
    ['text', { text: 'x'.repeat(fixedLimits.maxMessageChars) }, { text: 'x'.repeat(fixedLimits.maxMessageChars + 1) }],
    ['toolChoice', { toolChoice: { tool: 'x'.repeat(64) } }, { toolChoice: { tool: 'x'.repeat(65) } }],
  ];
  for (const [field, fits, tooLong] of bounds) {
    test(`bounds the length of ${field}`, () => {
      const message = { type: 'user.message', id: 'm1', text: 'Hi' };
      assert.doesNotThrow(() => decode(clientMessage, JSON.stringify({ ...message, ...fits })));
      assertRefused(clientMessage, JSON.stringify({ ...message, ...tooLong }));
    });
  }

  test('bounds how many tools a page can claim', () => {
    const [{ pageTools }] = clientSamples['tools.changed'];
    const changed = (count: number) =>
      JSON.stringify({ type: 'tools.changed', builtins: [], pageTools: Array(count).fill(pageTools[0]) });
    assert.doesNotThrow(() => decode(clientMessage, changed(fixedLimits.maxPageTools)));
    assertRefused(clientMessage, changed(fixedLimits.maxPageTools + 1));
  });

  test('knows the error codes of the product and no others', () => {
    for (const code of ['nope', '__proto__', 'constructor', 'toString']) {
      const result = { ok: false, error: { code, message: 'x' } };
      assertRefused(clientMessage, JSON.stringify({ type: 'tool.result', call: '1.1.0', result }));
    }
  });
});
