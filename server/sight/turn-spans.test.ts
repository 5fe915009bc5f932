import * as api from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import assert from 'node:assert/strict';
import test, { after, before, beforeEach, suite } from 'node:test';
import type { SessionEvent } from '../loop/event.ts';
import type { ModelAdapter } from '../model/model.ts';
import { loadTracing } from './load-tracing.ts';
import { dispatch, done, end, lease, metricsOf, model, stepOf, user } from './sight.fixture.ts';
import { turnSpans } from './turn-spans.ts';
import { TurnWatch } from './turn-watch.ts';

const exporter = new InMemorySpanExporter();
const gemini: ModelAdapter = {
  label: 'A label for people',
  rehearsal: false,
  service: { provider: 'gcp.gemini', operation: 'generate_content', model: 'gemini-flash-latest' },
  async *run() {},
};

before(() => {
  api.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
});
after(() => api.trace.disable());
beforeEach(() => exporter.reset());

function tracing(adapter = gemini) {
  const watch = new TurnWatch(metricsOf());
  watch.traceWith(turnSpans(api, adapter, '1.2.3'));
  const begin = performance.now();
  let seconds = 0;
  /** Each event a second after the one before. */
  const tell = (...events: SessionEvent[]) => {
    for (const event of events) watch.appended(lease, event, begin + 1_000 * (seconds += 1));
  };
  return { watch, tell };
}

function spanOf(name: string) {
  const span = exporter.getFinishedSpans().find((finished) => finished.name === name);
  assert.ok(span, `There is no span "${name}".`);
  return span;
}

const turnName = 'invoke_agent headless-agent';

suite('the trace of a turn', () => {
  test('is one span for the turn, and in it one for each request to the model and each call', () => {
    const { tell } = tracing();
    const usage = { inputTokens: 100, outputTokens: 7 };
    tell(user(), model({ ...stepOf('speak', 'cart_add'), usage }), dispatch('1.1.0'), dispatch('1.1.1'));
    tell(done('1.1.1'), done('1.1.0'), model({ ...stepOf(), usage }, 2), end());
    const spans = exporter.getFinishedSpans();
    const request = 'generate_content gemini-flash-latest';
    assert.deepEqual(
      spans.map(({ name }) => name),
      [request, 'execute_tool cart_add', 'execute_tool speak', request, turnName],
    );
    const turn = spanOf(turnName);
    for (const span of spans.slice(0, -1)) {
      assert.equal(span.parentSpanContext?.spanId, turn.spanContext().spanId);
      assert.equal(span.spanContext().traceId, turn.spanContext().traceId);
    }
    assert.equal(turn.parentSpanContext, undefined);
    assert.deepEqual(
      spans.map(({ duration }) => Math.round(duration[0] + duration[1] / 1e9)),
      [1, 1, 3, 1, 7],
    );
  });

  test('says by the GenAI conventions who was asked what', () => {
    const { tell } = tracing();
    tell(user(), model({ ...stepOf('speak'), usage: { inputTokens: 100, outputTokens: 7 } }));
    tell(dispatch('1.1.0'), { type: 'approval', call: '1.1.0', decision: 'once' }, done('1.1.0'), end());
    const common = { 'gen_ai.agent.name': 'headless-agent', 'gen_ai.conversation.id': 'session-1' };
    const served = { 'gen_ai.provider.name': 'gcp.gemini', 'gen_ai.request.model': 'gemini-flash-latest' };
    const tokens = { 'gen_ai.usage.input_tokens': 100, 'gen_ai.usage.output_tokens': 7 };
    const request = spanOf('generate_content gemini-flash-latest');
    assert.equal(request.kind, api.SpanKind.CLIENT);
    assert.deepEqual(request.attributes, {
      'gen_ai.operation.name': 'generate_content',
      ...common,
      ...served,
      'gen_ai.response.finish_reasons': ['calls'],
      ...tokens,
    });
    const call = spanOf('execute_tool speak');
    assert.equal(call.kind, api.SpanKind.INTERNAL);
    assert.deepEqual(call.attributes, {
      'gen_ai.operation.name': 'execute_tool',
      ...common,
      'gen_ai.tool.name': 'speak',
      'gen_ai.tool.type': 'extension',
      'gen_ai.tool.call.id': '1.1.0',
      'headless_agent.call.outcome': 'done',
      'headless_agent.call.asked': true,
    });
    assert.deepEqual(spanOf(turnName).attributes, {
      'gen_ai.operation.name': 'invoke_agent',
      ...common,
      ...served,
      'headless_agent.turn': 1,
      'headless_agent.end_reason': 'answered',
      ...tokens,
    });
  });

  test('names errors by their code alone, and never a tool that the model made up', () => {
    const { tell } = tracing();
    const error = { code: 'unknown_tool', message: 'There is no tool the_words_of_a_model.' } as const;
    const usage = { inputTokens: 0, outputTokens: 0 };
    tell(user(), model(stepOf('the_words_of_a_model')), {
      type: 'result',
      call: '1.1.0',
      result: { ok: false, error },
    });
    tell({ type: 'end', turn: 1, reason: 'failed', usage, error: { code: 'model_quota', message: 'The words.' } });
    assert.equal(spanOf('execute_tool unknown').attributes['error.type'], 'unknown_tool');
    const [, , request, turn] = exporter.getFinishedSpans();
    for (const span of [request, turn]) {
      assert.equal(span?.attributes['error.type'], 'model_quota');
      assert.deepEqual(span?.status, { code: api.SpanStatusCode.ERROR });
    }
    const told = exporter
      .getFinishedSpans()
      .map(({ name, attributes, events, status }) => [name, attributes, events, status]);
    assert.doesNotMatch(JSON.stringify(told), /words/i);
  });

  test('ends when another process takes the session over', () => {
    const { watch, tell } = tracing();
    tell(user());
    watch.lost(lease.session, performance.now());
    assert.equal(spanOf(turnName).attributes['headless_agent.end_reason'], 'lost');
  });

  test('names a model of the site’s own by its label', () => {
    const { tell } = tracing({ label: 'Ours', rehearsal: false, async *run() {} });
    tell(user(), model(stepOf()), end());
    assert.equal(spanOf('chat Ours').attributes['gen_ai.provider.name'], 'custom');
  });
});

suite('turning traces on', () => {
  test('finds the installed package', async () => {
    const watch = new TurnWatch(metricsOf());
    watch.traceWith(await loadTracing(gemini, '1.2.3'));
    watch.appended(lease, user(), performance.now());
    watch.appended(lease, end(), performance.now());
    assert.equal(spanOf(turnName).instrumentationScope.version, '1.2.3');
  });

  test('says how to get the package that is missing', async () => {
    const load = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' }));
    await assert.rejects(loadTracing(gemini, '1.2.3', load), /npm install @opentelemetry\/api/);
  });
});
