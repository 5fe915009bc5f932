import { isObject } from '../../shared/json.ts';
import type { Usage } from '../../shared/protocol.ts';
import type { Delta } from './attempts.ts';
import type { ModelCall } from './model.ts';
import { readArguments } from './openai-arguments.ts';
import { LeadingThought } from './openai-thought.ts';
import { ToolCallDrafts } from './openai-tool-calls.ts';

/** An assistant message of chat completions. What a server adds of its own stays in it. */
export type ChatMessage = Readonly<Record<string, unknown>>;

/** What one streamed answer came to. */
export interface ChatAnswer {
  /** As it is replayed. A call without an id has none here. */
  readonly message: ChatMessage;
  readonly text: string;
  readonly calls: readonly ModelCall[];
  /** As the server spells it; undefined when the stream ended without one. */
  readonly finishReason: string | undefined;
  readonly usage: Usage | undefined;
}

/** The last event of a stream. */
export const endMark = '[DONE]';

/** Names for one thing, in the order in which they are believed where a server sends both. */
const thoughtFields = ['reasoning_content', 'reasoning'] as const;

/** Assembles one message from the chunks of a stream, or from a whole answer of a server that does not stream. */
export class ChatStream {
  /** As it came, thoughts within it and all. */
  #content = '';
  #text = '';
  readonly #leading = new LeadingThought();
  #thought = '';
  #thoughtField: (typeof thoughtFields)[number] | undefined;
  /** Signed pieces of reasoning that some gateways want back as they came. */
  readonly #details: unknown[] = [];
  readonly #calls = new ToolCallDrafts();
  #finishReason: string | undefined;
  #usage: Usage | undefined;
  readonly #takesCalls: boolean;

  /** @param takesCalls false when no tool was offered: what a model calls then goes nowhere. */
  constructor(takesCalls: boolean) {
    this.#takesCalls = takesCalls;
  }

  /** Takes one chunk or the mark of the end, and returns the words in it. */
  push(chunk: unknown): Delta[] {
    // Some servers end with the mark alone.
    if (chunk === endMark) this.#finishReason ??= 'stop';
    if (!isObject(chunk)) return [];
    this.#usage = usageOf(chunk['usage']) ?? this.#usage;
    const choice = Array.isArray(chunk['choices']) ? chunk['choices'][0] : undefined;
    if (!isObject(choice)) return [];
    this.#finishReason = textOf(choice['finish_reason']) ?? this.#finishReason;
    const delta = choice['delta'] ?? choice['message'];
    if (!isObject(delta)) return [];
    if (this.#takesCalls) for (const call of listOf(delta['tool_calls'])) this.#calls.push(call);
    this.#details.push(...listOf(delta['reasoning_details']));
    return [...this.#think(delta), ...this.#say(delta)];
  }

  /** Words that were held back until nothing more could come. */
  end(): Delta[] {
    return this.#shown(this.#leading.end());
  }

  answer(): ChatAnswer {
    const calls = this.#calls.entries().map((entry) => ({ entry, ...readArguments(entry.given) }));
    const message = {
      role: 'assistant',
      content: this.#content === '' ? null : this.#content,
      ...(this.#thoughtField && { [this.#thoughtField]: this.#thought }),
      ...(this.#details.length > 0 && { reasoning_details: this.#details }),
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ entry: { fields, id, name }, text }) => ({
          ...fields,
          ...(id !== undefined && { id }),
          type: 'function',
          function: { name, arguments: text },
        })),
      }),
    };
    return {
      message,
      text: this.#text,
      calls: calls.map(({ entry: { id, name }, args, unreadable }) => ({
        ...(id !== undefined && { id }),
        name,
        args,
        ...(unreadable !== undefined && { unreadable }),
      })),
      finishReason: this.#finishReason,
      usage: this.#usage,
    };
  }

  #think(delta: Readonly<Record<string, unknown>>): Delta[] {
    const field = thoughtFields.find((name) => textOf(delta[name]) !== undefined);
    if (field === undefined) return [];
    const text = textOf(delta[field]) ?? '';
    this.#thoughtField ??= field;
    this.#thought += text;
    return [{ type: 'thought', text }];
  }

  /** A refusal in the model's own words is its answer. */
  #say(delta: Readonly<Record<string, unknown>>): Delta[] {
    const piece = textOf(delta['content']) ?? textOf(delta['refusal']);
    if (piece === undefined) return [];
    this.#content += piece;
    return this.#shown(this.#leading.push(piece));
  }

  #shown(deltas: Delta[]): Delta[] {
    for (const { type, text } of deltas) if (type === 'text') this.#text += text;
    return deltas;
  }
}

/** Running totals where a server sends several: the last one counts. */
function usageOf(usage: unknown): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const count = (key: string): number => (typeof usage[key] === 'number' ? usage[key] : 0);
  return { inputTokens: count('prompt_tokens'), outputTokens: count('completion_tokens') };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
