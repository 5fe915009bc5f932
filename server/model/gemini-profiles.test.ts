import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { faults } from '../standin/faults.ts';
import { profiles, type ProfileName } from '../standin/profile.ts';
import { historyGap } from '../standin/request-log.ts';
import { scenario, type ScenarioStep } from '../standin/scenario.ts';
import { startStandin } from '../standin/standin.ts';
import { geminiModel } from './gemini.ts';
import type { HistoryEntry, ModelAdapter, ModelStep, ModelTool } from './model.ts';

const models: Readonly<Record<ProfileName, string>> = {
  'gemini-2.5': 'gemini-2.5-flash',
  'gemini-3': 'gemini-3-flash-preview',
  'gemini-3.5': 'gemini-3.5-flash',
  'gemini-3.6': 'gemini-3.6-flash',
  'vertex-3': 'gemini-3.1-pro-preview',
  'gemini-4': 'gemini-4-hydrogen',
};

const tools: readonly ModelTool[] = ['look', 'act'].map((name) => ({
  name,
  description: name,
  parameters: { type: 'object', properties: { n: { type: 'integer' } } },
}));

const look = { name: 'look', args: { n: 1 } };
const act = { name: 'act', args: { b: [1, { c: 'ä🍋' }], a: null } };

type Script = Readonly<Record<string, readonly (ScenarioStep | readonly ScenarioStep[])[]>>;

/** What a conversation meets, whatever the family. */
const scripts: Readonly<Record<string, Script>> = {
  'answers in words': { one: [{ text: 'Ja — 🍋.', thought: 'Hm.' }], two: [{ text: 'More.' }] },
  'one call': { one: [{ calls: [look] }, { text: 'Done.' }] },
  'parallel calls of one name': { one: [{ calls: [look, look, act, look] }, { text: 'Done.' }] },
  'words and thoughts before the calls': {
    one: [{ calls: [act], text: 'Let me see. ', thought: 'Hm. Well.' }, { text: 'Done.' }],
  },
  'several rounds in several turns': {
    one: [{ calls: [look, act] }, { calls: [act] }, { calls: [look], text: 'One more.' }, { text: 'Done.' }],
    two: [{ calls: [look] }, { text: 'Done again.' }],
  },
  'letters and JSON cut in pieces': {
    one: [
      { calls: [act, look], text: 'Zuerst 🍋 …', sliceBytes: 7 },
      { text: 'Fertig 🍋.', sliceBytes: 3 },
    ],
  },
  'an answer that grew too long': { one: [{ text: 'Half of', finishReason: 'MAX_TOKENS' }], two: [{ text: 'Yes.' }] },
  'an answer in two pieces': { one: [[{ text: 'Half of ', continues: true }, { calls: [act] }], { text: 'Done.' }] },
  'servers that are down': {
    one: [
      [faults.overloaded(), faults.overloadedHtml(), { calls: [look] }],
      [faults.internal(), { text: 'Done.' }],
    ],
  },
  'a quota that comes back': { one: [[faults.minuteQuota(3), { text: 'Done.' }]] },
  'connections that break': {
    one: [
      [{ cut: 'at once' }, { cut: 'after headers' }, { calls: [look, act] }],
      [{ cut: 'at once', reset: true }, { inBand: 503 }, { text: 'Done.' }],
    ],
  },
  'answers that are none': {
    one: [
      [{ parts: null, finishReason: 'MALFORMED_FUNCTION_CALL' }, { calls: [look] }],
      [{ parts: [{ text: '' }] }, { calls: [act] }],
      [{ parts: null, finishReason: 'UNEXPECTED_TOOL_CALL' }, { text: 'Done.' }],
    ],
  },
};

for (const profile of Object.keys(profiles).filter((name): name is ProfileName => name in profiles)) {
  for (const [what, script] of Object.entries(scripts)) {
    test(`${profile}: ${what}`, (t) => converse(t, profile, script));
  }
}

/** Has the whole script with the real SDK. Nothing is refused, nothing is lost, and each history goes on from the last. */
async function converse(t: TestContext, profile: ProfileName, script: Script): Promise<void> {
  const standin = await startStandin({ profile, models: [models[profile]], answer: scenario(script) });
  t.after(() => standin.close());
  const sleep = async (): Promise<void> => {};
  const model = geminiModel({ apiKey: 'key', baseUrl: standin.url, model: models[profile], sleep });
  let history: readonly HistoryEntry[] = [];
  for (const text of Object.keys(script)) history = await turn(model, [...history, { role: 'user', text }]);
  assert.deepEqual(
    standin.requests.flatMap(({ refusal, warnings }) => [refusal?.message, ...warnings.map(({ message }) => message)]),
    standin.requests.map(() => undefined),
  );
  const rounds = standin.requests.filter(({ body }, at) => lengthOf(body) !== lengthOf(standin.requests[at - 1]?.body));
  for (const [at, round] of rounds.entries()) {
    const before = rounds[at - 1];
    if (before) assert.equal(historyGap(before, round), undefined);
  }
}

async function turn(model: ModelAdapter, history: readonly HistoryEntry[]): Promise<readonly HistoryEntry[]> {
  const step = await ask(model, history);
  const entry = { role: 'model', step } as const;
  if (step.calls.length === 0) return [...history, entry];
  const results = step.calls.map((call, at) => ({
    call,
    result:
      at % 2 === 0
        ? ({ ok: true, value: { $ref: '#/a', n: at } } as const)
        : ({ ok: false, error: { code: 'user_declined', message: 'No.' } } as const),
  }));
  return turn(model, [...history, entry, { role: 'results', results }]);
}

async function ask(model: ModelAdapter, history: readonly HistoryEntry[]): Promise<ModelStep> {
  const request = { system: 'Be brief.', history, tools, toolChoice: 'auto' } as const;
  for await (const event of model.run(request, new AbortController().signal)) {
    if (event.type === 'step') return event.step;
  }
  throw new Error('The run ended without a step.');
}

function lengthOf(body: unknown): number {
  const contents: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'contents') : undefined;
  return Array.isArray(contents) ? contents.length : 0;
}
