import { AgentError } from '../../shared/errors.ts';
import { isObject } from '../../shared/json.ts';
import type { ToolChoice, Usage } from '../../shared/protocol.ts';
import type { ModelRequest } from './model.ts';
import { estimateUsage, isCutBy, maxAnswerCalls, modelCallOf, type Answer } from './prompted-answer.ts';
import { readArguments, unreadable, type Reading } from './prompted-envelope.ts';
import { clientMessages } from './prompted-history.ts';
import type { PromptedCall, PromptedChoice, PromptedClient, PromptedMessage } from './prompted-shapes.ts';

export interface ClientQuestion {
  readonly client: PromptedClient;
  readonly takesSystem: boolean;
  readonly request: ModelRequest;
  /** Said after the conversation, when an answer was not what was asked for. */
  readonly reminder: string | undefined;
}

/** Has a client answer once that knows calls and results. What it returns is not trusted to have the shape it should. */
export async function askClient(question: ClientQuestion, signal: AbortSignal): Promise<Answer> {
  const { client, request } = question;
  const messages = messagesFor(question);
  const { tools, toolChoice } = guidanceOf(request);
  const answer: unknown = await client.invoke([...messages], { tools: [...tools], toolChoice, signal });
  if (!isObject(answer)) {
    throw new AgentError('model_unavailable', 'The model gave an answer that can not be used. Please try again.');
  }
  const content = typeof answer['content'] === 'string' ? answer['content'] : '';
  const given: unknown = answer['toolCalls'];
  const made = (Array.isArray(given) ? given : []).slice(0, maxAnswerCalls).map(callOf);
  return {
    content,
    calls: made.map(({ call, reading }) => modelCallOf(reading, call.id)),
    raw: { adapter: 'prompted', content, tool_calls: made.map(({ call }) => call) },
    isCut: isCutBy(answer['finishReason']),
    usage: usageOf(answer['usage']) ?? estimateUsage(messages, content.length),
  };
}

function messagesFor({ takesSystem, request, reminder }: ClientQuestion): PromptedMessage[] {
  const messages = clientMessages(request.history);
  if (reminder !== undefined) messages.push({ role: 'user', content: reminder });
  if (request.system === '') return messages;
  const [first, ...others] = messages;
  if (takesSystem) return [{ role: 'system', content: request.system }, ...messages];
  if (first?.role !== 'user') return [{ role: 'user', content: request.system }, ...messages];
  return [{ role: 'user', content: `${request.system}\n\n${first.content}` }, ...others];
}

/** In the three words that every such client knows: one certain tool is a choice among that one. */
function guidanceOf({ tools, toolChoice }: ModelRequest): {
  tools: ModelRequest['tools'];
  toolChoice: PromptedChoice;
} {
  if (!isOneTool(toolChoice)) return { tools, toolChoice };
  const only = tools.filter(({ name }) => name === toolChoice.tool);
  return { tools: only, toolChoice: 'required' };
}

function isOneTool(choice: ToolChoice): choice is Exclude<ToolChoice, string> {
  return typeof choice === 'object';
}

function callOf(given: unknown, at: number): { call: PromptedCall; reading: Reading } {
  const { id, name, arguments: args } = isObject(given) ? given : {};
  const call: PromptedCall = {
    id: typeof id === 'string' && id !== '' ? id : `call_${at + 1}`,
    name: typeof name === 'string' && name !== '' ? name : 'unreadable_call',
    arguments: args ?? {},
  };
  const reading =
    name === call.name ? readArguments(name, args, false) : unreadable(undefined, 'The call has no name.');
  return { call, reading };
}

function usageOf(usage: unknown): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const { inputTokens, outputTokens } = usage;
  return typeof inputTokens === 'number' && typeof outputTokens === 'number'
    ? { inputTokens, outputTokens }
    : undefined;
}
