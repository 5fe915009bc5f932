import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { cleanTaint, joinTaint, maxTaintSources, taintOf } from './taint.ts';

const tainted = { untrusted: ['clipboard_read'], sensitive: ['geolocation_get'] };

suite('joinTaint', () => {
  test('names the sources of both, each once', () => {
    const joined = joinTaint(tainted, { untrusted: ['pasted', 'clipboard_read', 'pasted'], sensitive: [] });
    assert.deepEqual(joined, { untrusted: ['clipboard_read', 'pasted'], sensitive: ['geolocation_get'] });
  });

  test('gives the first itself when nothing is new', () => {
    assert.equal(joinTaint(tainted, cleanTaint), tainted);
    assert.equal(joinTaint(tainted, { untrusted: ['clipboard_read'], sensitive: [] }), tainted);
  });

  test('never names more sources than a message may carry', () => {
    const many = { untrusted: Array.from({ length: 20 }, (_, at) => `tool_${at}`), sensitive: [] };
    const joined = joinTaint(tainted, many);
    assert.equal(joined.untrusted.length, maxTaintSources);
    assert.equal(joined.untrusted[0], 'clipboard_read');
    assert.equal(joinTaint(joined, many), joined);
  });
});

suite('taintOf', () => {
  const rows = [
    [{ trusted: true, reads: 'nothing' }, cleanTaint],
    [{ trusted: true, reads: 'device' }, cleanTaint],
    [
      { trusted: true, reads: 'personal' },
      { untrusted: [], sensitive: ['probe'] },
    ],
    [
      { trusted: false, reads: 'nothing' },
      { untrusted: ['probe'], sensitive: [] },
    ],
    [
      { trusted: false, reads: 'secret' },
      { untrusted: ['probe'], sensitive: ['probe'] },
    ],
  ] as const;
  for (const [tool, taint] of rows) {
    test(`of a tool that is ${tool.trusted ? '' : 'not '}trusted and reads ${tool.reads}`, () => {
      assert.deepEqual(taintOf({ name: 'probe', ...tool }), taint);
    });
  }

  test('adds what is known of this one result', () => {
    const memory = { untrusted: ['memory'], sensitive: [] };
    assert.deepEqual(taintOf({ name: 'memory_get', trusted: true, reads: 'personal' }, memory), {
      untrusted: ['memory'],
      sensitive: ['memory_get'],
    });
  });
});
