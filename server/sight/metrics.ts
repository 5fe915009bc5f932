import { errorFate } from '../../shared/errors.ts';
import { closeCode } from '../../shared/protocol.ts';
import { builtinTools } from '../../shared/tools/index.ts';
import { Counter, Gauge, Histogram, type Meter } from './meters.ts';

/** What is read off the server when somebody asks. */
export interface Levels {
  readonly sessions: () => number;
  readonly sockets: () => number;
  readonly turns: () => number;
  readonly modelRequests: () => number;
}

export const callOutcomes = ['done', 'denied', 'failed', 'timed_out', 'cancelled', 'unknown'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

export const modelOutcomes = [
  ...['answered', 'calls', 'truncated', 'cancelled'],
  ...['model_unavailable', 'model_refused', 'model_quota'],
] as const;

export const builtinNames: ReadonlySet<string> = new Set(builtinTools.map(({ name }) => name));

const errorCodes = Object.keys(errorFate);
/** Ours, and those of the WebSocket protocol that a browser, a proxy or a cut line leaves. */
const closeCodes = [...Object.values(closeCode), 1000, 1001, 1002, 1005, 1006, 1007, 1009, 1011].map(String);

const toolSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const modelSeconds = [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120];
const storeSeconds = [0.0001, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

/** All that this server counts. Names, tools and codes are closed lists; nothing that a page or a model wrote is a label. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(levels: Levels) {
  return {
    ...socketMetrics(levels),
    ...turnMetrics(levels),
    ...modelMetrics(levels),
    ...toolMetrics(),
    ...storeMetrics(),
    ...doorMetrics(),
  };
}

export function metersOf(metrics: Metrics): readonly Meter[] {
  return Object.values(metrics);
}

function socketMetrics({ sockets }: Levels) {
  return {
    sockets: new Gauge({ name: 'sockets', help: 'Sockets that are open.' }, sockets),
    socketsOpened: new Counter({ name: 'sockets_opened_total', help: 'Sockets that were accepted.' }),
    socketsClosed: new Counter({
      name: 'sockets_closed_total',
      help: 'Sockets that closed, by close code.',
      labels: { code: [...closeCodes, 'other'] },
    }),
    framesReceived: new Counter({ name: 'frames_received_total', help: 'Frames that pages sent.' }),
    framesSent: new Counter({ name: 'frames_sent_total', help: 'Frames that were sent to pages.' }),
    framesRefused: new Counter({
      name: 'frames_refused_total',
      help: 'Frames that broke a rule, by error code.',
      labels: { code: ['bad_message', 'too_fast', 'other'] },
    }),
    bytesReceived: new Counter({ name: 'bytes_received_total', help: 'Bytes that came over the sockets.' }),
    bytesSent: new Counter({ name: 'bytes_sent_total', help: 'Bytes that went over the sockets.' }),
  };
}

function turnMetrics({ sessions, turns }: Levels) {
  return {
    sessions: new Gauge({ name: 'sessions', help: 'Sessions that this process holds.' }, sessions),
    attached: new Counter({
      name: 'attached_total',
      help: 'Pages that were given a session: a new one, or their own again.',
      labels: { session: ['new', 'resumed'] },
    }),
    turnsRunning: new Gauge({ name: 'turns_running', help: 'Turns that are under way.' }, turns),
    turns: new Counter({
      name: 'turns_total',
      help: 'Turns that ended, by reason.',
      labels: { reason: ['answered', 'truncated', 'cancelled', 'failed', 'other'] },
    }),
    turnFailures: new Counter({
      name: 'turn_failures_total',
      help: 'Turns that failed, by error code.',
      labels: { code: [...errorCodes, 'other'] },
    }),
    turnSeconds: new Histogram({
      name: 'turn_duration_seconds',
      help: 'From the message to the end of its turn, with the time that the person took to decide.',
      bounds: toolSeconds,
    }),
  };
}

function modelMetrics({ modelRequests }: Levels) {
  return {
    modelRunning: new Gauge(
      { name: 'model_requests_running', help: 'Requests that the model is answering.' },
      modelRequests,
    ),
    modelRequests: new Counter({
      name: 'model_requests_total',
      help: 'Requests to the model, by how they ended.',
      labels: { outcome: [...modelOutcomes, 'other'] },
    }),
    modelSeconds: new Histogram({
      name: 'model_request_duration_seconds',
      help: 'From a request to the end of its answer, with retries.',
      bounds: modelSeconds,
    }),
    modelFirstSeconds: new Histogram({
      name: 'model_first_word_seconds',
      help: 'From a request to the first sign of its answer.',
      bounds: modelSeconds,
    }),
    tokens: new Counter({
      name: 'tokens_total',
      help: 'Tokens that the model says it read and wrote.',
      labels: { direction: ['input', 'output'] },
    }),
  };
}

function toolMetrics() {
  return {
    toolCalls: new Counter({
      name: 'tool_calls_total',
      help: 'Tool calls with an outcome: by tool (a built-in name, page or server), outcome, and whether a person was asked.',
      labels: { tool: [...builtinNames, 'page', 'server', 'unknown'], outcome: callOutcomes, asked: ['yes', 'no'] },
    }),
    toolErrors: new Counter({
      name: 'tool_errors_total',
      help: 'Tool calls that ended in an error, by its code.',
      labels: { code: [...errorCodes, 'other'] },
    }),
    toolSeconds: new Histogram({
      name: 'tool_call_duration_seconds',
      help: 'From the call that went to the page to its result.',
      labels: { asked: ['yes', 'no'] },
      bounds: toolSeconds,
    }),
    approvals: new Counter({
      name: 'approvals_total',
      help: 'What was decided about calls, by people or, as auto, without them.',
      labels: { decision: ['once', 'session', 'always', 'denied', 'expired', 'auto', 'other'] },
    }),
    answersIgnored: new Counter({
      name: 'answers_ignored_total',
      help: 'Results and approvals that a page could not give, by what was wrong with them.',
      labels: { reason: ['unknown', 'settled', 'foreign', 'nonce', 'hash', 'expired', 'other'] },
    }),
    lateResults: new Counter({
      name: 'late_results_total',
      help: 'Results that came after their call had been given up.',
    }),
  };
}

function storeMetrics() {
  return {
    storeAppends: new Counter({
      name: 'store_appends_total',
      help: 'Events handed to the store, by what became of them.',
      labels: { outcome: ['appended', 'duplicate', 'fenced', 'error'] },
    }),
    storeSeconds: new Histogram({
      name: 'store_append_duration_seconds',
      help: 'How long the store took to append an event. One that answers at once, in memory, is not timed.',
      bounds: storeSeconds,
    }),
    storeErrors: new Counter({
      name: 'store_errors_total',
      help: 'Calls to the store that failed, by operation.',
      labels: { operation: ['acquire', 'append', 'read', 'touch', 'destroy', 'ready', 'other'] },
    }),
  };
}

function doorMetrics() {
  return {
    ticketsRefused: new Counter({
      name: 'tickets_refused_total',
      help: 'Pages that came without a ticket that counts.',
    }),
    limitsHit: new Counter({
      name: 'limits_hit_total',
      help: 'Times that a limit held somebody up, by limit.',
      labels: {
        limit: ['origin', 'sockets', 'sessions', 'frames', 'unread', 'turns', 'tokens', 'admission', 'other'],
      },
    }),
  };
}
