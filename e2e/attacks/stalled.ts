import { PageClient } from '../../testing/page-client.ts';
import { pause, within, type Attack } from './attack.ts';
import { RawSocket, handshake, type Ending } from './raw-socket.ts';
import { milliseconds, stillQuick, underAttack, unharmed } from './under-attack.ts';
import type { Victim } from './victim-process.ts';

/** How long a server may wait for somebody who says next to nothing. */
const mostMs = 10_000;

export const stalled: Attack = {
  name: 'stalled',
  about: 'Handshakes of a byte a second, sockets without hello, headers without end; a new page gets in all the while.',
  run: ({ isLong }) =>
    underAttack({ calmMs: isLong ? 4_000 : 300 }, async ({ victim, calm, report }) => {
      const each = isLong ? 500 : 40;
      const arrivals = arrive(victim);
      const waits = await Promise.all([
        ...Array.from({ length: each }, () => drip(victim)),
        ...Array.from({ length: each }, () => waitSilently(victim)),
        ...Array.from({ length: each / 10 }, () => pourHeaders(victim)),
        ...Array.from({ length: each / 10 }, () => nothingAtAll(victim)),
      ]);
      const stormy = await report();
      const connectMs = await arrivals.stop();
      return {
        counts: {
          sockets: waits.length,
          arrivals: connectMs.length,
          'p50/p99 ms before': milliseconds(calm),
          during: milliseconds(stormy),
        },
        figures: [
          { name: 'still open after 10 s', value: waits.filter((wait) => wait === undefined).length, most: 0 },
          { name: 'arrivals refused', value: connectMs.filter((ms) => ms === Infinity).length, most: 0 },
          { name: 'ms until the slowest arrival was welcome', value: Math.max(...connectMs), most: 200, isTimed: true },
          ...unharmed(victim, stormy),
          ...stillQuick(calm, stormy),
        ],
        notes: victim.faults().lines,
      };
    }),
};

/** A handshake at one byte a second. */
async function drip({ url }: Victim): Promise<Ending | undefined> {
  const socket = new RawSocket({ url });
  const bytes = handshake({ url });
  let at = 0;
  const timer = setInterval(() => socket.write(bytes.subarray(at, (at += 1))), 1_000);
  return untilDropped(socket).finally(() => clearInterval(timer));
}

async function waitSilently({ url }: Victim): Promise<Ending | undefined> {
  return untilDropped(RawSocket.open({ url }));
}

async function nothingAtAll({ url }: Victim): Promise<Ending | undefined> {
  return untilDropped(new RawSocket({ url }));
}

/** A request whose headers never end. */
async function pourHeaders({ url }: Victim): Promise<Ending | undefined> {
  const socket = new RawSocket({ url });
  socket.write('GET /agent HTTP/1.1\r\nHost: agent\r\n');
  const timer = setInterval(() => socket.write(`X-${'a'.repeat(500)}: ${'b'.repeat(500)}\r\n`), 10);
  return untilDropped(socket).finally(() => clearInterval(timer));
}

async function untilDropped(socket: RawSocket): Promise<Ending | undefined> {
  const ending = await within(mostMs, socket.ended);
  socket.drop();
  return ending;
}

/** Connects a new page every quarter of a second, and says how long each took. */
function arrive({ url }: Victim): { readonly stop: () => Promise<readonly number[]> } {
  const over = new AbortController();
  const times: number[] = [];
  const arrivals = (async () => {
    while (!over.signal.aborted) {
      const from = performance.now();
      const connected = await within(5_000, PageClient.connect(`ws://${url.host}/agent`));
      times.push(connected ? performance.now() - from : Infinity);
      connected?.client.close();
      await pause(250);
    }
  })();
  return { stop: () => (over.abort(), arrivals.then(() => times)) };
}
