import type * as z from 'zod/mini';

/**
 * The half of a tool that both worlds know. The model sees name, description and args;
 * policy reads the rest. The body lives in the browser, in the file of the same name.
 */
export interface ToolDefinition<
  Args extends z.ZodMiniType = z.ZodMiniType,
  Value extends z.ZodMiniType = z.ZodMiniType,
> {
  /** `^[a-z][a-z0-9_]{1,29}$`: valid for Gemini, OpenAI, MCP and WebMCP. */
  readonly name: string;
  /** For the model, at most 500 characters. */
  readonly description: string;
  readonly args: Args;
  readonly value: Value;
  /** Changes nothing outside the conversation: it may run again after a doubt. */
  readonly readOnly: boolean;
  /** Whether the person is asked before each run. */
  readonly ask: boolean;
  /** The longest yes that the person can give; `once` cannot be remembered. */
  readonly grant: 'once' | 'session' | 'always';
  /** Names of arguments that the person can change before they say yes. */
  readonly editable: readonly string[];
  /** `none`: the model is told only that it was done. */
  readonly feedback: 'full' | 'none';
  /** What the result tells about the person. */
  readonly reads: 'nothing' | 'device' | 'personal' | 'secret';
  /** Where the arguments can end up. */
  readonly sink: 'none' | 'local' | 'page' | 'egress';
  /** False when the result may hold text that a stranger wrote. */
  readonly trusted: boolean;
  /** Must run inside a click of the person's. */
  readonly gesture: boolean;
  /** The browser shows a prompt of its own. */
  readonly browserAsks: boolean;
  /** How long it may run, without the time a person needs to decide. */
  readonly timeoutMs: number;
}

/** Declares a tool. Returns its argument; the types are the point. */
export function defineTool<const Name extends string, Args extends z.ZodMiniType, Value extends z.ZodMiniType>(
  tool: ToolDefinition<Args, Value> & { readonly name: Name },
): ToolDefinition<Args, Value> & { readonly name: Name } {
  return tool;
}

/** What every tool body gets besides its arguments. */
export interface ToolContext {
  /** Aborts when the person stops, time is up or the element leaves the page. */
  readonly signal: AbortSignal;
  /** Shows how far the tool has come: a short text, or a share between 0 and 1. */
  readonly progress: (state: string | number) => void;
  /**
   * To be called right before the tool leaves the page, as by a link: the page that comes next then tells the model
   * that it is there. Without it nobody knows what became of the call.
   */
  readonly navigating: () => void;
  /** The same for every attempt at one call: a backend can recognise a repetition by it. */
  readonly idempotencyKey: string;
}

/** The browser half of a tool; its type comes from the shared half, so the two can't drift. */
export type ToolRun<T extends ToolDefinition, Context extends ToolContext = ToolContext> = (
  args: z.output<T['args']>,
  context: Context,
) => Promise<z.output<T['value']>>;
