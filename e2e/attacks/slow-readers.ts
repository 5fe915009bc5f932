import { limits } from '../../shared/limits.ts';
import { mib, pause, type Attack } from './attack.ts';
import { honestHello, said } from './honest-hello.ts';
import { RawSocket } from './raw-socket.ts';
import type { Victim } from './victim-process.ts';
import { memoryOf, milliseconds, stillQuick, underAttack, unharmed, watchMemory } from './under-attack.ts';

/** What the kernel takes on the way does not count; this is well beyond it and the server's own bound. */
const streamed = 16 * mib;
const piece = 16_384;
/** Of a healthy page each has one socket. */
const healthy = 4;

export const slowReaders: Attack = {
  name: 'slow-readers',
  about: 'Pages that ask for megabytes of text and read none of it.',
  run: ({ isLong }) => {
    const sockets = isLong ? 100 : 10;
    // In the long form as slow as a model is at its fastest; a stream at full speed would keep the server busy by itself.
    const pauseMs = isLong ? 30 : 0;
    const options = { calmMs: isLong ? 4_000 : 300, limits: { graceMs: 300, sessionMs: 5_000 } };
    return underAttack(options, async ({ victim, before, calm, report }) => {
      const text = `think ${streamed / piece} ${piece} ${pauseMs}`;
      const question = said({ type: 'user.message', id: 'm1', text });
      const held = watchMemory(victim);
      const readers = Array.from({ length: sockets }, () => {
        const reader = RawSocket.open({ url: victim.url }, honestHello(), question);
        reader.net.pause();
        return reader;
      });
      await pause((streamed / piece) * pauseMs);
      const left = await untilLet(victim);
      const stormy = await report();
      const most = await held.stop();
      for (const reader of readers) reader.drop();
      await pause(isLong ? 30_000 : 1_000);
      const after = await victim.vitals();
      return {
        counts: {
          sockets,
          'MiB streamed to each': streamed / mib,
          'MB of RSS before': Math.round(before.rss / mib),
          after: Math.round(after.rss / mib),
          'p50/p99 ms before': milliseconds(calm),
          during: milliseconds(stormy),
        },
        figures: [
          {
            name: 'MiB held a socket',
            value: (most - memoryOf(before)) / mib / sockets,
            // The frame that reaches the bound is still taken, the socket has a session, and what is garbage by then
            // lies there until the next collection.
            most: limits.maxBufferedBytes / mib + 1.5,
          },
          { name: 'slow readers still attached', value: left, most: 0 },
          { name: 'MB of memory left', value: (memoryOf(after) - memoryOf(before)) / mib, most: 2 },
          { name: 'RSS × that before', value: after.rss / before.rss, most: 1.05, isTimed: true },
          ...unharmed(victim, stormy),
          ...stillQuick(calm, stormy),
        ],
        notes: victim.faults().lines,
      };
    });
  },
};

/** How many slow readers are attached once the server has had the time to end them. */
async function untilLet(victim: Victim): Promise<number> {
  let left = 0;
  for (let tries = 0; tries < 100; tries += 1) {
    left = (await victim.vitals()).sockets - healthy;
    if (left <= 0) return 0;
    await pause(200);
  }
  return left;
}
