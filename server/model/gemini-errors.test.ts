import assert from 'node:assert/strict';
import test from 'node:test';
import { failureOf } from './gemini-errors.ts';
import { retryWaitMs, sleep } from './gemini-retry.ts';

/** As the SDK throws it. */
function apiError(status: number, message: string): Error {
  return Object.assign(new Error(message), { name: 'ApiError', status });
}

const quota = JSON.stringify({
  error: { code: 429, details: [{ retryDelay: '34.4s' }, { violations: [{ quotaId: 'RequestsPerMinute' }] }] },
});
const perDay = JSON.stringify({
  error: { code: 429, details: [{ violations: [{ quotaId: 'RequestsPerDayPerProject' }] }] },
});
const badKey = JSON.stringify({ error: { code: 400, details: [{ reason: 'API_KEY_INVALID' }] } });

const table: [what: string, thrown: unknown, retryAfter: string | null, expected: object][] = [
  ['a plain body', apiError(429, quota), '7', { code: 'model_quota', retry: true, waitMs: 34_400 }],
  [
    'an error within a stream',
    apiError(429, `got status: RESOURCE_EXHAUSTED. ${quota}`),
    null,
    { code: 'model_quota', retry: true, waitMs: 34_400 },
  ],
  [
    'a body that a gateway put into a list',
    apiError(429, `[${quota}]`),
    null,
    { code: 'model_quota', retry: true, waitMs: 34_400 },
  ],
  [
    'a header only',
    apiError(503, '<html>Bad { gateway</html>'),
    '12',
    { code: 'model_unavailable', retry: true, waitMs: 12_000 },
  ],
  [
    'a header with a date',
    apiError(503, ''),
    'Mon, 30 Nov 2026 12:00:00 GMT',
    { code: 'model_unavailable', retry: true, waitMs: undefined },
  ],
  ['an allowance of the day', apiError(429, perDay), null, { code: 'model_quota', retry: false, waitMs: undefined }],
  [
    'a key that is not valid',
    apiError(400, badKey),
    null,
    { code: 'model_unavailable', retry: false, waitMs: undefined },
  ],
  [
    'a broken connection',
    new TypeError('terminated'),
    null,
    { code: 'model_unavailable', retry: true, waitMs: undefined },
  ],
  ['something that is no error', 'oops', null, { code: 'model_unavailable', retry: true, waitMs: undefined }],
];

for (const [what, thrown, retryAfter, expected] of table) {
  test(`reads ${what}`, () => {
    const { error, retry, waitMs } = failureOf(thrown, retryAfter);
    assert.deepEqual({ code: error.code, retry, waitMs }, expected);
    assert.equal(error.cause, thrown);
    assert.doesNotMatch(error.message, /[{}<>\d]/);
  });
}

test('waits twice as long at most after each attempt, by chance', () => {
  assert.deepEqual(
    [1, 2, 9].map((attempt) => retryWaitMs(attempt, undefined, 1)),
    [1_000, 2_000, 30_000],
  );
  assert.equal(retryWaitMs(1, undefined, 0), 0);
});

test('wakes up with the reason of the signal', async () => {
  const stop = new AbortController();
  const sleeping = sleep(60_000, stop.signal);
  const reason = new Error('stopped');
  stop.abort(reason);
  await assert.rejects(sleeping, reason);
  await assert.rejects(sleep(60_000, stop.signal), reason);
  await sleep(0, new AbortController().signal);
});
