import { AgentError } from '../../shared/errors.ts';
import { isObject } from '../../shared/json.ts';

/** What went wrong with one request, in our words. The foreign error stays in `cause`. */
export interface GeminiFailure {
  readonly error: AgentError;
  readonly retry: boolean;
  /** How long the other side asked us to wait. */
  readonly waitMs?: number;
  /** It was refused for its signatures: one was missing, or one is none of Gemini's. */
  readonly signatures?: 'missing' | 'spoiled';
}

/**
 * Reads an error of the SDK or of the network. Nothing of its text reaches the message: it may
 * hold a key, an address or another person's words.
 *
 * @param retryAfter the `Retry-After` header of the refused request, if it had one
 */
export function failureOf(thrown: unknown, retryAfter: string | null): GeminiFailure {
  const status = statusOf(thrown);
  const body = bodyOf(thrown);
  if (status === undefined) return failure('model_unavailable', 'The model could not be reached.', thrown, true);
  if (status === 429) return quotaFailure(thrown, body, retryAfter);
  if (status === 408 || status >= 500) {
    const wait = waitOf(body, retryAfter);
    return { ...failure('model_unavailable', 'The model is overloaded or down at the moment.', thrown, true), ...wait };
  }
  return { ...failure('model_unavailable', sentenceFor(status, body), thrown, false), ...signatureFault(status, body) };
}

/** By the words of the refusal: it has no code of its own. */
function signatureFault(status: number, body: unknown): Pick<GeminiFailure, 'signatures'> {
  const error = isObject(body) ? body['error'] : undefined;
  const words = isObject(error) && status === 400 ? String(error['message']) : '';
  if (!/thought.?signature/i.test(words)) return {};
  return { signatures: /missing/i.test(words) ? 'missing' : 'spoiled' };
}

function quotaFailure(thrown: unknown, body: unknown, retryAfter: string | null): GeminiFailure {
  const perDay = isPerDay(body);
  const message = perDay
    ? 'The daily allowance of the model is used up.'
    : 'The model gets more requests than its allowance at the moment. Please try again in a minute.';
  return { ...failure('model_quota', message, thrown, !perDay), ...waitOf(body, retryAfter) };
}

function sentenceFor(status: number, body: unknown): string {
  const key = 'The model refused the key of this server. Whoever runs it has to check the key.';
  if (status === 401 || status === 403 || reasonsOf(body).includes('API_KEY_INVALID')) return key;
  if (status === 404) return 'The model of this server does not exist. Whoever runs it has to check its name.';
  return 'The model did not accept the request.';
}

function failure(
  code: 'model_unavailable' | 'model_quota',
  message: string,
  cause: unknown,
  retry: boolean,
): GeminiFailure {
  return { error: new AgentError(code, message, { cause }), retry };
}

/** `ApiError` is known by its shape: the SDK is loaded late, and its class with it. */
function statusOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if ('status' in thrown && typeof thrown.status === 'number') return thrown.status;
  return undefined;
}

/** The JSON in an `ApiError`'s message: bare, after `got status: X.`, or wrapped in a list by some gateways. */
function bodyOf(thrown: unknown): unknown {
  const text = thrown instanceof Error ? thrown.message : '';
  const start = text.search(/[[{]/);
  if (start < 0) return undefined;
  try {
    const parsed: unknown = JSON.parse(text.slice(start));
    return Array.isArray(parsed) ? parsed[0] : parsed;
  } catch {
    return undefined;
  }
}

function detailsOf(body: unknown): Readonly<Record<string, unknown>>[] {
  const error = isObject(body) ? body['error'] : undefined;
  const details = isObject(error) ? error['details'] : undefined;
  return Array.isArray(details) ? details.filter(isObject) : [];
}

function reasonsOf(body: unknown): unknown[] {
  return detailsOf(body).map((detail) => detail['reason']);
}

function isPerDay(body: unknown): boolean {
  return detailsOf(body)
    .flatMap((detail) => (Array.isArray(detail['violations']) ? detail['violations'] : []))
    .some((violation) => isObject(violation) && String(violation['quotaId']).includes('PerDay'));
}

/** `RetryInfo` of the body wins over the header. */
function waitOf(body: unknown, retryAfter: string | null): { waitMs?: number } {
  const delay = detailsOf(body)
    .map((detail) => detail['retryDelay'])
    .find((value) => typeof value === 'string');
  const seconds = Number.parseFloat(delay ?? retryAfter ?? '');
  return Number.isFinite(seconds) && seconds >= 0 ? { waitMs: seconds * 1_000 } : {};
}
