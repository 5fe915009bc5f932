import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { ToolResult } from '../../shared/protocol.ts';
import type { ModelCall, ModelRequest, ModelStep } from '../model/model.ts';
import { LoopFixture, call, calls, failure, pageTool, says } from './loop.fixture.ts';
import type { CallRecord, SessionState } from './state.ts';

/** A model without a memory: what it answers follows from the history alone, so that it answers alike after a restart. */
function modelOf(rounds: readonly (readonly ModelCall[])[]): (request: ModelRequest) => ModelStep {
  return ({ history }) => {
    const begun = history.findLastIndex(({ role }) => role === 'user');
    const made = rounds[history.slice(begun).filter(({ role }) => role === 'model').length] ?? [];
    return made.length > 0 ? calls(...made) : says(`Done after ${history.length}.`);
  };
}

/** A tool whose outcome follows from the call. */
function outcomeOf({ call: { args } }: CallRecord): ToolResult {
  const n = Number(JSON.stringify(args).replaceAll(/\D/g, ''));
  if (n % 5 === 3) return failure('timeout');
  return n % 5 === 4 ? failure('unknown_outcome') : { ok: true, value: n };
}

const offer = { builtins: ['memory_get'], pageTools: [pageTool('act', { readOnly: false }), pageTool('read')] };

const aCall = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom('act', 'read'), fc.nat(9)).map(([name, n]) => call(name, { n })) },
  { weight: 1, arbitrary: fc.constantFrom(call('nope'), call('read', { n: 'x' }), call('memory_get', { key: 'k1' })) },
);
const aTurn = fc.array(fc.array(aCall, { minLength: 1, maxLength: 4 }), { maxLength: 5 });

function inOneOrder({ untrusted, sensitive }: SessionState['taint']): SessionState['taint'] {
  return { untrusted: untrusted.toSorted(), sensitive: sensitive.toSorted() };
}

/** All that follows from the log but the order of siblings, whose results come as they come. */
function meaningOf(state: SessionState) {
  return { ...state, lastId: undefined, taint: inOneOrder(state.taint) };
}

test('a log that is cut anywhere and gone on with ends in the same state', async () => {
  await fc.assert(
    fc.asyncProperty(aTurn, fc.nat(), async (rounds, cut) => {
      const options = { answers: modelOf(rounds), callTool: outcomeOf, limits: { maxRounds: 4, maxCalls: 8 } };
      const whole = new LoopFixture({ ...options, offer });
      await whole.turn();
      assert.equal(whole.state.turn, undefined);

      // Behind the person's words, at any place up to the end.
      const events = whole.events.slice(0, 2 + (cut % (whole.events.length - 1)));
      const rest = new LoopFixture({ ...options, events });
      await rest.run();

      assert.deepEqual(meaningOf(rest.state), meaningOf(whole.state));
      assert.equal(rest.events.length, whole.events.length);
      const dispatches = rest.events.filter(({ event }) => event.type === 'dispatch').length;
      assert.equal(dispatches, whole.called.length, 'a call was dispatched twice or not at all');
    }),
    { numRuns: 200 },
  );
});

test('every history has one entry of results behind each step with calls, one for each call, in their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aTurn, { minLength: 1, maxLength: 3 }), async (turns) => {
      let turn = 0;
      const loop = new LoopFixture({
        answers: (request) => modelOf(turns[turn] ?? [])(request),
        callTool: async (record) => {
          // Later siblings answer first.
          for (let wait = 8 - Number(record.id.split('.')[2]); wait > 0; wait -= 1) await Promise.resolve();
          return outcomeOf(record);
        },
        limits: { maxRounds: 4, maxCalls: 8 },
        offer,
      });
      for (; turn < turns.length; turn += 1) await loop.turn(`Turn ${turn}`);

      for (const { history } of loop.requests) {
        for (const [at, entry] of history.entries()) {
          if (entry.role !== 'model' || entry.step.calls.length === 0) continue;
          const answer = history[at + 1];
          assert.deepEqual(
            answer?.role === 'results' && answer.results.map(({ call: made }) => made),
            entry.step.calls,
          );
        }
      }
    }),
    { numRuns: 100 },
  );
});
