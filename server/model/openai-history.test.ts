import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { startChatStandin, type ChatAnswer } from '../../testing/chat-standin.ts';
import type { HistoryEntry, ModelStep } from './model.ts';
import { asked, never } from './openai.fixture.ts';
import { openaiModel } from './openai.ts';

/** What a server may send as the arguments of a call, right and wrong. */
const args = fc.oneof(
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.json(),
  fc.json().map((text) => JSON.stringify(text)),
  fc.constantFrom('', '{', '{"a":', 'null', null, '[]', '7'),
);

const call = fc.record(
  {
    index: fc.nat(2),
    id: fc.constantFrom('', 'a', 'b', 'call00001', 'x'.repeat(80)),
    type: fc.constant('function'),
    function: fc.record({ name: fc.constantFrom('speak', 'memory_put', 'functions.no such tool'), arguments: args }),
  },
  { requiredKeys: ['function'] },
);

const calling = fc
  .record({ calls: fc.array(call, { minLength: 1, maxLength: 4 }), text: fc.constantFrom('', 'One moment.') })
  .map(({ calls, text }): ChatAnswer => {
    const delta = { content: text, reasoning: 'Hm.', tool_calls: calls };
    return { chunks: [{ choices: [{ delta, finish_reason: 'tool_calls' }] }] };
  });

const answer: fc.Arbitrary<ChatAnswer> = fc.oneof(
  { weight: 4, arbitrary: calling },
  { weight: 2, arbitrary: fc.record({ text: fc.constantFrom('Hello.', '', ' ') }) },
  fc.record({ text: fc.constant('Half'), finish: fc.constantFrom('length', 'content_filter', 'error') }),
  fc.record({ cut: fc.constantFrom('', 'Half') }),
  fc.record({ status: fc.constantFrom(400, 429, 500, 503), body: fc.constant('{}') }),
);

/** Steps that other adapters have left in the conversation. */
const foreign: fc.Arbitrary<ModelStep> = fc.constantFrom(
  { raw: { role: 'model', parts: [{ text: 'Hi' }] }, text: 'Hi', calls: [], finish: 'answered' },
  { raw: { adapter: 'prompted' }, text: '', calls: [{ name: 'speak', args: null }], finish: 'calls' },
  {
    raw: null,
    text: 'So',
    calls: [
      { id: 'a', name: 'speak', args: 7 },
      { name: 'x', args: {} },
    ],
    finish: 'calls',
  },
);

test('leaves a history that every server takes, whatever it was answered and whoever answered before', async (t) => {
  let next: readonly ChatAnswer[] = [];
  const standin = await startChatStandin({ answer: () => next[0] ?? { text: 'Done.' } });
  t.after(() => standin.close());
  const model = openaiModel({ model: 'm', baseUrl: standin.url, sleep: async () => {} });

  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(answer, foreign), { maxLength: 8 }), async (script) => {
      let history: readonly HistoryEntry[] = asked.history;
      for (const entry of script) {
        const step = 'raw' in entry ? entry : await stepOf(entry, history);
        history = after(history, step);
      }
      await stepOf({ text: 'Done.' }, history);
    }),
    { numRuns: 150 },
  );

  /** The step of an answer, or undefined where it came to nothing. */
  async function stepOf(given: ChatAnswer, history: readonly HistoryEntry[]): Promise<ModelStep | undefined> {
    next = [given];
    try {
      for await (const event of model.run({ ...asked, history }, never)) if (event.type === 'step') return event.step;
    } catch {
      return undefined;
    }
    return assert.fail('a run without a step and without an error');
  }

  assert.deepEqual(
    standin.requests.map(({ refusal }) => refusal).filter((refusal) => refusal !== undefined),
    [],
  );
  assert.ok(standin.requests.length > 300);
});

/** As the loop does it: a step that came to nothing leaves the message unanswered. */
function after(history: readonly HistoryEntry[], step: ModelStep | undefined): readonly HistoryEntry[] {
  const more = { role: 'user', text: 'Go on.' } as const;
  if (!step) return [...history, more];
  if (step.calls.length === 0) return [...history, { role: 'model', step }, more];
  const results = step.calls.map((made, at) => ({
    call: made,
    result:
      at % 2 === 0
        ? ({ ok: true, value: null } as const)
        : ({ ok: false, error: { code: 'invalid_args', message: 'No.' } } as const),
  }));
  return [...history, { role: 'model', step }, { role: 'results', results }];
}
