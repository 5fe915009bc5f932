import { isObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { isToolName, toolNameRule } from '../../shared/tool-name.ts';
import type { ToolDefinition } from '../../shared/tool.ts';
import { builtinTools } from '../../shared/tools/index.ts';

/** What the body of a server tool gets besides its arguments. */
export interface ServerToolContext {
  /** Aborts when the person stops, time is up or the server closes. */
  readonly signal: AbortSignal;
  /** The same for every attempt at one call: a backend can recognise a repetition by it. */
  readonly idempotencyKey: string;
  /** Whom the ticket names; undefined where there are no tickets. */
  readonly subject: string | undefined;
}

/** A tool that runs on the server. What is left out means the cautious thing. */
export interface ServerTool {
  readonly name: string;
  /** What the person sees in place of the name. */
  readonly title?: string;
  /** For the model: what it does and when to use it. */
  readonly description: string;
  /** JSON Schema, Zod 4, Zod Mini, Zod 3 or Standard Schema. Left out: the tool takes no arguments. */
  readonly inputSchema?: unknown;
  /** Left out: the person is asked, unless the tool only reads. */
  readonly ask?: boolean;
  /** True when it changes nothing: it may run again after a crash. */
  readonly readOnly?: boolean;
  /** What the result tells about the person. Left out: nothing. */
  readonly reads?: ToolDefinition['reads'];
  /** Where the arguments can end up. Left out: anywhere, unless the tool only reads. */
  readonly sink?: ToolDefinition['sink'];
  /** True when the result never holds text that a stranger wrote. */
  readonly trusted?: boolean;
  /** `none`: the model is told only that it was done. */
  readonly feedback?: ToolDefinition['feedback'];
  /** Left out: the server's usual time. */
  readonly timeoutMs?: number;
  /** The arguments have passed the schema. An `AgentError` is told to the model as it is, anything else as `internal`. */
  execute(args: Readonly<Record<string, unknown>>, context: ServerToolContext): unknown;
}

/** What the log keeps of a server tool on offer: all that the model, the page and the taint need to know of it. */
export interface ServerToolOffer extends Pick<ToolDefinition, 'name' | 'description' | 'ask' | 'readOnly' | 'trusted'> {
  readonly title?: string;
  readonly inputSchema: JsonObject;
  readonly reads: ToolDefinition['reads'];
  readonly sink: ToolDefinition['sink'];
  readonly feedback?: 'none';
  readonly timeoutMs?: number;
}

/** Declares a tool for `createAgentServer({ tools })`. Returns its argument; the types are the point. */
export function defineServerTool(tool: ServerTool): ServerTool {
  return tool;
}

export function serverToolOffer(tool: ServerTool, inputSchema: JsonObject): ServerToolOffer {
  const { name, title, description, readOnly = false, reads = 'nothing', trusted = false, timeoutMs } = tool;
  return {
    name,
    description,
    inputSchema,
    readOnly,
    reads,
    trusted,
    ask: tool.ask ?? !readOnly,
    sink: tool.sink ?? (readOnly ? 'none' : 'egress'),
    ...(title !== undefined && { title }),
    ...(tool.feedback === 'none' && { feedback: 'none' }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

type Check = (value: unknown) => string | undefined;

const builtinNames: ReadonlySet<string> = new Set(builtinTools.map(({ name }) => name));

const text = (most: number): Check => {
  const rule = `a text of 1 to ${most} characters`;
  return (value) => (typeof value === 'string' && value !== '' && value.length <= most ? undefined : rule);
};
const oneOf = (...values: readonly JsonValue[]): Check => {
  const rule = `one of ${values.join(', ')}`;
  return (value) => (values.some((one) => one === value) ? undefined : rule);
};

const checks: { readonly [Name in keyof ServerTool]-?: Check } = {
  name: checkName,
  title: text(120),
  description: text(2_000),
  // What a schema must be is said when it is read.
  inputSchema: () => undefined,
  ask: oneOf(true, false),
  readOnly: oneOf(true, false),
  reads: oneOf('nothing', 'device', 'personal', 'secret'),
  sink: oneOf('none', 'local', 'page', 'egress'),
  trusted: oneOf(true, false),
  feedback: oneOf('full', 'none'),
  timeoutMs: (value) =>
    typeof value === 'number' && value > 0 && value < 2 ** 31 ? undefined : 'a number of milliseconds above 0',
  execute: (value) => (typeof value === 'function' ? undefined : 'a function'),
};

function checkName(value: unknown): string | undefined {
  if (typeof value !== 'string' || !isToolName(value)) return `a name that a model can call. ${toolNameRule}`;
  return builtinNames.has(value) ? 'another name: a built-in tool has it' : undefined;
}

/** What is wrong with a list of server tools, in words that go after "must be"; undefined when nothing is. */
export function checkServerTools(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'a list of tools, each made by defineServerTool';
  const names = new Set<unknown>();
  for (const [at, tool] of value.entries()) {
    const problem = checkServerTool(tool);
    if (problem) return `a list of tools; of the tool at ${at}, ${problem}`;
    if (names.has(tool.name)) return `a list of tools without two of one name; "${tool.name}" is there twice`;
    names.add(tool.name);
  }
  return undefined;
}

function checkServerTool(tool: unknown): string | undefined {
  if (!isObject(tool)) return 'nothing can be made: it is no object';
  const unknown = Object.keys(tool).find((field) => !Object.hasOwn(checks, field));
  if (unknown !== undefined) return `"${unknown}" is no field; the fields are: ${Object.keys(checks).join(', ')}`;
  for (const [field, check] of Object.entries(checks)) {
    const isNeeded = field === 'name' || field === 'description' || field === 'execute';
    const problem = isNeeded || tool[field] !== undefined ? check(tool[field]) : undefined;
    if (problem) return `"${field}" must be ${problem}`;
  }
  return undefined;
}
