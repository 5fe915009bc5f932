import * as z from 'zod/mini';
import { pageLimits } from '../limits.ts';
import { defineTool } from '../tool.ts';

const deviceTool = {
  args: z.strictObject({}),
  readOnly: true,
  ask: false,
  grant: 'always',
  editable: [],
  feedback: 'full',
  reads: 'device',
  sink: 'none',
  trusted: true,
  gesture: false,
  browserAsks: false,
  timeoutMs: pageLimits.toolMs,
} as const;

export const deviceContext = defineTool({
  ...deviceTool,
  name: 'device_context',
  description:
    "The person's language, time zone, local time, screen and display preferences, as their browser reports them.",
  value: z.strictObject({
    locale: z.string(),
    languages: z.array(z.string()),
    time_zone: z.string(),
    utc_offset_min: z.number(),
    local_time: z.string(),
    screen: z.strictObject({ width: z.number(), height: z.number(), pixel_ratio: z.number() }),
    viewport: z.strictObject({ width: z.number(), height: z.number() }),
    color_scheme: z.enum(['light', 'dark']),
    reduced_motion: z.boolean(),
    more_contrast: z.boolean(),
    touch: z.boolean(),
  }),
});

export const deviceStatus = defineTool({
  ...deviceTool,
  name: 'device_status',
  description:
    "The device's battery and network. A part is null where the browser does not tell, which is common outside Chromium.",
  value: z.strictObject({
    battery: z.nullable(
      z.strictObject({
        /** Between 0 and 1. */
        level: z.number(),
        charging: z.boolean(),
        charging_time_s: z.nullable(z.number()),
        discharging_time_s: z.nullable(z.number()),
        /** False for the full, charging battery that browsers report when they know of none. */
        reliable: z.boolean(),
      }),
    ),
    network: z.strictObject({
      online: z.boolean(),
      effective_type: z.nullable(z.string()),
      downlink_mbps: z.nullable(z.number()),
      rtt_ms: z.nullable(z.number()),
      save_data: z.nullable(z.boolean()),
    }),
  }),
});
