import { isObject } from '../../shared/json.ts';
import { mediaInWords } from '../../shared/media.ts';
import type { HistoryEntry, ModelResult, ModelStep } from './model.ts';
import { readArguments } from './openai-arguments.ts';
import type { ChatMessage } from './openai-stream.ts';

/** Stands where a turn ended before the model had spoken. */
const unfinished: ChatMessage = { role: 'assistant', content: '(This was not answered.)' };

/** The whole conversation as chat completions want it replayed. */
export function messagesOf(system: string, history: readonly HistoryEntry[]): ChatMessage[] {
  const ids = new CallIds();
  const replayed = history.flatMap((entry) => {
    if (entry.role === 'user') return [{ role: 'user', content: entry.text }];
    if (entry.role === 'model') return [assistantMessage(entry.step, ids)];
    return entry.results.map(({ result }, at) => toolMessage(ids.current[at], result));
  });
  const messages = alternating(replayed);
  return system === '' ? messages : [{ role: 'system', content: system }, ...messages];
}

/** The templates of several families of models refuse two messages of the person's without an answer between. */
function alternating(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.flatMap((message, at) => {
    const before = messages[at - 1]?.['role'];
    const isUnanswered = message['role'] === 'user' && (before === 'user' || before === 'tool');
    return isUnanswered ? [unfinished, message] : [message];
  });
}

/**
 * An id for each call, no two alike in a conversation: the server's own, unless it sent none or one
 * that it had used before. Ours have nine letters and digits, because Mistral takes no others.
 */
class CallIds {
  readonly #used = new Set<string>();
  #count = 0;
  current: readonly string[] = [];

  /** @param given the ids of the calls of one step */
  next(given: readonly (string | undefined)[]): readonly string[] {
    this.current = given.map((id) => this.#take(id));
    return this.current;
  }

  #take(id: string | undefined): string {
    let free = id ?? this.#make();
    while (this.#used.has(free)) free = this.#make();
    this.#used.add(free);
    return free;
  }

  #make(): string {
    this.#count += 1;
    return `call${String(this.#count).padStart(5, '0')}`;
  }
}

function assistantMessage(step: ModelStep, ids: CallIds): ChatMessage {
  const own = ownMessage(step.raw);
  const message = own ?? rebuilt(step);
  const calls: unknown = message['tool_calls'];
  // What another model called its calls means nothing to this one.
  const current = ids.next(step.calls.map(({ id }) => (own ? id : undefined)));
  if (!Array.isArray(calls)) return message;
  return { ...message, tool_calls: calls.map((call, at) => ({ ...call, id: current[at], function: named(call) })) };
}

/** A name that the model has made up may be one that servers refuse in every later request. */
function named(call: unknown): object {
  const { function: made = {} } = isObject(call) ? call : {};
  const { name, ...others } = isObject(made) ? made : {};
  return {
    name: String(name)
      .replaceAll(/[^\w-]/g, '_')
      .slice(0, 64),
    ...others,
  };
}

/** The message as it came, if this adapter made the step. */
function ownMessage(raw: unknown): ChatMessage | undefined {
  return isObject(raw) && raw['format'] === 'chat.completions' && isObject(raw['message']) ? raw['message'] : undefined;
}

/** A step that another adapter made, told in the words of chat completions. */
function rebuilt({ text, calls }: ModelStep): ChatMessage {
  if (calls.length === 0) return { role: 'assistant', content: text };
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: calls.map(({ name, args }) => ({
      type: 'function',
      function: { name, arguments: readArguments(args).text },
    })),
  };
}

function toolMessage(id: string | undefined, result: ModelResult): ChatMessage {
  const told = result.ok ? { output: mediaInWords(result.value) } : { error: result.error };
  // A note that is not there leaves no field behind.
  const content = JSON.stringify({ ...told, note: result.note });
  return { role: 'tool', tool_call_id: id, content };
}
