import type { JsonObject } from '../../shared/json.ts';
import type { ToolChoice, ToolResult, Usage } from '../../shared/protocol.ts';

/** A tool as a model sees it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema with an object at its root. */
  readonly parameters: JsonObject;
}

/** One call as the model made it. */
export interface ModelCall {
  /** The model's own id, echoed only if it was sent. Never used to find anything: models repeat them. */
  readonly id?: string;
  readonly name: string;
  readonly args: unknown;
  /** It has been read by mending its form. What was meant is not certain: the page asks before it acts. */
  readonly repaired?: true;
  /** It could not be read at all: why, for the model. It does not run. */
  readonly unreadable?: string;
}

/** A result as the model is told it. */
export type ModelResult = ToolResult & {
  /** What the program has to say about it beside it. */
  readonly note?: string;
};

/** What the loop keeps of a conversation, in order. */
export type HistoryEntry =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'model'; readonly step: ModelStep }
  /** One result for each call of the step before it, in the order of its calls. */
  | {
      readonly role: 'results';
      readonly results: readonly { readonly call: ModelCall; readonly result: ModelResult }[];
    };

export interface ModelRequest {
  readonly system: string;
  readonly history: readonly HistoryEntry[];
  readonly tools: readonly ModelTool[];
  readonly toolChoice: ToolChoice;
}

/** One complete answer of a model. */
export interface ModelStep {
  /** The model's message in its own format: opaque JSON that only the adapter which made it reads, replayed verbatim. */
  readonly raw: unknown;
  readonly text: string;
  readonly calls: readonly ModelCall[];
  readonly finish: 'answered' | 'calls' | 'truncated';
  readonly usage?: Usage;
}

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'step'; readonly step: ModelStep };

/** The one thing the loop knows about any model. */
export interface ModelAdapter {
  /** Shown to the person: who answers. */
  readonly label: string;
  /** True when no model answers but a script; the page says so. */
  readonly rehearsal: boolean;
  /** For traces: who serves which model, and what the request is called, in the words of OpenTelemetry. */
  readonly service?: { readonly provider: string; readonly operation: string; readonly model: string };
  /**
   * Yields pieces of text as they come and ends with exactly one step.
   *
   * @throws AgentError `model_unavailable`, `model_refused` or `model_quota`; the signal's reason when aborted.
   */
  run(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
