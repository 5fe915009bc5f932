import type { HttpAnswer } from './answer.ts';

/** How the real API says no by HTTP, word for word and with the details that a client can act on. */
export const faults = {
  /** Too many requests a minute: come back in so many seconds. */
  minuteQuota: (seconds: number): HttpAnswer => ({
    status: 429,
    message: `You exceeded your current quota, please check your plan and billing details. Please retry in ${seconds}s.`,
    details: [quotaFailure('GenerateRequestsPerMinutePerProjectPerModel-FreeTier'), retryInfo(seconds)],
    headers: { 'retry-after': String(Math.ceil(seconds)) },
  }),
  /** The day's allowance is gone. It names a wait all the same, and waiting for it is in vain. */
  dayQuota: (): HttpAnswer => ({
    status: 429,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    details: [quotaFailure('GenerateRequestsPerDayPerProjectPerModel-FreeTier'), retryInfo(20)],
  }),
  internal: (): HttpAnswer => ({
    status: 500,
    message:
      'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
  }),
  overloaded: (): HttpAnswer => ({ status: 503, message: 'The model is overloaded. Please try again later.' }),
  /** What a proxy in between sends. */
  overloadedHtml: (): HttpAnswer => ({
    status: 503,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><html><head><title>503 Service Unavailable</title></head><body>upstream connect error</body></html>',
  }),
  deadline: (): HttpAnswer => ({ status: 504, message: 'Deadline expired before operation could complete.' }),
  /** A success that is none. */
  junk: (): HttpAnswer => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '{"candidates": [' }),
} as const;

function retryInfo(seconds: number): object {
  return { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` };
}

function quotaFailure(quotaId: string): object {
  return {
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [{ quotaMetric: 'generativelanguage.googleapis.com/generate_content_requests', quotaId }],
  };
}
