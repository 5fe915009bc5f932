import type { ToolDefinition } from '../../shared/tool.ts';

/** What one tool of the page may do as things stand, for the person to read. */
export interface ToolPermission {
  readonly tool: string;
  readonly title: string | undefined;
  readonly siteTool: boolean;
  readonly rule: 'allow' | 'ask' | 'deny';
  readonly reads: ToolDefinition['reads'];
  readonly sink: ToolDefinition['sink'];
  readonly browserAsks: boolean;
}
