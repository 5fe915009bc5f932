import { AgentError } from '../../shared/errors.ts';
import { isObject } from '../../shared/json.ts';
import type { Failure } from './attempts.ts';

/** What a server said instead of an answer. Its words stay in here: the log takes the status and the code only. */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | null;

  /** @param body what came, parsed if it was JSON */
  constructor(status: number, body: unknown, retryAfter: string | null = null) {
    const error = isObject(body) ? (body['error'] ?? body) : body;
    super(isObject(error) ? String(error['message'] ?? error['detail'] ?? '') : String(error ?? ''));
    this.status = status;
    this.retryAfter = retryAfter;
    this.code = isObject(error) ? [error['code'], error['type']].find((code) => typeof code === 'string') : undefined;
  }
}

/** An error in the middle of a stream: its status, if it has one, is in its body. */
export function streamedError(error: unknown): ChatError {
  const code = isObject(error) ? Number(error['code'] ?? error['status']) : NaN;
  return new ChatError(code >= 400 && code < 600 ? code : 500, error);
}

/**
 * Reads an error of a server or of the network. Nothing of its text reaches the message: it may hold
 * a key, an address or another person's words.
 */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof SyntaxError) return failure('model_unavailable', garbled, thrown, true);
  if (!(thrown instanceof ChatError))
    return failure('model_unavailable', 'The model could not be reached.', thrown, true);
  const { status, code = '', message } = thrown;
  const known = sentences.find(({ matches }) => matches.test(code) || matches.test(message));
  if (known) return failure(known.code, known.sentence, thrown, false);
  if (status === 429) return { ...failure('model_quota', busy, thrown, true), ...waitOf(thrown) };
  if (status === 408 || status === 409 || status >= 500) {
    const down = 'The model is overloaded or down at the moment.';
    return { ...failure('model_unavailable', down, thrown, true), ...waitOf(thrown) };
  }
  if (status === 402) return failure('model_quota', usedUp, thrown, false);
  return failure('model_unavailable', sentenceFor(status), thrown, false);
}

const garbled = 'The model gave an answer that can not be used. Please try again.';
const busy = 'The model gets more requests than its allowance at the moment. Please try again in a minute.';
const usedUp = 'The allowance of the model is used up. Whoever runs this server has to renew it.';

/** What some servers say under a status that says something else, and repeating does not help. */
const sentences = [
  { matches: /insufficient_(quota|balance|credits)|billing_/i, code: 'model_quota', sentence: usedUp },
  {
    matches: /context_length_exceeded|exceed_context_size|maximum context length|exceeds the available context size/i,
    code: 'model_unavailable',
    sentence: 'The conversation has grown too long for the model. Please begin a new one.',
  },
  {
    matches: /content_filter|content_policy/i,
    code: 'model_refused',
    sentence: 'The model refused to read that message.',
  },
  {
    // llama.cpp, vLLM and Ollama, in this order.
    matches: /--jinja|Unsupported param: tools|--enable-auto-tool-choice|does not support tools/i,
    code: 'model_unavailable',
    sentence: 'The model of this server takes no tools as it runs. Whoever runs it finds what to do in docs/models.md.',
  },
] as const;

function sentenceFor(status: number): string {
  if (status === 401 || status === 403)
    return 'The model refused the key of this server. Whoever runs it has to check the key.';
  if (status === 404)
    return 'The model of this server was not found. Whoever runs it has to check its name and its address.';
  return 'The model did not accept the request.';
}

function failure(
  code: 'model_unavailable' | 'model_quota' | 'model_refused',
  message: string,
  cause: unknown,
  retry: boolean,
): Failure {
  return { error: new AgentError(code, message, { cause }), retry };
}

/** `Retry-After` in seconds or as a date. */
function waitOf({ retryAfter }: ChatError): { waitMs?: number } {
  if (retryAfter === null || retryAfter.trim() === '') return {};
  const seconds = Number(retryAfter);
  const waitMs = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1_000;
  return Number.isNaN(waitMs) ? {} : { waitMs: Math.max(0, waitMs) };
}
