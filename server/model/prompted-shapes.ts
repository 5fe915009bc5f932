import type { Usage } from '../../shared/protocol.ts';
import type { ModelTool } from './model.ts';

/** A call as an emulated model makes it. */
export interface PromptedCall {
  readonly id: string;
  readonly name: string;
  /** An object, as a rule. It comes from a model: check it before you use it. */
  readonly arguments: unknown;
}

/** One message of the conversation. A tool's message has no call id: results follow their calls, in their order. */
export type PromptedMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly PromptedCall[] }
  | { readonly role: 'tool'; readonly name: string; readonly content: string };

export interface PromptedAnswer {
  readonly content: string;
  readonly toolCalls: readonly PromptedCall[];
  /** `tool_calls` when there are calls, `length` when the answer was cut off. The calls decide, not this word. */
  readonly finishReason?: string;
  readonly usage?: Usage;
}

/** Guidance for the client; whatever it returns is checked. */
export type PromptedChoice = 'auto' | 'required' | 'none';

/** A client that prompts for tools and parses calls itself. The definitions go with every call. */
export interface PromptedClient {
  invoke(
    messages: PromptedMessage[],
    options: { tools: ModelTool[]; toolChoice: PromptedChoice; signal: AbortSignal },
  ): Promise<PromptedAnswer>;
}

/** A message for a model that knows nothing but text. */
export interface TextMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** May come among the pieces of a text, once, to say how it ended. */
export interface TextEnd {
  /** `length` when the answer was cut off. */
  readonly finishReason?: string;
  readonly usage?: Usage;
}

/** Any source of text. `stop` holds the words after which nothing of use comes; to pass them on is optional. */
export type TextStream = (
  messages: TextMessage[],
  options: { signal: AbortSignal; stop: string[] },
) => AsyncIterable<string | TextEnd> | Promise<AsyncIterable<string | TextEnd>>;
