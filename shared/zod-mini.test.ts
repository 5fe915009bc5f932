import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import fc from 'fast-check';
import { isObject } from './json.ts';
import * as protocol from './protocol.ts';
import { builtinTools } from './tools/index.ts';

interface Verdict {
  readonly success: boolean;
  readonly data?: unknown;
}
interface Parser {
  safeParse(value: unknown): Verdict;
}

/** The same schemas, made by zod and made by ours. */
const pairs = new Map<string, { readonly zod: Parser; readonly ours: Parser }>();

before(async () => {
  const contents = "export * from './protocol.ts'; export { builtinTools } from './tools/index.ts';";
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    alias: { 'zod/mini': fileURLToPath(new URL('zod-mini.ts', import.meta.url)) },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const code = outputFiles[0]?.text ?? '';
  const ours = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  pairs.set('clientMessage', { zod: protocol.clientMessage, ours: ours.clientMessage });
  pairs.set('serverMessage', { zod: protocol.serverMessage, ours: ours.serverMessage });
  builtinTools.forEach((tool, index) => {
    pairs.set(`${tool.name} args`, { zod: tool.args, ours: ours.builtinTools[index].args });
    pairs.set(`${tool.name} value`, { zod: tool.value, ours: ours.builtinTools[index].value });
  });
});

const messages = [
  ...readFileSync(new URL('../PROTOCOL.md', import.meta.url), 'utf8').matchAll(/^\{ "type".*\}$/gm),
].map(([line]): unknown => JSON.parse(line));

const toolSamples = [
  {},
  { save: true, high_accuracy: false },
  { latitude: 1.5, longitude: -2, accuracy_m: 3, at: 'now', saved_as: 'user_location' },
  { key: 'a', value: { deep: [1, null, { x: 'y' }] } },
  { key: 'k'.repeat(128), value: null },
  { key: '😀'.repeat(128), value: 0 },
  { key: 'a', bytes: 1, replaced: false, persisted: true },
  { found: false },
  { found: true, value: [1], updated: 'now' },
  { prefix: 'home' },
  { items: [{ key: 'a', updated: 'b', bytes: 2 }], total: 1, persisted: true },
  { deleted: true },
  { text: 'hello', chars: 5, truncated: false },
  { text: 'x' },
  { text: '' },
  { chars: 5 },
  { spoken_chars: 1, complete: true, voice: null },
  { battery: null, network: { online: true, effective_type: null, downlink_mbps: 1, rtt_ms: null, save_data: null } },
];

const oddValue = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, NaN, Infinity, -0, -1, 0, 1.5, 2 ** 53, '', 'a', [], {}, [[]], true),
  fc.string({ maxLength: 80 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A sample with one thing in it changed, added or taken away, at any depth. */
const changed = (samples: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.constantFrom(...samples), fc.infiniteStream(fc.nat()), fc.constantFrom('set', 'drop', 'add'), oddValue)
    .map(([sample, picks, how, odd]) => change(structuredClone(sample), () => picks.next().value ?? 0, how, odd));

function change(value: unknown, pick: () => number, how: string, odd: unknown): unknown {
  if (!isObject(value)) return odd;
  const keys = Object.keys(value);
  const key = keys[pick() % Math.max(keys.length, 1)];
  const child = key === undefined ? undefined : value[key];
  if (key !== undefined && isObject(child) && pick() % 2) return { ...value, [key]: change(child, pick, how, odd) };
  if (key === undefined || how === 'add') return { ...value, [`extra${pick() % 3}`]: odd };
  if (how === 'set') return { ...value, [key]: odd };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

function compare(name: string, value: unknown): void {
  const pair = pairs.get(name);
  assert.ok(pair);
  const expected = pair.zod.safeParse(value);
  const actual = pair.ours.safeParse(value);
  assert.equal(actual.success, expected.success, `${name}: ${JSON.stringify(value)}`);
  if (expected.success) assert.deepEqual(actual.data, expected.data);
}

describe('the small zod agrees with zod', () => {
  test('on every message of the documentation and every sample, against every schema', () => {
    assert.ok(messages.length > 20);
    const samples = [...messages, ...toolSamples, undefined, null, 'text', 1, [], JSON.parse('{"__proto__":{"x":1}}')];
    for (const name of pairs.keys()) for (const sample of samples) compare(name, sample);
  });

  test('on messages with something wrong in them', () => {
    fc.assert(fc.property(fc.constantFrom('clientMessage', 'serverMessage'), changed(messages), compare), {
      numRuns: 4_000,
    });
  });

  test('on arguments and values with something wrong in them', () => {
    const names = builtinTools.flatMap(({ name }) => [`${name} args`, `${name} value`]);
    fc.assert(fc.property(fc.constantFrom(...names), changed(toolSamples), compare), { numRuns: 4_000 });
  });

  test('in what it says is wrong and where', () => {
    const pair = pairs.get('clientMessage');
    const bad = {
      type: 'tool.result',
      call: '1',
      result: { ok: false, error: { code: 'nonsense', message: 1 } },
      more: 1,
    };
    const placesOf = (verdict: unknown): string[] => {
      const error = isObject(verdict) && isObject(verdict['error']) ? verdict['error'] : {};
      const issues = Array.isArray(error['issues']) ? error['issues'] : [];
      return issues.map((issue) => `${issue.code} ${issue.path.join('.')}`).toSorted();
    };
    assert.deepEqual(placesOf(pair?.ours.safeParse(bad)), placesOf(pair?.zod.safeParse(bad)));
  });
});
