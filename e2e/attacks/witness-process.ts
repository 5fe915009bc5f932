import * as z from 'zod/mini';
import { Child } from './child.ts';
import type { Victim } from './victim-process.ts';

const report = z.object({
  turns: z.number(),
  /** Turns whose answer was not to what this page had said. */
  wrong: z.number(),
  /** Turns that ended with the socket. */
  lost: z.number(),
  /** Milliseconds a turn. */
  p50: z.number(),
  p99: z.number(),
});

export type Report = z.infer<typeof report>;

/** Healthy pages that talk all the time, one turn in four with a tool call. */
export interface Witness {
  /** Since it was asked the last time. */
  report(): Promise<Report>;
  stop(): Promise<void>;
}

export async function startWitness(victim: Victim, origin?: string): Promise<Witness> {
  const { protocol, host } = victim.url;
  const socketUrl = `${protocol.replace('http', 'ws')}//${host}/agent`;
  const child = await Child.start('./witness.mjs', { args: origin ? [socketUrl, origin] : [socketUrl] });
  return { report: async () => report.parse(await child.ask('report')), stop: () => child.stop() };
}
