import type { JsonObject } from '../../shared/json.ts';
import { isToolName } from '../../shared/tool-name.ts';
import type { ModelRequest, ModelTool } from './model.ts';
import { messagesOf } from './openai-messages.ts';

/** One request for a streamed answer. Nothing in it that not every server knows. */
export function chatRequest(request: ModelRequest, model: string, body: JsonObject): object {
  return {
    model,
    messages: messagesOf(request.system, request.history),
    ...toolsFor(request),
    stream: true,
    stream_options: { include_usage: true },
    ...body,
  };
}

/**
 * The choice is made as much by what is offered as by `tool_choice`, which Ollama does not read and
 * of which llama.cpp reads words only: with `none` no tool is offered, and a tool that must be called
 * is offered alone.
 */
function toolsFor({ tools, toolChoice }: ModelRequest): object {
  const offered = acceptable(tools);
  const forced = typeof toolChoice === 'object' ? offered.filter(({ name }) => name === toolChoice.tool) : [];
  if (offered.length === 0 || toolChoice === 'none') return {};
  if (forced.length > 0) return { tools: forced.map(toolOf), tool_choice: 'required' };
  return { tools: offered.map(toolOf), ...(toolChoice === 'required' && { tool_choice: 'required' }) };
}

/** One name that a server refuses, or one name twice, would fail the whole request. */
function acceptable(tools: readonly ModelTool[]): ModelTool[] {
  const byName = new Map<string, ModelTool>();
  for (const tool of tools) {
    if (isToolName(tool.name) && !byName.has(tool.name)) byName.set(tool.name, tool);
  }
  return [...byName.values()];
}

function toolOf({ name, description, parameters }: ModelTool): object {
  // Without properties some chat templates fail.
  return {
    type: 'function',
    function: { name, description, parameters: { type: 'object', properties: {}, ...parameters } },
  };
}
