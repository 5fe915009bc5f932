import { AgentError } from '../../shared/errors.ts';
import { pageLimits } from '../../shared/limits.ts';
import type { HostSchema } from '../../shared/schema.ts';
import type { ToolContext, ToolDefinition } from '../../shared/tool.ts';
import type { BrowserTool } from './browser-tool.ts';
import { plainArguments } from './plain-arguments.ts';

/** A tool of the site's own, in WebMCP's words. What is left out means the cautious thing. */
export interface SiteTool {
  readonly name: string;
  /** What the person sees in place of the name. */
  readonly title?: string;
  /** For the model: what it does and when to use it. */
  readonly description: string;
  /** JSON Schema, Zod 4, Zod Mini, Zod 3 or Standard Schema. Left out: the tool takes no arguments. */
  readonly inputSchema?: unknown;
  /** The same for the result, which is then checked. */
  readonly outputSchema?: unknown;
  readonly annotations?: SiteToolAnnotations;
  /** Left out: the person is asked, unless the tool only reads. */
  readonly ask?: boolean;
  /** True when the result never holds text that a stranger wrote. */
  readonly trusted?: boolean;
  /** Where the arguments can end up. Left out: anywhere, unless the tool only reads. */
  readonly sink?: ToolDefinition['sink'];
  /** The longest yes that the person can give. Left out: `once`. */
  readonly grant?: ToolDefinition['grant'];
  /** Names of arguments that the person can change before they say yes. Left out: none. */
  readonly editable?: readonly string[];
  /** `none`: the model is told only that it was done. */
  readonly feedback?: ToolDefinition['feedback'];
  execute(input: Readonly<Record<string, unknown>>, context: ToolContext): unknown;
}

export interface SiteToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly untrustedContentHint?: boolean;
  /** The person is asked whatever else is said. */
  readonly consequentialHint?: boolean;
}

export interface SiteToolSchemas {
  readonly input: HostSchema;
  readonly output: HostSchema | undefined;
}

export function siteToolDefinition(tool: SiteTool): BrowserTool['definition'] {
  const { readOnlyHint, untrustedContentHint, consequentialHint } = tool.annotations ?? {};
  const readOnly = readOnlyHint === true;
  return {
    name: tool.name,
    description: tool.description,
    readOnly,
    ask: consequentialHint === true || (tool.ask ?? !readOnly),
    grant: tool.grant ?? 'once',
    editable: [...(tool.editable ?? [])],
    feedback: tool.feedback ?? 'full',
    reads: 'personal',
    sink: tool.sink ?? (readOnly ? 'none' : 'egress'),
    trusted: tool.trusted === true && untrustedContentHint !== true,
    gesture: false,
    browserAsks: false,
    timeoutMs: pageLimits.toolMs,
  };
}

/** The tool as the page runs it. Its schemas have been read already, because that takes a moment. */
export function siteTool(tool: SiteTool, schemas: SiteToolSchemas): BrowserTool {
  return {
    definition: siteToolDefinition(tool),
    supported: () => true,
    prepare: async (args) => {
      // A copy of our own is shown and run: what the schema made may belong to the page, which can change it.
      const input = plainArguments(await parse(schemas.input, args ?? {}));
      return {
        args: input,
        run: async ({ signal, progress, navigating, idempotencyKey }) => {
          const value = await tool.execute(input, { signal, progress, navigating, idempotencyKey });
          return schemas.output ? await checked(schemas.output, value) : value;
        },
      };
    },
  };
}

async function parse(schema: HostSchema, args: unknown): Promise<unknown> {
  const parsed = await schema.validate(args);
  if (parsed.ok) return parsed.value;
  throw new AgentError('invalid_args', parsed.issues);
}

async function checked(schema: HostSchema, value: unknown): Promise<unknown> {
  const parsed = await schema.validate(value).catch(() => ({ ok: false, issues: 'The check itself failed.' }) as const);
  if (parsed.ok) return parsed.value;
  throw new AgentError(
    'internal',
    `The tool ran to its end, but its result does not match its outputSchema. ${parsed.issues}`,
  );
}
