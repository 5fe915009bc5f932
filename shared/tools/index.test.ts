import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as z from 'zod/mini';
import { builtinTools } from './index.ts';
import { builtinNames } from './names.ts';

const key = 'k'.repeat(129);
const text = 'x'.repeat(20_001);

/** For each tool, arguments that it takes and arguments that it refuses. */
const samples: Readonly<Record<string, { readonly good: unknown[]; readonly bad: unknown[] }>> = {
  geolocation_get: { good: [{}, { save: true, high_accuracy: false }], bad: [{ save: 'yes' }, { exact: true }] },
  memory_put: {
    good: [null, 0, '', false, [1, [2]], { a: { b: null } }].map((value) => ({ key: 'k', value })),
    bad: [{ key: 'k' }, { value: 1 }, { key: '', value: 1 }, { key, value: 1 }, { key: 'k', value: 1, ttl: 2 }],
  },
  memory_get: { good: [{ key: '__proto__' }], bad: [{}, { key: 1 }, { key: '' }, { key }] },
  memory_list: { good: [{}, { prefix: '' }], bad: [{ prefix: 1 }, { prefix: key }] },
  memory_delete: { good: [{ key: 'k' }], bad: [{}, { key }, { key: ['k'] }] },
  clipboard_read: { good: [{}], bad: [{ format: 'html' }, [], null] },
  clipboard_write: { good: [{ text: 'x' }], bad: [{}, { text: '' }, { text }, { text: 1 }] },
  device_context: { good: [{}], bad: [{ all: true }, 'all'] },
  device_status: { good: [{}], bad: [{ all: true }, undefined] },
  speak: {
    good: [{ text: 'Hi' }, { text: 'Hi', lang: 'en-GB' }],
    bad: [{}, { text: '' }, { text }, { text: 'Hi', lang: 1 }],
  },
};

test('names every tool once', () => {
  const names = builtinTools.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  assert.deepEqual(names.toSorted(), Object.keys(samples).toSorted());
  assert.deepEqual(names, [...builtinNames]);
});

for (const tool of builtinTools) {
  suite(tool.name, () => {
    test('has a name and a description that every model takes', () => {
      assert.match(tool.name, /^[a-z][a-z0-9_]{1,29}$/);
      assert.match(tool.description, /^[A-Z].{20,498}\.$/);
    });

    test('describes its arguments as an object in JSON Schema, and its value too', () => {
      const args = z.toJSONSchema(tool.args, { unrepresentable: 'any', io: 'input' });
      assert.equal(args.type, 'object');
      assert.equal(args.additionalProperties, false);
      assert.doesNotThrow(() => z.toJSONSchema(tool.value, { unrepresentable: 'any' }));
    });

    test('takes good arguments and refuses bad ones', () => {
      const { good, bad } = samples[tool.name] ?? assert.fail('The tool has no samples.');
      for (const args of good) assert.equal(tool.args.safeParse(args).success, true, JSON.stringify(args));
      for (const args of bad) assert.equal(tool.args.safeParse(args).success, false, JSON.stringify(args));
    });

    test('asks first where it reads a secret, and never lets text of strangers pass for trusted', () => {
      if (tool.reads === 'secret') assert.deepEqual([tool.ask, tool.trusted], [true, false]);
      if (tool.sink === 'none' && tool.name !== 'speak') assert.equal(tool.readOnly, true);
      if (tool.gesture) assert.equal(tool.ask, true, 'the click of the approval is the gesture');
    });

    test('has a time limit between a second and five minutes', () => {
      assert.ok(tool.timeoutMs >= 1_000 && tool.timeoutMs <= 300_000);
    });
  });
}
