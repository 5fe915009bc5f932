import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { builtinTools } from '../../shared/tools/index.ts';
import {
  startChatStandin,
  type ChatAnswer,
  type ChatStandinOptions,
  type ChatView,
} from '../../testing/chat-standin.ts';
import { modelToolOf } from './declaration.ts';
import type { HistoryEntry, ModelEvent, ModelRequest, ModelStep } from './model.ts';
import { openaiModel } from './openai.ts';
import type { OpenaiOptions } from './openai-options.ts';

export const asked: ModelRequest = {
  system: 'Be brief.',
  history: [{ role: 'user', text: 'Where am I?' }],
  tools: builtinTools.map(modelToolOf),
  toolChoice: 'auto',
};

export const never = new AbortController().signal;

/** A stand-in that gives these answers in turn, and an adapter that talks to it over HTTP. */
export async function pair(
  t: TestContext,
  answers: readonly (ChatAnswer | ((view: ChatView) => ChatAnswer))[],
  more: { standin?: Partial<ChatStandinOptions>; openai?: Partial<OpenaiOptions> } = {},
) {
  const left = [...answers];
  const standin = await startChatStandin({
    answer: (view) => {
      const next = left.shift() ?? { status: 500, body: 'No answer is left.' };
      return typeof next === 'function' ? next(view) : next;
    },
    ...more.standin,
  });
  t.after(() => standin.close());
  const waits: number[] = [];
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  const model = openaiModel({ model: 'llama3.2', baseUrl: standin.url, random: () => 0.5, sleep, ...more.openai });
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

/** The history after a step whose calls all gave this value. */
export function answered(history: readonly HistoryEntry[], step: ModelStep, value = 'ok'): HistoryEntry[] {
  const results = step.calls.map((call) => ({ call, result: { ok: true, value } as const }));
  return [...history, { role: 'model', step }, { role: 'results', results }];
}
