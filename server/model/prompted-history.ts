import { isObject } from '../../shared/json.ts';
import type { HistoryEntry, ModelStep } from './model.ts';
import { renderToolCall, renderToolResult, resultJson } from './prompted-prompt.ts';
import type { PromptedCall, PromptedMessage, TextMessage } from './prompted-shapes.ts';

/** What the adapter keeps of its own steps, to be told again as they were. */
export interface PromptedRaw {
  readonly adapter: 'prompted';
  readonly content: string;
  readonly tool_calls: readonly PromptedCall[];
  /** For a text model: the nonce of its tags, and the whole step in text. */
  readonly nonce?: string;
  readonly text?: string;
}

function isRaw(raw: unknown): raw is PromptedRaw {
  return isObject(raw) && raw['adapter'] === 'prompted' && Array.isArray(raw['tool_calls']);
}

/** The nonce that a conversation has used so far. It is in the log, and so outlives the process. */
export function nonceOf(history: readonly HistoryEntry[]): string | undefined {
  for (const entry of history.toReversed()) {
    if (entry.role !== 'model' || !isRaw(entry.step.raw)) continue;
    if (entry.step.raw.nonce !== undefined) return entry.step.raw.nonce;
  }
  return undefined;
}

/** The conversation for a client that knows calls and results: one message for each result, in the order of the calls. */
export function clientMessages(history: readonly HistoryEntry[]): PromptedMessage[] {
  return history.flatMap((entry): PromptedMessage[] => {
    if (entry.role === 'user') return [{ role: 'user', content: entry.text }];
    if (entry.role === 'model') return [assistantMessage(entry.step)];
    return entry.results.map(({ call, result }) => {
      return { role: 'tool', name: call.name, content: JSON.stringify(resultJson(result)) };
    });
  });
}

function assistantMessage(step: ModelStep): PromptedMessage {
  const { content, tool_calls } = isRaw(step.raw) ? step.raw : { content: step.text, tool_calls: callsOf(step) };
  return tool_calls.length === 0 ? { role: 'assistant', content } : { role: 'assistant', content, tool_calls };
}

/** Of a step that another adapter made. */
function callsOf({ calls }: ModelStep): PromptedCall[] {
  return calls.map(({ id, name, args }, at) => ({ id: id ?? `call_${at + 1}`, name, arguments: args ?? {} }));
}

/** The conversation for a model that knows nothing but text. Roles take turns, as many templates demand. */
export function textMessages(history: readonly HistoryEntry[], nonce: string): TextMessage[] {
  const messages: TextMessage[] = [];
  for (const entry of history) {
    const message = textMessage(entry, nonce);
    const last = messages.at(-1);
    if (last?.role !== message.role) messages.push(message);
    else messages[messages.length - 1] = { role: last.role, content: `${last.content}\n\n${message.content}` };
  }
  return messages;
}

function textMessage(entry: HistoryEntry, nonce: string): TextMessage {
  if (entry.role === 'user') return { role: 'user', content: entry.text };
  if (entry.role === 'model') return { role: 'assistant', content: textOf(entry.step, nonce) };
  const results = entry.results.map(({ call, result }, at) => {
    return renderToolResult(call.name, result, { position: at + 1, nonce });
  });
  return { role: 'user', content: results.join('\n') };
}

function textOf(step: ModelStep, nonce: string): string {
  if (isRaw(step.raw) && step.raw.nonce === nonce && step.raw.text !== undefined) return step.raw.text;
  return stepText(
    step.text,
    callsOf(step).map((call) => renderToolCall(call, nonce)),
  );
}

/** Words first, then the calls, as the prompt asks for them. */
export function stepText(content: string, calls: readonly string[]): string {
  return [content, ...calls].filter((part) => part !== '').join('\n');
}
