import { expect } from '@open-wc/testing';
import { cleanTaint } from '../../shared/taint.ts';
import type { Ask } from '../approvals/ask.ts';
import { welcome } from '../connection/fake-server.fixture.ts';
import type { ConnectionState } from '../connection/state.ts';
import { statusOf } from './status.ts';

const open: ConnectionState = { phase: 'open', welcome };
const ask: Ask = {
  ...{ call: '1.0.0', tool: 'speak', title: undefined, description: '', siteTool: false, kind: 'consent' },
  ...{ onServer: false, danger: false, why: ['tool'], taint: cleanTaint, overlaps: [], hash: 'h', said: undefined },
  ...{ editable: [], scopes: ['once'], problem: undefined, extensions: 0 },
  ...{ args: {}, reads: 'nothing', sink: 'local', browserAsks: false, askedAt: 0, expiresAt: 1 },
};

describe('statusOf', () => {
  const rows: readonly [string, ConnectionState, readonly Ask[], boolean][] = [
    ['idle', { phase: 'idle' }, [], false],
    ['connecting', { phase: 'connecting', attempt: 0 }, [], true],
    ['offline', { phase: 'lost', attempt: 1, retryAt: 0 }, [ask], true],
    ['refused', { phase: 'refused', code: 4403, reason: '' }, [], false],
    ['ready', open, [], false],
    ['working', open, [], true],
    ['asking', open, [ask], true],
  ];
  for (const [status, connection, asks, working] of rows) {
    it(`is ${status}`, () =>
      expect(statusOf({ connection, items: [], asks, working, restoring: false, taint: cleanTaint })).to.equal(status));
  }
});
