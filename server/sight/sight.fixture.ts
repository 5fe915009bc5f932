import type { SessionEvent } from '../loop/event.ts';
import type { ModelStep } from '../model/model.ts';
import type { Lease } from '../store/session-store.ts';
import { createMetrics, type Metrics } from './metrics.ts';

export const lease: Lease = { session: 'session-1', owner: 'node-1', epoch: 1 };
export const place = { page: 'page', tab: 'tab', ledger: 'ledger' };

export function metricsOf(turns = () => 0): Metrics {
  return createMetrics({ sessions: () => 0, sockets: () => 0, turns, modelRequests: () => 0 });
}

export function stepOf(...names: string[]): ModelStep {
  const calls = names.map((name) => ({ name, args: {} }));
  return { raw: 0, text: '', calls, finish: calls.length > 0 ? 'calls' : 'answered' };
}

export function user(turn = 1): SessionEvent {
  return { type: 'user', turn, message: `m${turn}`, text: 'the words of a person', toolChoice: 'auto' };
}

export function model(step: ModelStep, round = 1, turn = 1): SessionEvent {
  return { type: 'model', turn, round, step };
}

export function dispatch(call: string): SessionEvent {
  return { type: 'dispatch', call, ...place };
}

export function done(call: string): SessionEvent {
  return { type: 'result', call, result: { ok: true, value: 'the value of a tool' } };
}

export function end(turn = 1): SessionEvent {
  return { type: 'end', turn, reason: 'answered', usage: { inputTokens: 0, outputTokens: 0 } };
}

/** All series of a counter that have counted something. */
export function counted(counter: Metrics['toolCalls']): Record<string, number> {
  const series = counter.samples.map(({ labels, cell }) => [Object.values(labels).join(' '), cell.value] as const);
  return Object.fromEntries(series.filter(([, value]) => value > 0));
}

/** What a server does aside is done here at once. */
export const atOnce = { add: (task: () => void): void => task(), settle: (): void => {} };
