import * as z from 'zod/mini';
import { fixedLimits } from '../limits.ts';
import { defineTool } from '../tool.ts';

export const geolocationGet = defineTool({
  name: 'geolocation_get',
  description:
    "Find out where the person is now, from their own device. The browser asks them for permission. Set save to true only if they want the place remembered: it is then stored in memory under the key 'user_location'.",
  args: z.strictObject({
    save: z.optional(z.boolean()),
    high_accuracy: z.optional(z.boolean()),
  }),
  value: z.strictObject({
    latitude: z.number(),
    longitude: z.number(),
    accuracy_m: z.number(),
    /** When the fix was taken, ISO 8601. */
    at: z.string(),
    saved_as: z.optional(z.string()),
    /** With saved_as: false when the place is remembered only until the page is closed. */
    persisted: z.optional(z.boolean()),
  }),
  // With save it writes to memory.
  readOnly: false,
  ask: true,
  grant: 'session',
  editable: [],
  feedback: 'full',
  reads: 'personal',
  sink: 'local',
  trusted: true,
  gesture: false,
  browserAsks: true,
  timeoutMs: fixedLimits.browserPromptMs,
});
