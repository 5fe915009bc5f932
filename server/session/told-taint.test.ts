import assert from 'node:assert/strict';
import test from 'node:test';
import type { ServerMessage } from '../../shared/protocol.ts';
import { cleanTaint, type Taint } from '../../shared/taint.ts';
import { ToldTaint } from './told-taint.ts';

const call: ServerMessage = { type: 'tool.call', turn: 1, call: '1.1.0', name: 'memory_put', args: {} };
const read: Taint = { untrusted: ['pasted'], sensitive: [] };

test('a page hears of what was read with the first call behind it, and once', () => {
  const told = new ToldTaint();
  assert.equal(told.with(call, cleanTaint), call);
  const text: ServerMessage = { type: 'turn.thought', turn: 1, text: 'Hm.' };
  assert.equal(told.with(text, read), text);
  assert.deepEqual(told.with(call, read), { ...call, taint: read });
  assert.equal(told.with(call, read), call);
});

test('a page that was welcomed with it hears nothing again', () => {
  const told = new ToldTaint();
  told.welcomed(read);
  assert.equal(told.with(call, read), call);
});
