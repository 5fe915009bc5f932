export { AgentError, errorFate, type ErrorCode, type ErrorFate, type ErrorPayload } from './errors.ts';
export { defineTool, type ToolContext, type ToolDefinition, type ToolRun } from './tool.ts';
export { builtinTools, type BuiltinName } from './tools/index.ts';
export type { JsonObject, JsonValue } from './json.ts';
