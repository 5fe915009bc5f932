import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { ErrorCode } from '../../shared/errors.ts';
import type { ToolResult } from '../../shared/protocol.ts';
import { contentsOf } from '../model/gemini-content.ts';
import { familyOf } from '../model/gemini-family.ts';
import type { ModelStep } from '../model/model.ts';
import { checkContents } from '../standin/checks/contents.ts';
import { checkIds } from '../standin/checks/ids.ts';
import { checkTurns } from '../standin/checks/turns.ts';
import { profiles } from '../standin/profile.ts';
import type { SessionEvent } from './event.ts';
import { emptyState, historyOf, reduce, type SessionState } from './state.ts';

const usage = { inputTokens: 1, outputTokens: 1 };
const errors: ErrorCode[] = ['model_refused', 'model_unavailable', 'max_rounds', 'unknown_tool'];

const result: fc.Arbitrary<ToolResult> = fc.oneof(
  fc.constantFrom(0, 10, 500, 5_000).map((chars) => ({ ok: true, value: 'x'.repeat(chars) }) as const),
  fc.constant({
    ok: true,
    value: { $ref: 'x', shot: { type: 'image', mimeType: 'image/png', data: 'AAAA' } },
  } as const),
  fc.constant({ ok: false, error: { code: 'timeout', message: 'Too late.' } } as const),
);

/** Steps as Gemini makes them, and as other models do: their ids missing, or all the same. */
const step = fc
  .record({
    names: fc.array(fc.constantFrom('read', 'clipboard_read', 'memory_list'), { maxLength: 3 }),
    own: fc.boolean(),
    id: fc.constantFrom('unique', 'same', 'none'),
    truncated: fc.boolean(),
    seed: fc.nat(),
  })
  .map(({ names, own, id, truncated, seed }): ModelStep => {
    const calls = names.map((name, at) => {
      const given = own ? `${seed}-${at}` : { unique: `${seed}-${at}`, same: 'call', none: undefined }[id];
      return { name, args: {}, ...(given === undefined ? {} : { id: given }) };
    });
    const text = calls.length > 0 ? '' : 'Words.';
    const parts = calls.length > 0 ? calls.map((functionCall) => ({ functionCall })) : [{ text }];
    const raw = own ? { role: 'model', parts } : { role: 'assistant', content: text };
    const words = truncated ? 'truncated' : 'answered';
    return { raw, text, calls, finish: calls.length > 0 ? 'calls' : words, usage };
  });

type Move =
  | { readonly type: 'user' }
  | { readonly type: 'model'; readonly step: ModelStep }
  | { readonly type: 'result'; readonly at: number; readonly result: ToolResult }
  | { readonly type: 'end'; readonly reason: 'answered' | 'cancelled' | 'failed'; readonly code: ErrorCode };

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ type: 'user' } as const) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('model' as const), step }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('result' as const), at: fc.nat(20), result }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('end' as const),
      reason: fc.constantFrom('answered', 'cancelled', 'failed'),
      code: fc.constantFrom(...errors),
    }),
  },
);

/** The event that a move comes to, as the loop's own rules allow: undefined for one that they rule out. */
function eventOf(move: Move, { turn, turns, settledCalls }: SessionState): SessionEvent | undefined {
  const open = turn?.calls.filter((call) => !call.result) ?? [];
  switch (move.type) {
    case 'user':
      return turn ? undefined : { type: 'user', turn: turns + 1, message: `m${turns}`, text: 'Hi', toolChoice: 'auto' };
    case 'model': {
      const isAsked = turn && open.length === 0 && (turn.lastFinish === undefined || turn.lastFinish === 'calls');
      return isAsked ? { type: 'model', turn: turn.turn, round: turn.rounds + 1, step: move.step } : undefined;
    }
    case 'result': {
      const late = settledCalls[move.at % (settledCalls.length || 1)];
      const call = open[move.at % (open.length || 1)];
      if (call) return { type: 'result', call: call.id, result: move.result };
      return late && { type: 'late', call: late.id, result: move.result };
    }
    case 'end': {
      const error = { code: move.code, message: 'Because.' };
      return (
        turn && { type: 'end', turn: turn.turn, reason: move.reason, usage, ...(move.reason === 'failed' && { error }) }
      );
    }
  }
}

for (const [profileName, model] of [
  ['gemini-4', 'gemini-flash-latest'],
  ['gemini-2.5', 'gemini-2.5-flash'],
] as const) {
  test(`any log, stopped anywhere, leaves a history that ${profileName} accepts with the next message`, () => {
    const profile = profiles[profileName];
    const family = familyOf(model);
    let checked = 0;
    const property = fc.property(
      fc.array(move, { minLength: 5, maxLength: 80 }),
      fc.constantFrom(50, 500, 100_000),
      (moves, maxTokens) => {
        let state = emptyState;
        const take = (event: SessionEvent | undefined): void => {
          if (event) state = reduce(state, { id: String(checked), event });
        };
        for (const each of moves) {
          take(eventOf(each, state));
          if (!state.turn) continue;
          const calls = state.turn.calls.some((call) => !call.result);
          const isOver = state.turn.lastFinish !== undefined && state.turn.lastFinish !== 'calls';
          if (calls || isOver) continue;
          // It would be asked now.
          const contents = checkContents(contentsOf(withoutIds(historyOf(state, maxTokens), family.hasIds), family), {
            profile,
            partFields: [],
          });
          checkIds(checkTurns(contents, profile), profile, assert.fail);
          checked += 1;
        }
      },
    );
    fc.assert(property, { numRuns: 2_000 });
    assert.ok(checked > 2_000, `only ${checked} requests were checked`);
  });
}

/** A family without ids makes steps without them. */
function withoutIds(history: ReturnType<typeof historyOf>, hasIds: boolean): ReturnType<typeof historyOf> {
  if (hasIds) return history;
  const text = JSON.stringify(history, (key, value) => (key === 'id' ? undefined : value));
  return JSON.parse(text);
}
