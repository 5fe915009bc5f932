import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ToolResult } from '../../shared/protocol.ts';
import type { HistoryEntry, ModelStep } from '../model/model.ts';
import { LoopFixture, call, calls, failure, pageTool, says } from './loop.fixture.ts';
import { trimPast } from './trim-past.ts';

const long: ToolResult = { ok: true, value: 'x'.repeat(4_000) };

/** A turn with one call of the tool, and its result. */
function turn(text: string, tool: string, result: ToolResult): HistoryEntry[] {
  const made = call(tool);
  return [
    { role: 'user', text },
    { role: 'model', step: calls(made) },
    { role: 'results', results: [{ call: made, result }] },
    { role: 'model', step: says(`Answer to ${text}`) },
  ];
}

function turns(count: number, tool = 'clipboard_read', result = long): HistoryEntry[] {
  return Array.from({ length: count }, (_, at) => turn(`m${at}`, tool, result)).flat();
}

function textsOf(history: readonly HistoryEntry[]): string[] {
  return history.flatMap((entry) => (entry.role === 'user' ? [entry.text] : []));
}

function resultsOf(history: readonly HistoryEntry[]): ToolResult[] {
  return history.flatMap((entry) => (entry.role === 'results' ? entry.results.map(({ result }) => result) : []));
}

suite('old results', () => {
  test("of a tool whose words may be a stranger's shrink to a stub, after two turns", () => {
    const [first, second, ...latest] = resultsOf(trimPast(turns(4), Infinity));
    for (const result of [first, second]) {
      assert.match(JSON.stringify(result), /^\{"ok":true,"value":"\[Left out: 4022 bytes that this returned/);
    }
    assert.deepEqual(latest, [long, long]);
  });

  test("of a page's own tool shrink, too: nothing is known of its words", () => {
    assert.notDeepEqual(resultsOf(trimPast(turns(4, 'cart_add'), Infinity))[0], long);
  });

  test('stay when they are our own, short or a failure', () => {
    const short: ToolResult = { ok: true, value: 'x'.repeat(100) };
    const failed = failure('timeout');
    for (const past of [turns(4, 'memory_list'), turns(4, 'cart_add', short), turns(4, 'cart_add', failed)]) {
      assert.equal(trimPast(past, Infinity), past);
    }
  });

  test('leave every call and every message of the model as they were', () => {
    const past = turns(5);
    const shown = trimPast(past, Infinity);
    assert.equal(shown.length, past.length);
    for (const [at, entry] of shown.entries()) if (entry.role !== 'results') assert.equal(entry, past[at]);
  });
});

suite('a long conversation', () => {
  const maxTokens = 1_000;
  const past = turns(200, 'memory_list', { ok: true, value: 'x'.repeat(200) });

  test('loses whole turns only, the oldest first, and says so', () => {
    const shown = trimPast(past, maxTokens);
    const [notice, ...rest] = textsOf(shown);
    assert.match(notice ?? '', /older parts of this conversation are left out\.\]\n\nm\d+$/);
    assert.equal(rest.at(-1), 'm199');
    assert.deepEqual(shown.slice(1), past.slice(past.length - shown.length + 1));
    assert.ok(JSON.stringify(shown).length <= maxTokens * 4 + 200);
  });

  test('begins the same over many turns, so that a provider can cache it', () => {
    const beginnings = new Set<string>();
    for (let count = 100; count <= 200; count += 1) {
      beginnings.add(textsOf(trimPast(past.slice(0, count * 4), maxTokens))[0] ?? '');
    }
    assert.ok(beginnings.size < 40, `${beginnings.size} beginnings in 100 turns`);
  });

  test('is the very same each time it is looked at', () => {
    assert.equal(trimPast(past, maxTokens), trimPast(past, maxTokens));
  });

  test('keeps its last turn, however large that is', () => {
    assert.deepEqual(textsOf(trimPast(turns(3), 1)).length, 1);
    assert.match(textsOf(trimPast(turns(3), 1))[0] ?? '', /m2$/);
  });

  test('keeps a thought and its signature beside a call, however it is trimmed (002)', () => {
    const raw = {
      role: 'model',
      parts: [{ thought: true, text: 'hm', thoughtSignature: 'S1' }, { functionCall: { name: 'clipboard_read' } }],
    };
    const signed: ModelStep = { ...calls(call('clipboard_read')), raw };
    const long4 = turns(4).map((entry) =>
      entry.role === 'model' && entry.step.calls.length > 0 ? { ...entry, step: signed } : entry,
    );
    for (const tokens of [Infinity, 3_000, 1_500, 1]) {
      for (const entry of trimPast(long4, tokens)) {
        if (entry.role === 'model' && entry.step.calls.length > 0) assert.equal(entry.step.raw, raw);
      }
    }
  });
});

test('is trimmed between turns only: what a turn began with stays until it ends', async () => {
  const answers = [1, 2, 3, 4, 5].flatMap(() => [calls(call('read')), calls(call('read', { n: 1 })), says('Done.')]);
  const loop = new LoopFixture({
    answers,
    offer: { pageTools: [pageTool('read')] },
    callTool: () => long,
    limits: { maxHistoryTokens: 1_000 },
  });
  for (let at = 0; at < 5; at += 1) await loop.turn(`m${at}`);
  for (let at = 0; at < 15; at += 3) {
    const [first, ...others] = loop.requests.slice(at, at + 3).map(({ history }) => history);
    for (const history of others) assert.deepEqual(history.slice(0, first?.length), first);
  }
  assert.match(JSON.stringify(loop.requests.at(-1)?.history[0]), /left out/);
});
