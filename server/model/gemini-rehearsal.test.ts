import assert from 'node:assert/strict';
import test from 'node:test';
import type { JsonObject } from '../../shared/json.ts';
import { builtinTools } from '../../shared/tools/index.ts';
import { startRehearsal } from '../standin/rehearsal.ts';
import { modelToolOf, modelToolOfPage } from './declaration.ts';
import { geminiModel } from './gemini.ts';
import type { HistoryEntry, ModelAdapter, ModelStep, ModelTool } from './model.ts';

const values: Readonly<Record<string, JsonObject>> = {
  geolocation_get: { latitude: 52.52, longitude: 13.405, accuracy_m: 20, at: '2026-11-30T12:00:00Z' },
  memory_put: { key: 'user_location', bytes: 60, replaced: false, persisted: true },
  clipboard_write: { chars: 13 },
  speak: { spoken_chars: 40, complete: true, voice: null },
  cart_add: { added: 'LEMON-1' },
};

/** One turn as a loop would run it; returns the names of the calls, round by round, and adds to the history. */
async function turn(model: ModelAdapter, tools: readonly ModelTool[], history: HistoryEntry[], text: string) {
  history.push({ role: 'user', text });
  const rounds: string[][] = [];
  for (;;) {
    const step = await lastStep(model, tools, history);
    history.push({ role: 'model', step });
    if (step.calls.length === 0) return { rounds, text: step.text };
    rounds.push(step.calls.map((call) => call.name));
    const results = step.calls.map((call) => ({ call, result: { ok: true, value: values[call.name] ?? {} } as const }));
    history.push({ role: 'results', results });
  }
}

async function lastStep(
  model: ModelAdapter,
  tools: readonly ModelTool[],
  history: readonly HistoryEntry[],
): Promise<ModelStep> {
  let step: ModelStep | undefined;
  for await (const event of model.run(
    { system: '', history, tools, toolChoice: 'auto' },
    new AbortController().signal,
  )) {
    if (event.type === 'step') step = event.step;
  }
  assert.ok(step);
  return step;
}

test('rehearses whole conversations through the real SDK', async (t) => {
  const rehearsal = await startRehearsal({ wordMs: 0 });
  t.after(() => rehearsal.close());
  const model = geminiModel({ apiKey: 'rehearsal', baseUrl: rehearsal.url, label: 'Rehearsal', rehearsal: true });
  assert.deepEqual([model.label, model.rehearsal], ['Rehearsal', true]);
  const inputSchema = { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] };
  const cartAdd = {
    name: 'cart_add',
    description: 'Put a product into the cart.',
    inputSchema,
    readOnly: false,
    definition: 'd',
  };
  const tools = [...builtinTools.map(modelToolOf), modelToolOfPage(cartAdd)];
  const history: HistoryEntry[] = [];

  const showcase = await turn(model, tools, history, 'where am I? remember it and copy it');
  assert.deepEqual(showcase.rounds, [['geolocation_get'], ['memory_put', 'clipboard_write']]);
  assert.equal(
    showcase.text,
    'You are at about 52.5200, 13.4050, accurate to 20 metres. I remembered it as user_location. I copied it to your clipboard.',
  );
  assert.deepEqual((await turn(model, tools, history, 'read it aloud')).rounds, [['speak']]);
  assert.deepEqual((await turn(model, tools, history, 'put LEMON-1 into my cart')).rounds, [['cart_add']]);
  assert.match((await turn(model, tools, history, 'thanks')).text, /welcome/);
});
