import * as z from 'zod/mini';
import { defineTool } from '../tool.ts';

export const speak = defineTool({
  name: 'speak',
  description: 'Read a short text aloud to the person with the voice of their device.',
  args: z.strictObject({
    text: z.string().check(z.minLength(1), z.maxLength(2_000)),
    lang: z.optional(z.string().check(z.maxLength(35))),
  }),
  value: z.strictObject({ spoken_chars: z.number(), complete: z.boolean(), voice: z.nullable(z.string()) }),
  readOnly: false,
  ask: false,
  grant: 'always',
  editable: ['text'],
  feedback: 'full',
  reads: 'nothing',
  // Nothing keeps what was said.
  sink: 'none',
  trusted: true,
  gesture: false,
  browserAsks: false,
  // The longest text takes about two and a half minutes.
  timeoutMs: 180_000,
});
