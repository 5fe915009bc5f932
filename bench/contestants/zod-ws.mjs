// The least that a careful product does: the same as bare-ws, with each frame checked by zod on both ends.
import * as z from 'zod';
import * as bare from './bare-ws.mjs';

const args = z.strictObject({ index: z.int(), note: z.string() });
const result = z.strictObject({ ok: z.boolean(), index: z.int(), value: z.string(), unit: z.string() });
const fromClient = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('res'), id: z.int(), r: result }),
  z.strictObject({ t: z.literal('seed'), bytes: z.int() }),
  z.strictObject({ t: z.literal('turn'), calls: z.int() }),
  z.strictObject({ t: z.literal('stream'), count: z.int() }),
]);
const fromServer = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('call'), id: z.int(), n: z.string(), a: args }),
  z.strictObject({ t: z.literal('d'), s: z.string() }),
  z.strictObject({ t: z.literal('end') }),
]);

const check = {
  fromClient: (value) => fromClient.parse(value),
  fromServer: (value) => fromServer.parse(value),
  args: (value) => args.parse(value),
  result: (value) => result.parse(value),
};

export const startServer = () => bare.startServer(check);
export const startClient = (port, historyBytes) => bare.startClient(port, historyBytes, check);
