import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { AgentError } from '../../shared/errors.ts';
import { errorFields } from './error-fields.ts';

const secret = 'the-words-of-a-person';

function said(thrown: unknown): string {
  return JSON.stringify(errorFields(thrown));
}

suite('what the log says of an error', () => {
  test('is the name and the codes of a foreign one, and where it was thrown', () => {
    const thrown = Object.assign(new RangeError(secret), { code: 'ECONNREFUSED', status: 503 });
    const { at, ...fields } = errorFields(thrown);
    assert.deepEqual(fields, { name: 'RangeError', code: 'ECONNREFUSED', status: 503 });
    assert.match(at?.[0] ?? '', /error-fields\.test\.ts:\d+:\d+$/);
  });

  test('is the sentence of one of our own, which says what to mend, and never that of its cause', () => {
    const cause = new Error(secret, { cause: new TypeError(secret) });
    const fields = errorFields(new AgentError('model_unavailable', 'The model refused the key.', { cause }));
    assert.deepEqual([fields.code, fields.message], ['model_unavailable', 'The model refused the key.']);
    assert.equal(fields.cause?.cause?.name, 'TypeError');
    assert.doesNotMatch(JSON.stringify(fields), new RegExp(secret));
  });

  test('leaves out the sentence that repeats what a page sent', () => {
    const fields = errorFields(new AgentError('bad_message', `hello: unknown field ${secret}`));
    assert.equal(fields.code, 'bad_message');
    assert.doesNotMatch(JSON.stringify(fields), new RegExp(secret));
  });

  const changed = new Error(secret);
  changed.message = 'another one';
  const named = new Error('x');
  named.name = `A sentence: ${secret}`;
  const throwing = {
    get name(): string {
      throw new Error(secret);
    },
  };
  for (const [what, thrown] of Object.entries({
    'many lines': new Error(`first\n    at ${secret} (here)\n${secret}`),
    'a line like a frame': new Error(`x\n    at ${secret} (/etc/${secret}:1:1)`),
    'a message that was changed': changed,
    'a name that is a sentence': named,
    'a code that is a sentence': Object.assign(new Error('x'), { code: `code ${secret}` }),
    'a field of its own': Object.assign(new Error('x'), { body: secret, config: { headers: secret } }),
    'a text': secret,
    'an object': { message: secret, toString: (): string => secret },
    'a getter that throws': throwing,
    nothing: undefined,
  })) {
    test(`gives nothing away that was thrown as ${what}`, () => {
      assert.doesNotMatch(said(thrown), new RegExp(secret));
    });
  }

  test('ends, however long the chain of causes is', () => {
    const loop = new Error('x');
    loop.cause = loop;
    assert.ok(said(loop).length < 10_000);
  });
});
