import type * as z from 'zod/mini';
import { AgentError } from '../../shared/errors.ts';
import { deepFreeze, toJson, type JsonValue } from '../../shared/json.ts';
import { pageLimits } from '../../shared/limits.ts';
import { safeParse } from '../../shared/safe-parse.ts';
import type { ToolContext, ToolDefinition, ToolRun } from '../../shared/tool.ts';
import type { MemoryStore } from '../memory/memory-store.ts';

/** What a tool body of this package gets; a site's own tool gets the `ToolContext` part of it. */
export interface BrowserContext extends ToolContext {
  readonly memory: MemoryStore;
  /** Whether the conversation has read a stranger's words: what is kept now may be theirs. */
  readonly isTainted: () => boolean;
  /** The result holds words of this source, whatever the tool's definition says. */
  readonly taint: (source: string) => void;
}

/** Arguments that were parsed and frozen, with the one thing that can be done with them. */
export interface PreparedCall {
  /** What is shown: the same values that run, parsed once and frozen. */
  readonly args: JsonValue;
  readonly run: (context: BrowserContext) => Promise<unknown>;
}

/** A tool that this page can run. */
export interface BrowserTool {
  readonly definition: Omit<ToolDefinition, 'args' | 'value'>;
  /** False when this browser lacks what the tool needs: it is then never offered to the model. */
  readonly supported: () => boolean;
  /**
   * Looks before anyone is asked.
   *
   * @throws AgentError when the tool can't succeed now (blocked by the browser, say).
   */
  readonly check?: () => Promise<void>;
  /** @throws AgentError `invalid_args`, with what is wrong and where. */
  readonly prepare: (args: unknown) => Promise<PreparedCall>;
}

interface BuiltinTool<T extends ToolDefinition> {
  readonly supported: () => boolean;
  readonly check?: () => Promise<void>;
  readonly run: ToolRun<T, BrowserContext>;
}

/** Joins the two halves of a built-in tool. Arguments and value are parsed by the shared half. */
export function builtinTool<T extends ToolDefinition>(definition: T, body: BuiltinTool<T>): BrowserTool {
  return {
    definition,
    supported: body.supported,
    ...(body.check && { check: body.check }),
    prepare: async (args) => {
      const parsed = safeParse<T['args']>(definition.args, args ?? {});
      if (!parsed.success) throw new AgentError('invalid_args', explain(parsed.issues));
      const frozen = deepFreeze(parsed.data);
      return {
        args: deepFreeze(toJson(frozen, { maxBytes: pageLimits.maxArgsBytes, maxDepth: pageLimits.maxArgsDepth })),
        run: async (context) => checked(definition.value, await body.run(frozen, context)),
      };
    },
  };
}

function checked(schema: z.ZodMiniType, value: unknown): unknown {
  const parsed = safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw new AgentError('internal', 'The tool ran to its end, but its result can not be passed on.');
}

function explain(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  return issues.map(({ path, message }) => `${path.map(String).join('.') || 'arguments'}: ${message}`).join('; ');
}
