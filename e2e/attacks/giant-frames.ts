import { mib, pause, within, type Attack } from './attack.ts';
import { frameOf, opcode } from './frame.ts';
import { honestHello } from './honest-hello.ts';
import { RawSocket } from './raw-socket.ts';
import { memoryOf, milliseconds, stillQuick, underAttack, unharmed, watchMemory } from './under-attack.ts';
import type { Victim } from './victim-process.ts';

const sizes = [mib + 1, 16 * mib, 100 * mib];
const tooLarge = new Set<number | undefined>([4413, 1009]);
/** More than a kernel keeps on the way, so that a server which goes on reading shows. */
const poured = 8 * mib;
const chunk = Buffer.alloc(64 * 1024, 0x61);

export const giantFrames: Attack = {
  name: 'giant-frames',
  about: 'Frames of 1 MiB and a byte, 16 MiB and 100 MiB, whole and in fragments, with deflate offered.',
  run: async ({ isLong }) => {
    const sockets = isLong ? 60 : 12;
    const calmMs = isLong ? 4_000 : 300;
    return underAttack({ calmMs }, async ({ victim, before, calm, report }) => {
      const attackers = Array.from({ length: sockets }, (_, at) => ({
        size: sizes[at % 3] ?? mib,
        isWhole: at % 2 === 0,
      }));
      const held = watchMemory(victim);
      const wrong = await Promise.all(attackers.map(({ size, isWhole }) => send(victim, size, isWhole)));
      const stormy = await report();
      const most = await held.stop();
      const notes = wrong.filter((what) => what !== undefined);
      return {
        counts: { sockets, 'p50/p99 ms before': milliseconds(calm), during: milliseconds(stormy) },
        figures: [
          { name: 'not closed as too large', value: notes.length, most: 0 },
          { name: 'MiB held a socket', value: (most - memoryOf(before)) / mib / sockets, most: 1 },
          ...unharmed(victim, stormy),
          ...stillQuick(calm, stormy),
        ],
        notes: [...notes.slice(0, 5), ...victim.faults().lines],
      };
    });
  },
};

/** Pours a frame out until the server has had enough. What is wrong with how it said so. */
async function send({ url }: Victim, size: number, isWhole: boolean): Promise<string | undefined> {
  const headers = ['Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits'];
  const half = Math.ceil(size / 2);
  const first = { opcode: opcode.text, fin: isWhole, declared: isWhole ? size : half };
  const socket = RawSocket.open({ url, headers, stays: true }, honestHello(), frameOf(first));
  let sent = 0;
  const next = frameOf({ opcode: opcode.continuation, declared: half });
  while (!socket.hasEnded && sent < poured) {
    socket.write(chunk);
    sent += chunk.length;
    if (!isWhole && sent === Math.floor(half / chunk.length) * chunk.length) {
      socket.write(Buffer.alloc(half - sent, 0x61));
      socket.write(next);
    }
    await pause(0);
  }
  const ending = await within(5_000, socket.ended);
  socket.drop();
  if (/permessage-deflate/.test(socket.answer)) return 'took the deflate that was offered';
  return tooLarge.has(ending?.code) ? undefined : `${ending?.code} after ${sent} bytes`;
}
