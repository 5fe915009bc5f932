import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod/mini';
import { defineTool, type ToolDefinition, type ToolRun } from './tool.ts';

const definition = {
  name: 'dice_roll',
  description: 'Roll dice.',
  args: z.strictObject({ sides: z._default(z.number(), 6) }),
  value: z.strictObject({ eyes: z.number() }),
  readOnly: true,
  ask: false,
  grant: 'always',
  editable: [],
  feedback: 'full',
  reads: 'nothing',
  sink: 'none',
  trusted: true,
  gesture: false,
  browserAsks: false,
  timeoutMs: 1_000,
} as const satisfies ToolDefinition;

test('returns the very definition that it was given', () => {
  const given: ToolDefinition = definition;
  assert.equal(defineTool(given), given);
});

test('gives a body the type of its definition: arguments with their defaults, and the value', async () => {
  const tool = defineTool({ ...definition });
  const run: ToolRun<typeof tool> = async ({ sides }) => ({ eyes: Math.ceil(sides / 2) });
  const signal = new AbortController().signal;
  const context = { signal, progress: () => {}, navigating: () => {}, idempotencyKey: '1.1.0' };
  assert.deepEqual(await run(tool.args.parse({}), context), { eyes: 3 });
});
