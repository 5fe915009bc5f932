import assert from 'node:assert/strict';
import test from 'node:test';
import { AgentError, errorFate, toErrorPayload } from './errors.ts';

test('carries a code, a sentence and its cause', () => {
  const cause = new Error('socket hang up');
  const error = new AgentError('timeout', 'The tool did not answer in time.', { cause });
  assert.ok(error instanceof Error);
  assert.equal(error.name, 'AgentError');
  assert.equal(error.code, 'timeout');
  assert.equal(error.message, 'The tool did not answer in time.');
  assert.equal(error.cause, cause);
});

test('knows an error from another copy of the package', async () => {
  const copy = './errors.ts?another-copy';
  const other = await import(copy);
  assert.notEqual(other.AgentError, AgentError);
  assert.equal(AgentError.is(new other.AgentError('busy', 'Busy.')), true);
  assert.equal(other.AgentError.is(new AgentError('busy', 'Busy.')), true);
});

for (const lookAlike of [undefined, null, 'timeout', 7, {}, new Error('no'), { name: 'AgentError', code: 'timeout' }]) {
  test(`does not take ${JSON.stringify(lookAlike)} for an AgentError`, () => {
    assert.equal(AgentError.is(lookAlike), false);
  });
}

test('shows code and message of an AgentError, and nothing else of it', () => {
  const error = new AgentError('not_found', 'Nothing is stored under that key.', { cause: new Error('secret') });
  assert.deepEqual(toErrorPayload(error), { code: 'not_found', message: 'Nothing is stored under that key.' });
});

for (const thrown of [new Error('key AIza-secret'), 'AIza-secret', { message: 'AIza-secret' }, undefined, null]) {
  test(`keeps the words of a foreign ${typeof thrown} inside`, () => {
    assert.deepEqual(toErrorPayload(thrown), { code: 'internal', message: 'Something went wrong.' });
  });
}

test('does not believe the brand alone: an unknown code or words that are no text are foreign', () => {
  const brand = { [Symbol.for('headless-agent.error')]: true };
  const foreign = { code: 'internal', message: 'Something went wrong.' };
  assert.deepEqual(toErrorPayload({ ...brand, code: 'no_such_code', message: 'x' }), foreign);
  assert.deepEqual(toErrorPayload({ ...brand, code: 'toString', message: 'x' }), foreign);
  assert.deepEqual(toErrorPayload({ ...brand, code: 'timeout', message: 7 }), foreign);
  assert.deepEqual(
    toErrorPayload({
      ...brand,
      get code() {
        throw new Error('a trap');
      },
    }),
    foreign,
  );
});

test('says the given sentence for a foreign error', () => {
  const fallback = { code: 'model_unavailable', message: 'The model could not answer.' } as const;
  assert.deepEqual(toErrorPayload(new TypeError('fetch failed'), fallback), fallback);
});

test('gives every code exactly one of three fates, and each fate some codes', () => {
  assert.deepEqual(new Set(Object.values(errorFate)), new Set(['model', 'turn', 'socket']));
});

test('has codes that an object without prototype lookups can hold', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) assert.equal(Object.hasOwn(errorFate, name), false);
  for (const code of Object.keys(errorFate)) assert.match(code, /^[a-z][a-z_]+$/);
});
