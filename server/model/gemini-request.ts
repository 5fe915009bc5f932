import type { GenerateContentParameters, ThinkingConfig, ToolConfig } from '@google/genai';
import type { ToolChoice } from '../../shared/protocol.ts';
import { isToolName } from '../../shared/tool-name.ts';
import { contentsOf } from './gemini-content.ts';
import { toGeminiSchema } from './gemini-schema.ts';
import type { ModelRequest, ModelTool } from './model.ts';

type Sdk = typeof import('@google/genai');

/** `XHIGH` and `MINIMAL` exist too; not every model takes them. */
export type ThinkingLevel = 'LOW' | 'MEDIUM' | 'HIGH';

export interface GeminiRequestOptions {
  readonly model: string;
  readonly thinkingLevel: ThinkingLevel;
  readonly fetch: typeof fetch;
  readonly abortSignal: AbortSignal;
}

/** One request in the SDK's terms. No temperature: Gemini 4 ignores it, and it is deprecated. */
export function geminiRequest(
  sdk: Sdk,
  request: ModelRequest,
  options: GeminiRequestOptions,
): GenerateContentParameters {
  const tools = acceptable(request.tools);
  const thinkingConfig = thinkingFor(sdk, options);
  return {
    model: options.model,
    // Replaced by `extraBody`: the SDK would drop each field of a part that it does not know yet.
    contents: '-',
    config: {
      abortSignal: options.abortSignal,
      httpOptions: { fetch: options.fetch, extraBody: { contents: contentsOf(request.history) } },
      automaticFunctionCalling: { disable: true },
      ...(request.system === '' ? {} : { systemInstruction: request.system }),
      ...(tools.length === 0 ? {} : { tools: [{ functionDeclarations: tools.map(declarationOf) }] }),
      ...(tools.length === 0 ? {} : { toolConfig: toolConfigFor(sdk, request.toolChoice, tools) }),
      ...(thinkingConfig === undefined ? {} : { thinkingConfig }),
    },
  };
}

/** One name that Gemini refuses, or one name twice, would fail the whole request. */
function acceptable(tools: readonly ModelTool[]): ModelTool[] {
  const byName = new Map<string, ModelTool>();
  for (const tool of tools) {
    if (isToolName(tool.name) && !byName.has(tool.name)) byName.set(tool.name, tool);
  }
  return [...byName.values()];
}

function declarationOf({ name, description, parameters }: ModelTool): object {
  return { name, description, parametersJsonSchema: toGeminiSchema(parameters) };
}

function toolConfigFor(sdk: Sdk, choice: ToolChoice, tools: readonly ModelTool[]): ToolConfig {
  const { ANY, AUTO, NONE } = sdk.FunctionCallingConfigMode;
  if (choice === 'required') return { functionCallingConfig: { mode: ANY } };
  if (choice === 'none') return { functionCallingConfig: { mode: NONE } };
  if (choice === 'auto') return { functionCallingConfig: { mode: AUTO } };
  // A name that is not on offer must not become "any tool".
  if (!tools.some((tool) => tool.name === choice.tool)) return { functionCallingConfig: { mode: AUTO } };
  return { functionCallingConfig: { mode: ANY, allowedFunctionNames: [choice.tool] } };
}

/** Models before Gemini 3 know no levels, and older or foreign ones do not think. Unknown names are taken for new. */
function thinkingFor(sdk: Sdk, { model, thinkingLevel }: GeminiRequestOptions): ThinkingConfig | undefined {
  const family = model.slice(model.lastIndexOf('/') + 1);
  if (!family.startsWith('gemini-') || /^gemini-(1|2\.0|2\.5-flash-lite)/.test(family)) return undefined;
  if (family.startsWith('gemini-2')) return { includeThoughts: true };
  return { includeThoughts: true, thinkingLevel: sdk.ThinkingLevel[thinkingLevel] };
}
