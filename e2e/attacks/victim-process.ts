import * as z from 'zod/mini';
import type { AgentServerOptions } from '../../server/options.ts';
import { Child } from './child.ts';

const vitals = z.object({
  /** Bytes, after a collection. */
  rss: z.number(),
  heap: z.number(),
  /** Bytes of buffers outside the heap. */
  outside: z.number(),
  sockets: z.number(),
  /** Timers and the like. */
  handles: z.number(),
  isPolluted: z.boolean(),
});

export type Vitals = z.infer<typeof vitals>;

export type VictimOptions = Omit<AgentServerOptions, 'model' | 'server' | 'store' | 'port' | 'log'>;

/** A server under attack. */
export interface Victim {
  /** Of the page that it serves; sockets are at `/agent`. */
  readonly url: URL;
  readonly pid: number;
  vitals(): Promise<Vitals>;
  /** All the processor time that it has used so far, in milliseconds. */
  cpu(): Promise<number>;
  /** What it had to log as an error, and whether it is gone. */
  faults(): { readonly crashes: number; readonly errors: number; readonly lines: readonly string[] };
  /** Sends every page away, as at a restart. */
  close(): Promise<void>;
  stop(): Promise<void>;
}

export async function startVictim(options: VictimOptions = {}, flags: readonly string[] = []): Promise<Victim> {
  const child = await Child.start('./victim.mjs', {
    args: [JSON.stringify(options)],
    flags: ['--expose-gc', ...flags],
  });
  const url = new URL(String(await child.ask('url')));
  return {
    url,
    pid: child.pid,
    vitals: async () => vitals.parse(await child.ask('vitals')),
    cpu: async () => Number(await child.ask('cpu')),
    faults: () => ({ crashes: Number(child.hasCrashed), errors: child.lines.length, lines: child.lines }),
    close: async () => void (await child.ask('close')),
    stop: () => child.stop(),
  };
}
