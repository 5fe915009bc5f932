import { expect } from '@open-wc/testing';
import { AgentError } from '../../shared/errors.ts';
import { Readiness } from './readiness.ts';

const refusal = new AgentError('origin_refused', 'No.');
const end = (promise: Promise<void>): Promise<unknown> =>
  promise.then(
    () => 'able',
    (error: unknown) => error,
  );

describe('readiness', () => {
  it('breaks its word to those who wait and to those who were told otherwise', async () => {
    const readiness = new Readiness();
    const waiting = readiness.promise;
    readiness.refuse(refusal);
    expect(await end(waiting)).to.equal(refusal);
    readiness.renew();
    readiness.fulfil();
    expect(await end(readiness.promise)).to.equal('able');
    readiness.refuse(refusal);
    expect(await end(readiness.promise)).to.equal(refusal);
  });
});
