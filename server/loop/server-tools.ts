import { toJson, type JsonValue } from '../../shared/json.ts';
import { fixedLimits, pageLimits } from '../../shared/limits.ts';
import { schemaOf, type HostSchema } from '../../shared/schema.ts';
import { serverToolOffer, type ServerTool, type ServerToolOffer } from './server-tool.ts';

/** Arguments that passed a tool's schema, or what is wrong with them. */
export type ReadArgs =
  | {
      readonly ok: true;
      /** What the tool is given. */
      readonly input: Readonly<Record<string, unknown>>;
      /** The same as JSON: what a person is shown. */
      readonly shown: JsonValue;
    }
  | { readonly ok: false; readonly issues: string };

export interface RunnableTool {
  readonly offer: ServerToolOffer;
  readonly execute: ServerTool['execute'];
  readonly read: (args: JsonValue) => Promise<ReadArgs>;
}

/** The tools of this server's own. They are there once their schemas have been read. */
export class ServerTools {
  readonly names: ReadonlySet<string>;
  /**
   * Resolves when they can be offered.
   *
   * Rejects with a TypeError when one has a schema that is none, naming it.
   */
  readonly ready: Promise<void>;
  readonly #runnable = new Map<string, RunnableTool>();
  #offers: readonly ServerToolOffer[] = [];

  constructor(tools: readonly ServerTool[]) {
    this.names = new Set(tools.map(({ name }) => name));
    this.ready = this.#prepare(tools);
    // Whoever waits for it is told.
    this.ready.catch(() => {});
  }

  get(name: string): RunnableTool | undefined {
    return this.#runnable.get(name);
  }

  /** Those that a visitor may use. The same list each time it is all of them: the log compares offers by it. */
  offersFor(mayUse: (tool: string) => boolean): readonly ServerToolOffer[] {
    return this.#offers.every(({ name }) => mayUse(name))
      ? this.#offers
      : this.#offers.filter(({ name }) => mayUse(name));
  }

  async #prepare(tools: readonly ServerTool[]): Promise<void> {
    const prepared = await Promise.all(tools.map(prepare));
    for (const tool of prepared) this.#runnable.set(tool.offer.name, tool);
    const offers = prepared.map(({ offer }) => offer);
    // The log holds them, and whoever reads it holds the log's depth and size.
    toJson(offers, { maxBytes: fixedLimits.maxFrameBytes, maxDepth: fixedLimits.maxDepth });
    this.#offers = offers;
  }
}

async function prepare(tool: ServerTool): Promise<RunnableTool> {
  const schema = await schemaOf(tool.inputSchema).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`createAgentServer: the inputSchema of the tool "${tool.name}" can not be used. ${why}`, {
      cause,
    });
  });
  // What checks it is loaded on its first use: not while somebody waits.
  await schema.validate(undefined).catch(() => {});
  return {
    offer: serverToolOffer(tool, schema.jsonSchema),
    execute: (args, context) => tool.execute(args, context),
    read: (args) => read(schema, args),
  };
}

const bounds = { maxBytes: pageLimits.maxArgsBytes, maxDepth: pageLimits.maxArgsDepth };

async function read(schema: HostSchema, args: JsonValue): Promise<ReadArgs> {
  // A copy: what runs must stay what was shown, and what the log holds must stay what the model said.
  const checked = await schema.validate(toJson(args, bounds));
  if (!checked.ok) return checked;
  const { value } = checked;
  if (!isFields(value)) return { ok: false, issues: 'arguments: not an object' };
  // What was shown is what runs: of a schema's own objects the person sees no more than their JSON.
  const shown = toJson(value, bounds);
  return isFields(shown) ? { ok: true, input: shown, shown } : { ok: false, issues: 'arguments: not an object' };
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
