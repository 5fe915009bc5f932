import { runAttempts, type Delta, type Outcome } from './attempts.ts';
import type { ModelAdapter, ModelRequest } from './model.ts';
import { chat, type ChatEndpoint } from './openai-chat.ts';
import { failureOf } from './openai-errors.ts';
import { judge } from './openai-finish.ts';
import { checkOpenaiOptions, type OpenaiOptions } from './openai-options.ts';
import { chatRequest } from './openai-request.ts';
import { ChatStream } from './openai-stream.ts';

export const openaiBaseUrl = 'https://api.openai.com/v1';

/**
 * Chat completions behind our port: OpenAI, Ollama, llama.cpp, vLLM and whoever else speaks them.
 * On plain fetch: what a client would save is the framing of events, and the rest of it, retries
 * and helpers that insist on well-formed chunks, would have to be switched off.
 *
 * @throws TypeError that names the option that is wrong and says what it should be
 */
export function openaiModel(options: OpenaiOptions): ModelAdapter {
  checkOpenaiOptions(options);
  const { model, label = model, body = {}, baseUrl = openaiBaseUrl, apiKey } = options;
  const endpoint = { baseUrl, apiKey };
  return {
    label,
    rehearsal: false,
    service: { provider: 'openai', operation: 'chat', model },
    run: (request, signal) => {
      const sent = chatRequest(request, model, body);
      return runAttempts((stop) => ask(endpoint, sent, request, stop), options, signal);
    },
  };
}

/** One request, to the end of its stream. */
async function* ask(
  endpoint: ChatEndpoint,
  sent: object,
  { toolChoice }: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<Delta, Outcome> {
  const stream = new ChatStream(toolChoice !== 'none');
  let shown = false;
  const noted = (deltas: readonly Delta[]): readonly Delta[] => {
    shown ||= deltas.some(({ type }) => type === 'text');
    return deltas;
  };
  try {
    for await (const chunk of chat(endpoint, sent, signal)) yield* noted(stream.push(chunk));
    yield* noted(stream.end());
  } catch (thrown) {
    // What fetch throws for an abort may hide who aborted and why.
    signal.throwIfAborted();
    return { kind: 'failed', shown, ...failureOf(thrown) };
  }
  signal.throwIfAborted();
  const verdict = judge(stream.answer());
  return verdict.kind === 'step' ? verdict : { ...verdict, shown };
}
