import { runAttempts, type Ask, type Delta, type Outcome } from './attempts.ts';
import { failureOf } from './gemini-errors.ts';
import { judge } from './gemini-finish.ts';
import { checkGeminiOptions, type GeminiOptions } from './gemini-options.ts';
import { noRepair, repairAfter, signatureRepair, type Repair } from './gemini-repair.ts';
import { geminiRequest } from './gemini-request.ts';
import { GeminiStream } from './gemini-stream.ts';
import type { ModelAdapter, ModelRequest, ModelStep, ModelTool } from './model.ts';
import { coerce } from './prompted-coerce.ts';

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
  const settings = { ...options, model, connected };
  return {
    label: options.label ?? model,
    rehearsal: options.rehearsal ?? false,
    service: { provider: options.vertex ? 'gcp.vertex_ai' : 'gcp.gemini', operation: 'generate_content', model },
    run: (request, signal) => runAttempts(asking(settings, request, noRepair), options, signal),
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

async function connect({ apiKey, vertex, baseUrl, apiVersion }: GeminiOptions): Promise<Connection> {
  const sdk = await import('@google/genai');
  const { project, location = project && 'global' } = vertex ?? {};
  const isCloud = vertex !== undefined;
  const client = new sdk.GoogleGenAI({
    // Said outright: a variable in the environment would otherwise change where the key goes.
    enterprise: isCloud,
    vertexai: isCloud,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(project === undefined ? {} : { project }),
    ...(location === undefined ? {} : { location }),
    httpOptions: {
      apiVersion: apiVersion ?? (isCloud ? 'v1beta1' : 'v1beta'),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    },
  });
  return { sdk, client };
}

function asking(settings: Settings, request: ModelRequest, repair: Repair): Ask {
  return (signal) => ask(settings, request, repair, signal);
}

/** One request, to the end of its stream. */
async function* ask(
  settings: Settings,
  request: ModelRequest,
  repair: Repair,
  signal: AbortSignal,
): AsyncGenerator<Delta, Outcome> {
  const stream = new GeminiStream();
  const { model, thinkingLevel = 'LOW', onNote = () => {} } = settings;
  let shown = false;
  let retryAfter: string | null = null;
  const watchedFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    // The SDK's error keeps the status and loses the headers.
    retryAfter = response.headers.get('retry-after');
    return response;
  };
  const instead = (next: Repair | undefined): { instead?: Ask } =>
    next ? { instead: asking(settings, request, next) } : {};
  try {
    const { sdk, client } = await settings.connected();
    const options = { model, thinkingLevel, repair, onNote, fetch: watchedFetch, abortSignal: signal };
    const parameters = geminiRequest(sdk, request, options);
    for await (const chunk of await client.models.generateContentStream(parameters)) {
      for (const delta of stream.push(chunk)) {
        shown ||= delta.type === 'text';
        yield delta;
      }
    }
  } catch (thrown) {
    // The SDK's own error for an abort hides who aborted and why.
    signal.throwIfAborted();
    const failure = failureOf(thrown, retryAfter);
    const next = failure.signatures && signatureRepair(failure.signatures, repair);
    if (!next) return { kind: 'failed', shown, ...failure };
    onNote('The model refused the signatures of its own steps; the request is repeated without them.');
    return { kind: 'broken', error: failure.error, shown, ...instead(next) };
  }
  signal.throwIfAborted();
  const verdict = judge(stream.answer());
  if (verdict.kind === 'step') return { kind: 'step', step: withRightTypes(verdict.step, request.tools) };
  if (verdict.kind === 'refused') return { ...verdict, shown };
  onNote(`The answer of the model could not be used: ${verdict.reason}.`);
  return { kind: 'broken', error: verdict.error, shown, ...instead(repairAfter(verdict.reason, repair)) };
}

/** A `"2"` where nothing but a number is taken is 2. What the model wrote itself stays in the history as it was. */
function withRightTypes(step: ModelStep, tools: readonly ModelTool[]): ModelStep {
  const calls = step.calls.map((call) => {
    const parameters = tools.find(({ name }) => name === call.name)?.parameters;
    return parameters ? { ...call, args: coerce(parameters, call.args) } : call;
  });
  return { ...step, calls };
}
