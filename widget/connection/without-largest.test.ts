import { expect } from '@open-wc/testing';
import type { KeptMessage } from './outbox.ts';
import { withoutLargest } from './without-largest.ts';

const message = { type: 'user.message', id: 'm1', text: 'x'.repeat(10_000) } as const;
const resultOf = (call: string, length: number): KeptMessage => ({
  ...{ type: 'tool.result', call, result: { ok: true, value: 'x'.repeat(length) } },
});
const given = (...kept: KeptMessage[]) => withoutLargest(kept).map(({ call, result }) => [call, result.ok]);

describe('what a page keeps after a frame of it was too large', () => {
  it('is an error in the place of the largest result, and the others as they are', () => {
    expect(given(message, resultOf('1.1.0', 100), resultOf('1.1.1', 20_000))).to.deep.equal([['1.1.1', false]]);
  });

  it('is an error, too, in the place of what is nearly as large', () => {
    const kept = [resultOf('1.1.0', 15_000), resultOf('1.1.1', 20_000), resultOf('1.1.2', 5_000)];
    expect(given(...kept)).to.deep.equal([
      ['1.1.0', false],
      ['1.1.1', false],
    ]);
  });

  it('is all that it was where there is no result to give up', () => {
    const failed = { ok: false, error: { code: 'timeout', message: 'x'.repeat(100) } } as const;
    expect(given(message, { type: 'tool.result', call: '1.1.0', result: failed })).to.deep.equal([]);
  });
});
