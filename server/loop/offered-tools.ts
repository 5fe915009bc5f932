import * as z from 'zod/mini';
import type { JsonObject } from '../../shared/json.ts';
import type { PageTool } from '../../shared/protocol.ts';
import { safeParse } from '../../shared/safe-parse.ts';
import { validateJson } from '../../shared/json-schema-validator.ts';
import type { ToolDefinition } from '../../shared/tool.ts';
import { builtinTools } from '../../shared/tools/index.ts';
import { modelToolOf, modelToolOfPage } from '../model/declaration.ts';
import { toCheckedSchema } from '../model/gemini-schema.ts';
import type { ModelTool } from '../model/model.ts';
import type { Offer } from './event.ts';
import { surelyFits } from './quick-check.ts';
import type { ServerToolOffer } from './server-tool.ts';

/** One tool of an offer, with what the server needs to know of it. */
export interface OfferedTool {
  readonly model: ModelTool;
  readonly fromPage: boolean;
  readonly readOnly: boolean;
  /** How long it may run; undefined for the server's usual time. */
  readonly timeoutMs: number | undefined;
  /** What it is, if it runs on the server. */
  readonly onServer: ServerToolOffer | undefined;
  /** The page tool's fingerprint. */
  readonly definition: string | undefined;
  /** What is wrong with the arguments, or undefined. */
  readonly check: (args: unknown) => string | undefined;
}

export type OfferedTools = ReadonlyMap<string, OfferedTool>;

const known = new WeakMap<Offer, OfferedTools>();

/** The tools of an offer by name, in the order in which the model sees them. */
export function offeredTools(offer: Offer): OfferedTools {
  const before = known.get(offer);
  if (before) return before;
  const allowed = new Set(offer.builtins);
  const tools = new Map<string, OfferedTool>();
  for (const tool of builtinTools) if (allowed.has(tool.name)) tools.set(tool.name, ofBuiltin(tool));
  for (const tool of offer.pageTools) tools.set(tool.name, ofPage(tool));
  for (const tool of offer.serverTools ?? []) tools.set(tool.name, ofServer(tool));
  known.set(offer, tools);
  return tools;
}

/** zod/mini has no words of its own, and those of the process belong to whoever mounts this server. */
const inEnglish = z.locales.en().localeError;

function ofBuiltin(tool: ToolDefinition): OfferedTool {
  return {
    model: modelToolOf(tool),
    fromPage: false,
    readOnly: tool.readOnly,
    timeoutMs: tool.timeoutMs,
    onServer: undefined,
    definition: undefined,
    check: (args) => {
      const parsed = safeParse(tool.args, args, { error: inEnglish });
      if (parsed.success) return undefined;
      const lines = parsed.issues.map(
        ({ path, message }) => `${path.map(String).join('.') || 'arguments'}: ${message}`,
      );
      return lines.join('; ') || 'arguments: they can not be read';
    },
  };
}

function ofPage(tool: PageTool): OfferedTool {
  let schema: JsonObject | undefined;
  return {
    model: modelToolOfPage(tool),
    fromPage: true,
    readOnly: tool.readOnly,
    timeoutMs: undefined,
    onServer: undefined,
    definition: tool.definition,
    // By a bounded part, not by all that the page sent: a pattern or a web of
    // references can take for ever to check, and all sessions would wait. The page checks the rest.
    check: (args) => {
      schema ??= toCheckedSchema(tool.inputSchema);
      if (surelyFits(schema, args)) return undefined;
      const checked = validateJson(schema, undefined, args);
      return checked.ok ? undefined : checked.issues;
    },
  };
}

function ofServer(tool: ServerToolOffer): OfferedTool {
  return {
    model: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
    fromPage: false,
    readOnly: tool.readOnly,
    timeoutMs: tool.timeoutMs,
    onServer: tool,
    definition: undefined,
    // Whoever runs it reads them by its own schema, which knows more than JSON Schema can say.
    check: () => undefined,
  };
}
