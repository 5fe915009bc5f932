import { AgentError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { failureOf } from './gemini-errors.ts';
import { judge } from './gemini-finish.ts';
import { checkGeminiOptions, type GeminiOptions } from './gemini-options.ts';
import { geminiRequest } from './gemini-request.ts';
import { maxAttempts, retryWaitMs, sleep } from './gemini-retry.ts';
import { GeminiStream, type GeminiDelta } from './gemini-stream.ts';
import type { ModelAdapter, ModelEvent, ModelRequest, ModelStep } from './model.ts';

/**
 * Gemini behind our port, on the official SDK. The SDK is only the transport: retries, the
 * deadline, the abort and the history are ours.
 *
 * @throws TypeError that names the option that is wrong and says what it should be
 */
export function geminiModel(options: GeminiOptions): ModelAdapter {
  checkGeminiOptions(options);
  const model = options.model ?? 'gemini-flash-latest';
  let connection: Promise<Connection> | undefined;
  // On the first run only: loading the SDK takes a fifth of a second.
  const connected = (): Promise<Connection> => (connection ??= connect(options));
  return {
    label: options.label ?? model,
    rehearsal: options.rehearsal ?? false,
    run: (request, signal) => runOnce({ ...options, model, connected }, request, signal),
  };
}

type Sdk = typeof import('@google/genai');

interface Connection {
  readonly sdk: Sdk;
  readonly client: InstanceType<Sdk['GoogleGenAI']>;
}

interface Settings extends GeminiOptions {
  readonly model: string;
  readonly connected: () => Promise<Connection>;
}

async function connect({ apiKey, baseUrl, apiVersion = 'v1beta' }: GeminiOptions): Promise<Connection> {
  const sdk = await import('@google/genai');
  const client = new sdk.GoogleGenAI({
    apiKey,
    // Said outright: a variable in the environment would otherwise change where the key goes.
    enterprise: false,
    vertexai: false,
    httpOptions: { apiVersion, ...(baseUrl === undefined ? {} : { baseUrl }) },
  });
  return { sdk, client };
}

/** Bounds the run by the caller's signal and the deadline, and closes the request however the run ends. */
async function* runOnce(settings: Settings, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted();
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(signal.reason);
  const late = new AgentError('model_unavailable', 'The model took too long to answer. Please try again.');
  const deadline = setTimeout(() => stop.abort(late), settings.timeoutMs ?? limits.modelMs);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    yield* attempts(settings, request, stop.signal);
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', onAbort);
    // Whoever leaves the loop early would otherwise leave the HTTP request running.
    stop.abort();
  }
}

/**
 * Asks until an answer can be kept. Only while no word was shown: a second answer would contradict
 * the first. Thoughts do not count, they are a sign of life.
 */
async function* attempts(settings: Settings, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  let repeated = false;
  for (let attempt = 1; ;) {
    const outcome = yield* ask(settings, request, signal);
    if (outcome.kind === 'step') return yield { type: 'step', step: outcome.step };
    if (outcome.shown || outcome.kind === 'refused') throw outcome.error;
    if (outcome.kind === 'broken') {
      if (repeated) throw outcome.error;
      repeated = true;
      continue;
    }
    const wait = retryWaitMs(attempt, outcome.waitMs, (settings.random ?? Math.random)());
    if (!outcome.retry || attempt === maxAttempts || wait === undefined) throw outcome.error;
    attempt += 1;
    await (settings.sleep ?? sleep)(wait, signal);
  }
}

type Outcome =
  | { readonly kind: 'step'; readonly step: ModelStep }
  | { readonly kind: 'broken'; readonly error: AgentError; readonly shown: boolean }
  | { readonly kind: 'refused'; readonly error: AgentError; readonly shown: boolean }
  | {
      readonly kind: 'failed';
      readonly error: AgentError;
      readonly shown: boolean;
      readonly retry: boolean;
      readonly waitMs?: number;
    };

/** One request, to the end of its stream. */
async function* ask(
  settings: Settings,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<GeminiDelta, Outcome> {
  const stream = new GeminiStream();
  let shown = false;
  let retryAfter: string | null = null;
  const watchedFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    // The SDK's error keeps the status and loses the headers.
    retryAfter = response.headers.get('retry-after');
    return response;
  };
  try {
    const { sdk, client } = await settings.connected();
    const { model, thinkingLevel = 'LOW' } = settings;
    const parameters = geminiRequest(sdk, request, { model, thinkingLevel, fetch: watchedFetch, abortSignal: signal });
    for await (const chunk of await client.models.generateContentStream(parameters)) {
      for (const delta of stream.push(chunk)) {
        shown ||= delta.type === 'text';
        yield delta;
      }
    }
  } catch (thrown) {
    // The SDK's own error for an abort hides who aborted and why.
    signal.throwIfAborted();
    return { kind: 'failed', shown, ...failureOf(thrown, retryAfter) };
  }
  signal.throwIfAborted();
  const verdict = judge(stream.answer());
  return verdict.kind === 'step' ? verdict : { ...verdict, shown };
}
