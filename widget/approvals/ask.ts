import type { ToolDefinition } from '../../shared/tool.ts';
import type { JsonValue } from '../../shared/json.ts';

/** One open question to the person. */
export interface Ask {
  readonly call: string;
  readonly tool: string;
  /** For a site's tool: the name it gives itself. */
  readonly title: string | undefined;
  readonly description: string;
  readonly siteTool: boolean;
  /**
   * `consent`: may this run? `gesture`: it may, but the browser wants a click first; labelled as such.
   */
  readonly kind: 'consent' | 'gesture';
  /** Frozen: the values that will run. */
  readonly args: JsonValue;
  readonly reads: ToolDefinition['reads'];
  readonly sink: ToolDefinition['sink'];
  readonly browserAsks: boolean;
  /** `Date.now()` values. */
  readonly askedAt: number;
  readonly expiresAt: number;
}

export type Decision = 'once' | 'denied' | 'expired';
