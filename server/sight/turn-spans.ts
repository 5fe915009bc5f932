import type { Attributes, Context, Span as OtelSpan, Tracer } from '@opentelemetry/api';
import type { ErrorCode } from '../../shared/errors.ts';
import type { EndReason } from '../loop/event.ts';
import type { ModelAdapter, ModelStep } from '../model/model.ts';
import type { CallReport, Span, StartTrace, TurnTrace } from './turn-watch.ts';

export type OpenTelemetryApi = typeof import('@opentelemetry/api');

const agent = 'headless-agent';

/** What all spans of a server say of its model. */
interface Service {
  readonly provider: string;
  readonly operation: string;
  readonly model: string;
}

/**
 * Traces by the GenAI conventions of OpenTelemetry: `invoke_agent` for a turn, in it a span for each
 * request to the model and each tool call. Attributes hold ids, names, codes and numbers, never content.
 *
 * @param version of this package, which names itself as the instrumentation.
 */
export function turnSpans(api: OpenTelemetryApi, model: ModelAdapter, version: string): StartTrace {
  const tracer = api.trace.getTracer(agent, version);
  const service = model.service ?? { provider: 'custom', operation: 'chat', model: model.label };
  return (session, turn, at) => new TurnSpans({ api, tracer, service, session, turn, at });
}

interface TurnSpansOptions {
  readonly api: OpenTelemetryApi;
  readonly tracer: Tracer;
  readonly service: Service;
  readonly session: string;
  readonly turn: number;
  readonly at: number;
}

class TurnSpans implements TurnTrace {
  readonly #options: TurnSpansOptions;
  readonly #turn: OtelSpan;
  readonly #context: Context;
  #inputTokens = 0;
  #outputTokens = 0;

  constructor(options: TurnSpansOptions) {
    this.#options = options;
    const { api, tracer, turn, at } = options;
    const attributes = { ...this.#common('invoke_agent'), ...this.#served(), 'headless_agent.turn': turn };
    this.#turn = tracer.startSpan(
      `invoke_agent ${agent}`,
      { kind: api.SpanKind.INTERNAL, startTime: at, attributes },
      api.ROOT_CONTEXT,
    );
    this.#context = api.trace.setSpan(api.ROOT_CONTEXT, this.#turn);
  }

  answered({ finish, usage }: ModelStep, span: Span): void {
    this.#inputTokens += usage?.inputTokens ?? 0;
    this.#outputTokens += usage?.outputTokens ?? 0;
    this.#request(span, {
      'gen_ai.response.finish_reasons': [finish],
      ...(usage && tokens(usage.inputTokens, usage.outputTokens)),
    });
  }

  unanswered(error: ErrorCode, span: Span): void {
    this.#request(span, {}, error);
  }

  called({ call, tool = 'unknown', isBuiltin, wasAsked, outcome, error, from, to }: CallReport): void {
    const { api, tracer } = this.#options;
    const attributes = {
      ...this.#common('execute_tool'),
      'gen_ai.tool.name': tool,
      'gen_ai.tool.type': isBuiltin ? 'extension' : 'function',
      'gen_ai.tool.call.id': call,
      'headless_agent.call.outcome': outcome,
      'headless_agent.call.asked': wasAsked,
    };
    const options = { kind: api.SpanKind.INTERNAL, startTime: from, attributes };
    this.#finish(tracer.startSpan(`execute_tool ${tool}`, options, this.#context), to, error);
  }

  ended(reason: EndReason | 'lost', error: ErrorCode | undefined, at: number): void {
    this.#turn.setAttributes({
      'headless_agent.end_reason': reason,
      ...tokens(this.#inputTokens, this.#outputTokens),
    });
    this.#finish(this.#turn, at, error);
  }

  #request({ from, to }: Span, result: Attributes, error?: ErrorCode): void {
    const { api, tracer, service } = this.#options;
    const attributes = { ...this.#common(service.operation), ...this.#served(), ...result };
    const options = { kind: api.SpanKind.CLIENT, startTime: from, attributes };
    this.#finish(tracer.startSpan(`${service.operation} ${service.model}`, options, this.#context), to, error);
  }

  #common(operation: string): Attributes {
    return {
      'gen_ai.operation.name': operation,
      'gen_ai.agent.name': agent,
      'gen_ai.conversation.id': this.#options.session,
    };
  }

  #served(): Attributes {
    const { provider, model } = this.#options.service;
    return { 'gen_ai.provider.name': provider, 'gen_ai.request.model': model };
  }

  #finish(span: OtelSpan, at: number, error: ErrorCode | undefined): void {
    if (error !== undefined) {
      span.setAttribute('error.type', error);
      // Without a message: the code says it all, and a sentence could be somebody's words.
      span.setStatus({ code: this.#options.api.SpanStatusCode.ERROR });
    }
    span.end(at);
  }
}

function tokens(input: number, output: number): Attributes {
  return { 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output };
}
