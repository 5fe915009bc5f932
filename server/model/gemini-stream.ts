import { isObject } from '../../shared/json.ts';
import type { Usage } from '../../shared/protocol.ts';
import type { GeminiContent, GeminiPart } from './gemini-content.ts';
import type { ModelCall } from './model.ts';

/** What one streamed answer came to. */
export interface GeminiAnswer {
  readonly content: GeminiContent;
  readonly text: string;
  readonly calls: readonly ModelCall[];
  /** As Gemini spells it; undefined when the stream ended without one. */
  readonly finishReason: string | undefined;
  /** Set when the prompt was refused before anything was generated. */
  readonly blockReason: string | undefined;
  readonly usage: Usage | undefined;
}

/** A piece of text to show at once. */
export interface GeminiDelta {
  readonly type: 'text' | 'thought';
  readonly text: string;
}

/**
 * Assembles one Content from the chunks of a stream. Parts stay as they came and in their order:
 * a signature counts only on the part that it came with, even if that part's text is empty.
 */
export class GeminiStream {
  readonly #parts: GeminiPart[] = [];
  #finishReason: string | undefined;
  #blockReason: string | undefined;
  #usage: Usage | undefined;

  /** Takes one chunk, and returns the words in it. */
  push(chunk: unknown): GeminiDelta[] {
    if (!isObject(chunk)) return [];
    this.#usage = usageOf(chunk['usageMetadata']) ?? this.#usage;
    const feedback = chunk['promptFeedback'];
    if (isObject(feedback)) this.#blockReason = textOf(feedback['blockReason']) ?? this.#blockReason;
    const candidate = Array.isArray(chunk['candidates']) ? chunk['candidates'][0] : undefined;
    if (!isObject(candidate)) return [];
    this.#finishReason = textOf(candidate['finishReason']) ?? this.#finishReason;
    return partsOf(candidate['content']).flatMap((part) => this.#add(part));
  }

  answer(): GeminiAnswer {
    return {
      content: { role: 'model', parts: this.#parts },
      text: this.#parts.map((part) => (isAnswerText(part) ? part['text'] : '')).join(''),
      calls: this.#parts.flatMap(callOf),
      finishReason: this.#finishReason,
      blockReason: this.#blockReason,
      usage: this.#usage,
    };
  }

  #add(part: GeminiPart): GeminiDelta[] {
    const last = this.#parts.at(-1);
    const merged = last === undefined ? undefined : mergedText(last, part);
    if (merged === undefined) this.#parts.push(part);
    else this.#parts[this.#parts.length - 1] = merged;
    const text = textOf(part['text']);
    return text === undefined ? [] : [{ type: part['thought'] === true ? 'thought' : 'text', text }];
  }
}

/** Two pieces of one text, if neither carries anything but text. */
function mergedText(before: GeminiPart, next: GeminiPart): GeminiPart | undefined {
  if (!isPlainText(before) || !isPlainText(next) || before['thought'] !== next['thought']) return undefined;
  return { ...before, text: `${String(before['text'])}${String(next['text'])}` };
}

function isPlainText(part: GeminiPart): boolean {
  return typeof part['text'] === 'string' && Object.keys(part).every((key) => key === 'text' || key === 'thought');
}

function isAnswerText(part: GeminiPart): boolean {
  return typeof part['text'] === 'string' && part['thought'] !== true;
}

function callOf(part: GeminiPart): ModelCall[] {
  const call = part['functionCall'];
  if (!isObject(call)) return [];
  const id = textOf(call['id']);
  return [{ ...(id === undefined ? {} : { id }), name: textOf(call['name']) ?? '', args: call['args'] ?? {} }];
}

function partsOf(content: unknown): GeminiPart[] {
  return isObject(content) && Array.isArray(content['parts']) ? content['parts'].filter(isObject) : [];
}

/** Running totals: the last chunk that has any counts. Thinking is billed as output. */
function usageOf(metadata: unknown): Usage | undefined {
  if (!isObject(metadata)) return undefined;
  const count = (key: string): number => (typeof metadata[key] === 'number' ? metadata[key] : 0);
  return {
    inputTokens: count('promptTokenCount') + count('toolUsePromptTokenCount'),
    outputTokens: count('candidatesTokenCount') + count('thoughtsTokenCount'),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
