import { isObject, type JsonObject } from '../shared/json.ts';
import { isToolName } from '../shared/tool-name.ts';

type Message = Readonly<Record<string, unknown>>;

const fieldsOf = {
  system: ['role', 'content'],
  user: ['role', 'content'],
  assistant: ['role', 'content', 'tool_calls', 'reasoning', 'reasoning_content', 'reasoning_details'],
  tool: ['role', 'content', 'tool_call_id'],
} as const;

/**
 * What the strictest server of chat completions would refuse a request for, in its words; undefined
 * when every one takes it. Ids are those that Mistral takes only if `shortIds` is set.
 */
export function refusalOf(body: unknown, shortIds: boolean): string | undefined {
  if (!isObject(body)) return 'the body is no object';
  if (typeof body['model'] !== 'string' || body['model'] === '') return 'model is missing';
  const messages = body['messages'];
  if (!Array.isArray(messages) || messages.length === 0) return 'messages is missing';
  return refusalOfMessages(messages, shortIds) ?? refusalOfTools(body);
}

function refusalOfMessages(messages: readonly unknown[], shortIds: boolean): string | undefined {
  const ids = new Set<unknown>();
  let open: unknown[] = [];
  let speaker = 'assistant';
  for (const [at, message] of messages.entries()) {
    const where = `messages.${at}`;
    if (!isObject(message)) return `${where} is no object`;
    const problem = refusalOfShape(message, at);
    if (problem) return `${where}: ${problem}`;
    if (message['role'] === 'tool') {
      if (message['tool_call_id'] !== open.shift()) return `${where} answers no open call, or out of order`;
      continue;
    }
    if (open.length > 0) return `${where}: the calls before it have no results`;
    if (message['role'] !== 'system' && callsOf(message).length === 0) {
      // As the templates of Mistral's and Google's models have it.
      if (message['role'] === speaker) return `${where}: roles must alternate user/assistant/user/assistant/…`;
      speaker = String(message['role']);
    }
    for (const call of callsOf(message)) {
      const issue = refusalOfCall(call, ids, shortIds);
      if (issue) return `${where}: ${issue}`;
      open.push(call['id']);
    }
  }
  if (open.length > 0) return 'the last calls have no results';
  const last = messages.at(-1);
  return isObject(last) && last['role'] === 'assistant' ? 'the last message is the assistant' : undefined;
}

function refusalOfShape(message: Message, at: number): string | undefined {
  const { role, content } = message;
  if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool') return 'an unknown role';
  if (role === 'system' && at > 0) return 'the system message must be the first';
  const known: readonly string[] = fieldsOf[role];
  const extra = Object.keys(message).find((key) => !known.includes(key));
  if (extra !== undefined) return `extra field ${extra}`;
  if (typeof content === 'string') return undefined;
  return content === null && callsOf(message).length > 0 ? undefined : 'content must be a text';
}

function refusalOfCall(call: Message, ids: Set<unknown>, shortIds: boolean): string | undefined {
  const { id, type, function: named } = call;
  if (typeof id !== 'string' || id === '') return 'a call without an id';
  if (ids.has(id)) return `the id ${id} twice`;
  ids.add(id);
  if (shortIds && !/^[A-Za-z0-9]{9}$/.test(id))
    return `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`;
  if (type !== 'function' || !isObject(named) || !/^[\w-]{1,64}$/.test(String(named['name'])))
    return 'a call that names no function';
  return isJsonObject(named['arguments']) ? undefined : 'arguments are not the JSON of an object';
}

function refusalOfTools({ tools, tool_choice: choice }: Message): string | undefined {
  if (tools === undefined) return choice === undefined ? undefined : 'tool_choice without tools';
  if (!Array.isArray(tools) || tools.length === 0) return 'tools is an empty list';
  const names = tools.map((tool) => (isObject(tool) && isObject(tool['function']) ? tool['function'] : {}));
  if (new Set(names.map(({ name }) => name)).size < names.length) return 'a tool twice';
  for (const { name, parameters } of names) {
    if (typeof name !== 'string' || !isToolName(name)) return `tool name ${String(name)}`;
    if (!isObject(parameters) || parameters['type'] !== 'object' || !isObject(parameters['properties']))
      return `parameters of ${name} are no object schema`;
  }
  return choice === undefined || choice === 'auto' || choice === 'required' ? undefined : 'an unknown tool_choice';
}

export function callsOf(message: Message): Message[] {
  const calls = message['tool_calls'];
  return Array.isArray(calls) ? calls.filter(isObject) : [];
}

function isJsonObject(text: unknown): boolean {
  try {
    const value: JsonObject = JSON.parse(String(text));
    return typeof text === 'string' && isObject(value);
  } catch {
    return false;
  }
}
