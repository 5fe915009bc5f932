import type { GenerateContentParameters, ThinkingConfig, ToolConfig } from '@google/genai';
import type { ToolChoice } from '../../shared/protocol.ts';
import { isToolName } from '../../shared/tool-name.ts';
import { contentsOf } from './gemini-content.ts';
import { familyOf, type GeminiFamily } from './gemini-family.ts';
import { repaired, type Repair } from './gemini-repair.ts';
import { toGeminiSchema } from './gemini-schema.ts';
import type { ModelRequest, ModelTool } from './model.ts';

type Sdk = typeof import('@google/genai');

/** `XHIGH` and `MINIMAL` exist too; not every model takes them. */
export type ThinkingLevel = 'LOW' | 'MEDIUM' | 'HIGH';

export interface GeminiRequestOptions {
  readonly model: string;
  readonly thinkingLevel: ThinkingLevel;
  readonly repair: Repair;
  readonly onNote: (note: string) => void;
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
  const family = familyOf(options.model);
  const thinkingConfig = thinkingFor(sdk, family, options.thinkingLevel);
  const contents = repaired(contentsOf(request.history, family), options.repair, tools);
  return {
    model: options.model,
    // Replaced by `extraBody`: the SDK would drop each field of a part that it does not know yet.
    contents: '-',
    config: {
      abortSignal: options.abortSignal,
      httpOptions: { fetch: options.fetch, extraBody: { contents } },
      automaticFunctionCalling: { disable: true },
      ...(request.system === '' ? {} : { systemInstruction: request.system }),
      ...(tools.length === 0
        ? {}
        : { tools: [{ functionDeclarations: tools.map((tool) => declarationOf(tool, options.onNote)) }] }),
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

const declarations = new WeakMap<ModelTool, object>();

/** Made once for each tool that is offered, and told of once. */
function declarationOf(tool: ModelTool, onNote: (note: string) => void): object {
  const known = declarations.get(tool);
  if (known) return known;
  const { name, description, parameters } = tool;
  const { schema, notes } = toGeminiSchema(parameters);
  if (notes.length > 0) onNote(`The model is told less than the schema of ${name} says. ${notes.join(' ')}`);
  const declaration = { name, description, parametersJsonSchema: schema };
  declarations.set(tool, declaration);
  return declaration;
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

function thinkingFor(sdk: Sdk, { thinking }: GeminiFamily, level: ThinkingLevel): ThinkingConfig | undefined {
  if (thinking === 'none') return undefined;
  return { includeThoughts: true, ...(thinking === 'levels' && { thinkingLevel: sdk.ThinkingLevel[level] }) };
}
