import assert from 'node:assert/strict';
import test from 'node:test';
import { errorFields } from '../log/error-fields.ts';
import { ChatError, failureOf, streamedError } from './openai-errors.ts';

const said = (status: number, message: string, code: string | null = null): ChatError =>
  new ChatError(status, { error: { message, type: 'invalid_request_error', code } });

for (const [title, error, code, words, retry] of [
  [
    'a wrong key',
    said(401, 'Incorrect API key provided: sk-1', 'invalid_api_key'),
    'model_unavailable',
    /check the key/,
    false,
  ],
  ['a model that does not exist', said(404, "model 'x' not found"), 'model_unavailable', /check its name/, false],
  ['a full minute', said(429, 'Rate limit reached', 'rate_limit_exceeded'), 'model_quota', /in a minute/, true],
  [
    'an empty account',
    said(429, 'You exceeded your current quota', 'insufficient_quota'),
    'model_quota',
    /used up/,
    false,
  ],
  ['an unpaid bill', said(402, 'Insufficient Balance'), 'model_quota', /used up/, false],
  ['a long conversation', said(400, 'x', 'context_length_exceeded'), 'model_unavailable', /too long/, false],
  ['a filtered prompt', said(400, 'x', 'content_filter'), 'model_refused', /refused to read/, false],
  ['a bad request', said(400, 'Unknown field'), 'model_unavailable', /did not accept/, false],
  [
    'a server that is down',
    new ChatError(502, '<html>Bad Gateway</html>'),
    'model_unavailable',
    /overloaded or down/,
    true,
  ],
  ['no server', new TypeError('fetch failed'), 'model_unavailable', /could not be reached/, true],
  ['no JSON', new SyntaxError('Unexpected token'), 'model_unavailable', /can not be used/, true],
  [
    'an error within a stream',
    streamedError({ message: 'Overloaded', code: 503 }),
    'model_unavailable',
    /overloaded/,
    true,
  ],
  ['an error within a stream that has no status', streamedError('boom'), 'model_unavailable', /overloaded/, true],
] as const) {
  test(`puts ${title} into a plain sentence`, () => {
    const failure = failureOf(error);
    assert.equal(failure.error.code, code);
    assert.match(failure.error.message, words);
    assert.equal(failure.retry, retry);
    assert.ok(!failure.error.message.includes(error.message));
  });
}

test('waits as long as the server asks, in seconds or until a date', () => {
  const waitOf = (retryAfter: string): number | undefined => failureOf(new ChatError(429, {}, retryAfter)).waitMs;
  assert.equal(waitOf('1.5'), 1_500);
  assert.equal(waitOf('Thu, 01 Jan 1970 00:00:00 GMT'), 0);
  assert.equal(waitOf('soon'), undefined);
  assert.equal(waitOf(''), undefined);
});

test('leaves status and code for the log, and none of the words', () => {
  const { error } = failureOf(said(429, 'Your key sk-1 is out of money', 'insufficient_quota'));
  const { cause } = errorFields(error);
  assert.deepEqual([cause?.name, cause?.status, cause?.code], ['ChatError', 429, 'insufficient_quota']);
  assert.doesNotMatch(JSON.stringify(errorFields(error)), /sk-1|money/);
});
