import { expect } from '@open-wc/testing';
import { fingerprint } from './fingerprint.ts';

describe('fingerprint', () => {
  const definition = { name: 'cart_add', description: 'Add.', inputSchema: { type: 'object' } };

  it('is the same for the same definition in another order', () => {
    const { name, description, inputSchema } = definition;
    expect(fingerprint({ inputSchema, description, name })).to.equal(fingerprint(definition));
  });

  it('is short and the same in every browser', () => {
    expect(fingerprint(definition)).to.equal('0rh9s3p1ykz7l4');
  });

  it('differs for a thousand definitions that differ in little', () => {
    const seen = new Set(Array.from({ length: 1_000 }, (_, n) => fingerprint({ ...definition, description: `${n}` })));
    expect(seen.size).to.equal(1_000);
  });
});
