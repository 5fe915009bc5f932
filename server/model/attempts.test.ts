import assert from 'node:assert/strict';
import test from 'node:test';
import { AgentError } from '../../shared/errors.ts';
import { runAttempts, type Ask, type Outcome } from './attempts.ts';
import type { ModelEvent, ModelStep } from './model.ts';

const step: ModelStep = { raw: null, text: 'Hi', calls: [], finish: 'answered' };
const error = new AgentError('model_unavailable', 'The model is down.');
const down = { kind: 'failed', error, shown: false, retry: true } as const;
const broken = { kind: 'broken', error, shown: false } as const;
const good = { kind: 'step', step } as const;

/** Runs through these outcomes; what it came to, and the waits between. */
async function run(outcomes: readonly Outcome[]) {
  const left = [...outcomes];
  const waits: number[] = [];
  const ask: Ask = async function* () {
    yield { type: 'thought', text: 'Hm.' };
    return left.shift() ?? good;
  };
  const patience = { random: () => 1, sleep: async (ms: number) => void waits.push(ms) };
  const events: ModelEvent[] = [];
  let thrown: unknown;
  try {
    for await (const event of runAttempts(ask, patience, new AbortController().signal)) events.push(event);
  } catch (failure) {
    thrown = failure;
  }
  return { thrown, waits, asked: outcomes.length - left.length, last: events.at(-1) };
}

for (const [title, outcomes, asked, waits] of [
  ['keeps the first good answer', [good, down], 1, []],
  ['waits longer each time', [down, down, good], 3, [1_000, 2_000]],
  ['waits as long as it is told to', [{ ...down, waitMs: 7 }, good], 2, [7]],
  ['asks once more after an answer of no use, at once', [broken, good], 2, []],
] as const) {
  test(title, async () => {
    const outcome = await run(outcomes);
    assert.deepEqual(outcome.last, { type: 'step', step });
    assert.deepEqual([outcome.asked, outcome.waits], [asked, waits]);
  });
}

for (const [title, outcomes] of [
  ['gives up after the third failure', [down, down, down, good]],
  ['gives up after the second answer of no use', [broken, broken, good]],
  ['gives up at once when a word was shown', [{ ...down, shown: true }, good]],
  ['gives up at once when repeating can not help', [{ ...down, retry: false }, good]],
  ['gives up at once when it is refused', [{ kind: 'refused', error, shown: false }, good]],
  ['gives up at once when it should wait for an hour', [{ ...down, waitMs: 3_600_000 }, good]],
] as const) {
  test(title, async () => {
    const outcome = await run(outcomes);
    assert.equal(outcome.thrown, error);
    assert.equal(outcome.asked, outcomes.length - 1);
  });
}

test('stops the request when whoever listens leaves', async () => {
  let inner: AbortSignal | undefined;
  const ask: Ask = async function* (signal) {
    inner = signal;
    yield { type: 'text', text: 'Once ' };
    return good;
  };
  for await (const _ of runAttempts(ask, {}, new AbortController().signal)) break;
  assert.equal(inner?.aborted, true);
});
