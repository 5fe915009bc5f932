import type { HistoryEntry, ModelRequest } from './model.ts';
import { openaiModel } from './openai.ts';
import { checkOpenaiOptions, type OpenaiOptions } from './openai-options.ts';
import type { TextMessage, TextStream } from './prompted-shapes.ts';

/**
 * A model behind chat completions as nothing but a source of text, for `promptedModel`: no tool is ever
 * sent. Retries, errors and the abort are those of `openaiModel`.
 *
 * @throws TypeError that names the option that is wrong and says what it should be
 */
export function openaiText(options: OpenaiOptions): TextStream {
  checkOpenaiOptions(options);
  return async function* stream(messages, { signal, stop }) {
    const model = openaiModel({ ...options, body: { stop, ...options.body } });
    let isThinking = false;
    for await (const event of model.run(requestOf(messages), signal)) {
      if (event.type === 'step') {
        const { finish, usage } = event.step;
        return yield { finishReason: finish === 'truncated' ? 'length' : 'stop', ...(usage && { usage }) };
      }
      // Thoughts that come in a field of their own, put where a text model writes them.
      if (isThinking !== (event.type === 'thought')) yield isThinking ? '</think>' : '<think>';
      isThinking = event.type === 'thought';
      yield event.text;
    }
  };
}

function requestOf(messages: readonly TextMessage[]): ModelRequest {
  const [first] = messages;
  const system = first?.role === 'system' ? first.content : '';
  const history = (first?.role === 'system' ? messages.slice(1) : messages).map(entryOf);
  return { system, history, tools: [], toolChoice: 'none' };
}

function entryOf({ role, content }: TextMessage): HistoryEntry {
  if (role !== 'assistant') return { role: 'user', text: content };
  return { role: 'model', step: { raw: null, text: content, calls: [], finish: 'answered' } };
}
