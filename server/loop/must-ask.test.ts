import assert from 'node:assert/strict';
import test from 'node:test';
import { cleanTaint } from '../../shared/taint.ts';
import { mustAsk, type AskTerms } from './must-ask.ts';
import { serverToolOffer, type ServerTool } from './server-tool.ts';

function asks(tool: Partial<ServerTool>, changes: Partial<Omit<AskTerms, 'tool'>> = {}): boolean {
  const whole = { name: 'mail_send', description: 'Send a mail.', execute: () => null, ...tool };
  const clean = { taint: cleanTaint, isRepaired: false, isNamed: false };
  return mustAsk({ ...clean, ...changes, tool: serverToolOffer(whole, { type: 'object' }) });
}

const untrusted = { taint: { untrusted: ['clipboard_read'], sensitive: [] } };
const sensitive = { taint: { untrusted: [], sensitive: ['geolocation_get'] } };

test('a tool that says nothing of itself asks, and one that only reads does not', () => {
  assert.equal(asks({}), true);
  assert.equal(asks({ readOnly: true }), false);
  assert.equal(asks({ readOnly: true, ask: true }), true);
  assert.equal(asks({ ask: false }), false);
});

test('a tool that the server names asks, whatever it says of itself', () => {
  assert.equal(asks({ readOnly: true, ask: false }, { isNamed: true }), true);
});

test('T1: under untrusted words, what goes out, stays behind or reads something personal asks', () => {
  assert.equal(asks({ ask: false }, untrusted), true, 'a sink that is not said is the widest');
  assert.equal(asks({ ask: false, sink: 'page' }, untrusted), true);
  assert.equal(asks({ readOnly: true, reads: 'personal' }, untrusted), true);
  assert.equal(asks({ readOnly: true, reads: 'secret' }, untrusted), true);
  assert.equal(asks({ ask: false, sink: 'local' }, untrusted), true);
  assert.equal(asks({ readOnly: true, reads: 'device' }, untrusted), false);
});

test('where something personal is known, only what goes out asks', () => {
  assert.equal(asks({ ask: false }, sensitive), true);
  assert.equal(asks({ ask: false, sink: 'local' }, sensitive), false);
});

test('a call that had to be mended asks, unless it can do no harm', () => {
  assert.equal(asks({ ask: false, sink: 'local' }, { isRepaired: true }), true);
  assert.equal(asks({ readOnly: true, reads: 'personal' }, { isRepaired: true }), true);
  assert.equal(asks({ readOnly: true }, { isRepaired: true }), false);
});
