import * as z from 'zod/mini';
import type { JsonValue } from '../json.ts';
import { pageLimits } from '../limits.ts';
import { defineTool } from '../tool.ts';

const key = z.string().check(z.minLength(1), z.maxLength(128));
/** Already JSON: it came out of JSON.parse or out of the store, so walking it again would prove nothing. */
const anyJson = z.custom<JsonValue>((value) => value !== undefined);

const memoryTool = {
  ask: false,
  grant: 'always',
  editable: [],
  feedback: 'full',
  sink: 'local',
  trusted: true,
  gesture: false,
  browserAsks: false,
  timeoutMs: pageLimits.toolMs,
} as const;

export const memoryPut = defineTool({
  ...memoryTool,
  name: 'memory_put',
  description:
    'Remember a value for the person in this browser, under a short descriptive key such as home_city. It survives a reload. A value already stored under that key is replaced.',
  args: z.strictObject({ key, value: anyJson }),
  value: z.strictObject({
    key: z.string(),
    bytes: z.number(),
    replaced: z.boolean(),
    /** False when the browser refuses storage and the value lives only until the page is closed. */
    persisted: z.boolean(),
  }),
  readOnly: false,
  reads: 'nothing',
});

export const memoryGet = defineTool({
  ...memoryTool,
  name: 'memory_get',
  description: 'Recall the value that was stored under a key. Use memory_list first when the key is not known.',
  args: z.strictObject({ key }),
  value: z.discriminatedUnion('found', [
    z.strictObject({ found: z.literal(false) }),
    z.strictObject({ found: z.literal(true), value: anyJson, updated: z.string() }),
  ]),
  readOnly: true,
  reads: 'personal',
});

export const memoryList = defineTool({
  ...memoryTool,
  name: 'memory_list',
  description: 'List the keys of everything that is remembered, newest first, without the values.',
  args: z.strictObject({ prefix: z.optional(z.string().check(z.maxLength(128))) }),
  value: z.strictObject({
    items: z.array(z.strictObject({ key: z.string(), updated: z.string(), bytes: z.number() })),
    total: z.number(),
    persisted: z.boolean(),
  }),
  readOnly: true,
  reads: 'personal',
});

export const memoryDelete = defineTool({
  ...memoryTool,
  name: 'memory_delete',
  description: 'Forget the value that was stored under a key, for good.',
  args: z.strictObject({ key }),
  value: z.strictObject({ deleted: z.boolean() }),
  readOnly: false,
  ask: true,
  grant: 'session',
  reads: 'nothing',
});
