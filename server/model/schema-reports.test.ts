import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod';
import type { JsonObject } from '../../shared/json.ts';
import { schemaOf } from '../../shared/schema.ts';
import { profiles } from '../standin/profile.ts';
import { afterCalls, asked, bodyOf, collect, never, pair } from './gemini.fixture.ts';
import { toGeminiSchema } from './gemini-schema.ts';
import type { ModelTool } from './model.ts';

/** What a site's own schema is declared as, and whether these arguments pass its check. */
async function declared(args: z.ZodType) {
  const { jsonSchema, validate } = await schemaOf(args);
  const accepts = async (value: unknown): Promise<boolean> => (await validate(value)).ok;
  return { schema: toGeminiSchema(jsonSchema).schema, jsonSchema, accepts };
}

function toolOf(parameters: JsonObject): ModelTool {
  return { name: 'site_tool', description: 'A tool of the site.', parameters };
}

test('a constraint that Gemini has no keyword for is kept by the check of the arguments (112)', async (t) => {
  const { schema, jsonSchema, accepts } = await declared(
    z.object({
      count: z.number().positive(),
      step: z.number().multipleOf(5),
      id: z.uuid(),
      link: z.url(),
      code: z.string().regex(/^[a-z]{3}$/),
      tags: z.record(z.string(), z.string()),
      pair: z.tuple([z.string(), z.number()]),
      size: z.union([z.literal('s'), z.literal('m')]),
    }),
  );
  assert.doesNotMatch(JSON.stringify(schema), /exclusive|multipleOf|pattern"|propertyNames|const"|\$schema/);
  const { model, standin } = await pair(t, [{ text: 'ok' }]);
  await collect(model.run({ ...asked, tools: [toolOf(jsonSchema)] }, never));
  assert.equal(standin.requests[0]?.refusal, undefined);
  const good = { count: 1, step: 5, id: crypto.randomUUID(), link: 'https://a.example', code: 'abc', tags: {} };
  assert.equal(await accepts({ ...good, pair: ['a', 1], size: 's' }), true);
  assert.equal(await accepts({ ...good, pair: ['a', 1], size: 's', count: 0 }), false);
});

test('what may be null, a literal and a choice between objects are told without const and oneOf (113)', async () => {
  const { schema } = await declared(
    z.object({
      maybe: z.string().nullable(),
      only: z.literal('x'),
      kind: z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
    }),
  );
  const branch = (type: string) => ({
    type: 'object',
    properties: { type: { type: 'string', enum: [type] } },
    required: ['type'],
  });
  assert.deepEqual(schema['properties'], {
    maybe: { type: ['string', 'null'] },
    only: { type: 'string', enum: ['x'] },
    kind: { anyOf: [branch('a'), branch('b')] },
  });
});

test('an enum of numbers is one of integers, and the answer "2" is taken for 2 (114)', async (t) => {
  const { schema, jsonSchema, accepts } = await declared(z.object({ size: z.union([z.literal(1), z.literal(2)]) }));
  assert.deepEqual(schema['properties'], { size: { type: 'integer', enum: [1, 2] } });
  const call = { name: 'site_tool', args: { size: '2' } };
  const { model, standin } = await pair(t, [{ calls: [call] }, { text: 'ok' }]);
  const request = { ...asked, tools: [toolOf({ ...jsonSchema, ...schema })] };
  const { step } = await collect(model.run(request, never));
  assert.deepEqual(step.calls[0]?.args, { size: 2 });
  assert.equal(await accepts(step.calls[0]?.args), true);
  await collect(model.run({ ...request, history: afterCalls(step) }, never));
  assert.equal(standin.requests[1]?.refusal, undefined, 'what the model wrote is sent back as it was');
});

test('what the model may send is told, not what becomes of it (115)', async () => {
  const { schema, accepts } = await declared(
    z.object({
      unit: z.string().default('m'),
      many: z.string().transform(Number),
      cleaned: z.preprocess((value) => value, z.string()).optional(),
    }),
  );
  assert.deepEqual(schema['required'], ['many']);
  assert.equal(await accepts({ many: '5' }), true);
  await assert.rejects(schemaOf(z.object({ at: z.date() })), /can not be written as JSON Schema.*[Dd]ate/);
});

test('a field with a default behind a transform may be left out (116)', async () => {
  const { schema, accepts } = await declared(
    z.object({
      shout: z
        .string()
        .transform((text) => `${text}!`)
        .default('x'),
    }),
  );
  assert.equal(schema['required'], undefined);
  assert.equal(await accepts({}), true);
});

for (const profile of ['gemini-2.5', 'gemini-4', 'vertex-3'] as const) {
  test(`one declaration serves the key and the cloud: ${profile} (117)`, async (t) => {
    const { jsonSchema } = await declared(z.object({ a: z.int().positive(), b: z.literal('x').nullable().optional() }));
    const vertex = profiles[profile].isVertex ? { vertex: {} } : {};
    const { model, standin } = await pair(t, [{ text: 'ok' }], {
      standin: { profile },
      gemini: { model: profile === 'gemini-2.5' ? 'gemini-2.5-flash' : 'gemini-3.8-flash', ...vertex },
    });
    await collect(model.run({ ...asked, tools: [toolOf(jsonSchema)] }, never));
    assert.deepEqual(bodyOf(standin, 0).tools[0].functionDeclarations[0].parametersJsonSchema, {
      type: 'object',
      properties: {
        a: { type: 'integer', minimum: 1 },
        b: { anyOf: [{ type: 'string', enum: ['x'] }, { type: 'null' }] },
      },
      required: ['a'],
    });
  });
}
