import { expect } from '@open-wc/testing';
import type { Ask } from '../../approvals/ask.ts';
import { ask } from '../panel.fixture.ts';
import { answerableTogether } from './together.ts';

const forget = (call: string, change: Partial<Ask> = {}): Ask =>
  ask({ call, tool: 'memory_delete', browserAsks: false, ...change });

describe('questions that one answer settles', () => {
  it('are about the same tool, and plain', () => {
    const asks = [
      forget('1.0.0'),
      forget('1.0.1', { danger: true }),
      forget('1.0.2', { kind: 'gesture' }),
      forget('1.0.3', { tool: 'speak' }),
      forget('1.0.4', { browserAsks: true }),
      forget('1.0.5', { onServer: true }),
      forget('1.0.6'),
    ];
    const alike = answerableTogether(asks[0] ?? ask(), asks).map(({ call }) => call);
    expect(alike).to.deep.equal(['1.0.0', '1.0.6']);
  });

  it('are only itself for one that is delicate', () => {
    const delicate = forget('1.0.0', { danger: true });
    expect(answerableTogether(delicate, [delicate, forget('1.0.1')])).to.deep.equal([delicate]);
  });
});
