import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { AgentError } from '../../shared/errors.ts';
import { builtinTools } from '../../shared/tools/index.ts';
import type { StandinAnswer } from '../standin/answer.ts';
import { startStandin, type Standin, type StandinOptions } from '../standin/standin.ts';
import type { StandinView } from '../standin/view.ts';
import { modelToolOf } from './declaration.ts';
import { geminiModel } from './gemini.ts';
import type { GeminiOptions } from './gemini-options.ts';
import type { HistoryEntry, ModelEvent, ModelRequest, ModelStep } from './model.ts';

export const tools = builtinTools.map(modelToolOf);
export const asked: ModelRequest = {
  system: 'Be brief.',
  history: [{ role: 'user', text: 'Where am I?' }],
  tools,
  toolChoice: 'auto',
};

/** A stand-in that gives these answers in turn, and an adapter that talks to it over HTTP. */
export async function pair(
  t: TestContext,
  answers: readonly (StandinAnswer | ((view: StandinView) => StandinAnswer))[],
  more: { standin?: Partial<StandinOptions>; gemini?: Partial<GeminiOptions> } = {},
) {
  const left = [...answers];
  const standin = await startStandin({
    answer: (view) => {
      const next = left.shift() ?? { status: 500, message: 'No answer is left.' };
      return typeof next === 'function' ? next(view) : next;
    },
    ...more.standin,
  });
  t.after(() => standin.close());
  const waits: number[] = [];
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  const model = geminiModel({ apiKey: 'key', baseUrl: standin.url, random: () => 0.5, sleep, ...more.gemini });
  return { model, standin, waits };
}

export async function collect(
  events: AsyncIterable<ModelEvent>,
): Promise<{ text: string; thoughts: string; step: ModelStep }> {
  let text = '';
  let thoughts = '';
  let step: ModelStep | undefined;
  for await (const event of events) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'thought') thoughts += event.text;
    if (event.type === 'step') step = event.step;
  }
  assert.ok(step, 'the run ends with a step');
  return { text, thoughts, step };
}

export const never = new AbortController().signal;

export function bodyOf(standin: Standin, at: number) {
  return JSON.parse(JSON.stringify(standin.requests[at]?.body));
}

export function afterCalls(step: ModelStep): HistoryEntry[] {
  const results = step.calls.map((call) => ({ call, result: { ok: true, value: null } as const }));
  return [...asked.history, { role: 'model', step }, { role: 'results', results }];
}

/** Ours, with a sentence for a person: no JSON, no key, no name of a provider. */
export function plainError(code: string): (thrown: unknown) => boolean {
  return (thrown) => {
    assert.ok(AgentError.is(thrown), String(thrown));
    assert.equal(thrown.code, code);
    assert.match(thrown.message, /^[A-Z][^{}]*\.$/);
    assert.doesNotMatch(thrown.message, /gemini|google|aiza|http/i);
    assert.doesNotMatch(thrown.message, /[A-Z]{4,}/);
    return true;
  };
}

export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
