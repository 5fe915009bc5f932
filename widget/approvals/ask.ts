import type { JsonValue } from '../../shared/json.ts';
import type { Taint } from '../../shared/taint.ts';
import type { ToolDefinition } from '../../shared/tool.ts';

/** How long a yes lasts. */
export type Scope = 'once' | 'session' | 'always';

export type Decision = Scope | 'denied' | 'expired';

/** Whose wish it is that the person is asked, or what made it necessary. */
export type AskReason =
  'tool' | 'site' | 'server' | 'untrusted' | 'sensitive' | 'repaired' | 'rate' | 'policy' | 'framed';

/** One open question to the person. */
export interface Ask {
  readonly call: string;
  readonly tool: string;
  /** For a tool of the site's or the server's: the name it gives itself. */
  readonly title: string | undefined;
  readonly description: string;
  readonly siteTool: boolean;
  /** The tool runs on the server. */
  readonly onServer: boolean;
  /**
   * `consent`: may this run? `gesture`: it may, but the browser wants a click first; labelled as such.
   */
  readonly kind: 'consent' | 'gesture';
  /** Something of the person's could leave with what a stranger may have ordered. */
  readonly danger: boolean;
  /** Empty for a gesture. */
  readonly why: readonly AskReason[];
  /** What the conversation has read so far. */
  readonly taint: Taint;
  /** Pieces of sensitive results that occur in the arguments. */
  readonly overlaps: readonly string[];
  /** Frozen: the values that will run. */
  readonly args: JsonValue;
  /** Names the call: its tool, its arguments and the tool's definition. */
  readonly hash: string;
  /** Names of arguments that the person can change. */
  readonly editable: readonly string[];
  /** What is wrong with the arguments as the person changed them: they are asked on. */
  readonly problem: string | undefined;
  /** How often the person can still take more time. */
  readonly extensions: number;
  /** The yeses there are to choose from. The first is always `once`. */
  readonly scopes: readonly Scope[];
  /** The model's own words right before the call: plain, at most 140 characters. Nothing vouches for them. */
  readonly said: string | undefined;
  readonly reads: ToolDefinition['reads'];
  readonly sink: ToolDefinition['sink'];
  readonly browserAsks: boolean;
  /** `Date.now()` values. */
  readonly askedAt: number;
  readonly expiresAt: number;
}
