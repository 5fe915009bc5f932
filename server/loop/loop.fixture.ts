import type { ErrorCode } from '../../shared/errors.ts';
import { limits as defaultLimits, type Limits } from '../../shared/limits.ts';
import type { PageTool, ToolChoice, ToolResult } from '../../shared/protocol.ts';
import type { ModelAdapter, ModelCall, ModelEvent, ModelRequest, ModelStep } from '../model/model.ts';
import type { Stored } from '../store/session-store.ts';
import { keyOf, type Offer, type Place, type SessionEvent } from './event.ts';
import type { LiveText, LoopPorts } from './loop-ports.ts';
import { runTurn } from './run-turn.ts';
import { emptyState, reduce, type CallRecord, type SessionState } from './state.ts';

/** One answer of a scripted model: a step, or whatever else a model may do. */
export type Answer = ModelStep | Error | ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>);

export interface LoopFixtureOptions {
  /** The answers in order, or the answer to a request. Without one left, the model says "Done." */
  readonly answers?: readonly Answer[] | ((request: ModelRequest) => Answer);
  readonly callTool?: (record: CallRecord, signal: AbortSignal) => Promise<ToolResult> | ToolResult;
  /** Called before the loop appends: a moment at which a test can stop or fence it. */
  readonly beforeAppend?: (event: SessionEvent) => void;
  readonly mayUse?: (tool: string) => boolean;
  readonly limits?: Partial<Limits>;
  readonly offer?: Partial<Offer>;
  /** A log to go on from. */
  readonly events?: readonly Stored<SessionEvent>[];
}

export const place: Place = { page: 'p1', tab: 't1', ledger: 'l1' };
export const noUsage = { inputTokens: 0, outputTokens: 0 } as const;

export function says(text: string): ModelStep {
  return { raw: { text }, text, calls: [], finish: 'answered', usage: { inputTokens: 10, outputTokens: 1 } };
}

export function calls(...made: readonly ModelCall[]): ModelStep {
  return { raw: { made }, text: '', calls: made, finish: 'calls', usage: { inputTokens: 10, outputTokens: 1 } };
}

export function call(name: string, args: unknown = {}): ModelCall {
  return { name, args };
}

export function failure(code: ErrorCode): ToolResult {
  return { ok: false, error: { code, message: `It ended with ${code}.` } };
}

export function pageTool(name: string, change: Partial<PageTool> = {}): PageTool {
  const inputSchema = { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: false };
  return { name, description: 'Does something.', inputSchema, readOnly: true, definition: 'f1', ...change };
}

/** A loop on a log in memory, with a model that follows a script and a page that answers at once. */
export class LoopFixture {
  readonly events: Stored<SessionEvent>[] = [];
  readonly requests: ModelRequest[] = [];
  readonly said: LiveText[] = [];
  readonly reported: unknown[] = [];
  /** Ids of the calls that reached the page, in order. */
  readonly called: string[] = [];
  /** From here on somebody else owns the session. */
  isFenced = false;
  readonly controller = new AbortController();
  readonly ports: LoopPorts;
  readonly #keys = new Set<string>();
  #state = emptyState;
  #answered = 0;

  constructor(options: LoopFixtureOptions = {}) {
    const { answers = [], callTool = () => ({ ok: true, value: 'fine' }), limits, offer, events = [] } = options;
    for (const { event } of events) this.#take(event);
    if (offer)
      this.#take({ type: 'offered', page: 'p1', revision: 1, offer: { builtins: [], pageTools: [], ...offer } });
    this.ports = {
      model: this.#model(answers),
      limits: { ...defaultLimits, ...limits },
      instructions: '',
      state: () => this.#state,
      append: async (event) => {
        options.beforeAppend?.(event);
        return this.#take(event);
      },
      place: () => place,
      callTool: async (record) => {
        this.called.push(record.id);
        return callTool(record, this.controller.signal);
      },
      runTool: async ({ record }) => {
        this.called.push(record.id);
        return callTool(record, this.controller.signal);
      },
      mayUse: options.mayUse ?? (() => true),
      say: (live) => this.said.push(live),
      report: (thrown) => this.reported.push(thrown),
    };
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Takes in an event as the session would. */
  take(event: SessionEvent): void {
    this.#take(event);
  }

  /** Has the person say something and takes the turn to its end. */
  async turn(text = 'Hi', toolChoice: ToolChoice = 'auto'): Promise<void> {
    const turn = this.#state.turns + 1;
    this.#take({ type: 'user', turn, message: `m${turn}`, text, toolChoice });
    await this.run();
  }

  run(): Promise<void> {
    return runTurn(this.ports, this.controller.signal);
  }

  /** The results that the log holds, by call. */
  get results(): Readonly<Record<string, ToolResult>> {
    return Object.fromEntries(
      this.events.flatMap(({ event }) => (event.type === 'result' ? [[event.call, event.result] as const] : [])),
    );
  }

  /** For each call with a result, in the model's order: its code, or 'ok'. */
  get outcomes(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(this.results)
        .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
        .map(([id, result]) => [id, result.ok ? 'ok' : result.error.code]),
    );
  }

  get end(): Extract<SessionEvent, { type: 'end' }> | undefined {
    return this.events.map(({ event }) => event).findLast((event) => event.type === 'end');
  }

  #take(event: SessionEvent): boolean {
    if (this.isFenced || this.#keys.has(keyOf(event))) return false;
    this.#keys.add(keyOf(event));
    const stored = { id: String(this.events.length + 1), event };
    this.events.push(stored);
    this.#state = reduce(this.#state, stored);
    return true;
  }

  #model(answers: NonNullable<LoopFixtureOptions['answers']>): ModelAdapter {
    const next = (request: ModelRequest): Answer => {
      if (typeof answers === 'function') return answers(request);
      const answer = answers[this.#answered] ?? says('Done.');
      this.#answered += 1;
      return answer;
    };
    const run = (request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> => {
      this.requests.push(request);
      const answer = next(request);
      return typeof answer === 'function' ? answer(request, signal) : answerWith(answer);
    };
    return { label: 'Script', rehearsal: true, run };
  }
}

async function* answerWith(answer: ModelStep | Error): AsyncGenerator<ModelEvent> {
  if (answer instanceof Error) throw answer;
  if (answer.text) yield { type: 'text', text: answer.text };
  yield { type: 'step', step: answer };
}
