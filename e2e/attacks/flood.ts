import { limits } from '../../shared/limits.ts';
import { encode } from '../../shared/protocol.ts';
import { pause, within, type Attack } from './attack.ts';
import { textFrame } from './frame.ts';
import { honestHello } from './honest-hello.ts';
import { RawSocket } from './raw-socket.ts';
import { milliseconds, stillQuick, underAttack, unharmed } from './under-attack.ts';
import type { Victim } from './victim-process.ts';

const tickMs = 10;
const perTick = 10;

export const flood: Attack = {
  name: 'flood',
  about: 'One client that says a thousand messages a second and comes back whenever it is sent away.',
  run: ({ isLong }) =>
    underAttack({ calmMs: isLong ? 5_000 : 300 }, async ({ victim, calm, report }) => {
      const seen = await shout(victim, isLong ? 10_000 : 1_000);
      const stormy = await report();
      const most = limits.frameBurst + limits.framesPerSecond;
      return {
        counts: {
          messages: seen.sent,
          sockets: seen.endings.length,
          'sent away': seen.endings.filter((code) => code === 4429).length,
          'p50/p99 ms before': milliseconds(calm),
          during: milliseconds(stormy),
        },
        figures: [
          { name: 'messages that one socket had answered', value: seen.mostAnswered, most },
          { name: 'endings other than too fast', value: seen.endings.filter((code) => code !== 4429).length, most: 0 },
          ...unharmed(victim, stormy),
          ...stillQuick(calm, stormy),
        ],
        notes: victim.faults().lines,
      };
    }),
};

interface Seen {
  sent: number;
  mostAnswered: number;
  /** Close codes; undefined when the door did not even explain itself. */
  readonly endings: (number | undefined)[];
}

async function shout({ url }: Victim, forMs: number): Promise<Seen> {
  const seen: Seen = { sent: 0, mostAnswered: 0, endings: [] };
  const ack = textFrame(encode({ type: 'ack' }));
  const burst = Buffer.concat(Array.from({ length: perTick }, () => ack));
  const until = Date.now() + forMs;
  while (Date.now() < until) {
    let answered = -1;
    const socket = RawSocket.open({ url, onText: () => void (answered += 1) }, honestHello());
    for (let ticks = 0; !socket.hasEnded && ticks < 200; ticks += 1) {
      socket.write(burst);
      seen.sent += perTick;
      await pause(tickMs);
    }
    const ending = await within(5_000, socket.ended);
    socket.drop();
    seen.endings.push(ending?.code);
    seen.mostAnswered = Math.max(seen.mostAnswered, answered);
  }
  return seen;
}
