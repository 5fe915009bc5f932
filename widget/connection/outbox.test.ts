import { expect } from '@open-wc/testing';
import { Outbox } from './outbox.ts';

describe('the outbox', () => {
  const message = { type: 'user.message', id: 'm1', text: 'Hello' } as const;
  const result = { type: 'tool.result', call: '1.0.0', result: { ok: true, value: 1 } } as const;

  it('keeps the message and the results of a turn in order, each once', () => {
    const outbox = new Outbox();
    outbox.keep(message);
    outbox.keep(result);
    outbox.keep({ ...result, result: { ok: true, value: 2 } });
    expect(outbox.all()).to.deep.equal([message, { ...result, result: { ok: true, value: 2 } }]);
  });

  it('is empty once the turn has ended', () => {
    const outbox = new Outbox();
    outbox.keep(message);
    outbox.clear();
    expect(outbox.all()).to.deep.equal([]);
  });
});
