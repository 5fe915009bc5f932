import * as z from 'zod/mini';
import { decode, jsonObject, toolResult } from '../../shared/protocol.ts';

const about = {
  session: z.string(),
  call: z.string(),
  /** Of the call's name, arguments and definition. */
  hash: z.string(),
  /** When it was first written, by `Date.now()`. */
  at: z.number(),
  /** The arguments that ran, where the person changed them. */
  ran: z.optional(jsonObject),
};

const ledgerEntry = z.discriminatedUnion('state', [
  z.strictObject({ ...about, state: z.literal('started') }),
  z.strictObject({ ...about, state: z.literal('navigating') }),
  z.strictObject({ ...about, state: z.literal('done'), result: toolResult }),
]);

/** What is written down of one call. */
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** Undefined for what this package did not write, or somebody spoiled. */
export function parseEntry(text: string): LedgerEntry | undefined {
  try {
    return decode(ledgerEntry, text);
  } catch {
    return undefined;
  }
}

/** A call's id is `<turn>.<round>.<index>`. */
export function turnOf(call: string): number {
  return Number.parseInt(call, 10);
}
