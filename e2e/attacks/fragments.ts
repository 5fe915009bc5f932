import { mib, pause, type Attack } from './attack.ts';
import { frameOf, opcode } from './frame.ts';
import { honestHello } from './honest-hello.ts';
import { RawSocket } from './raw-socket.ts';
import { milliseconds, stillQuick, underAttack, unharmed } from './under-attack.ts';

const sockets = 20;
const perSocket = 16_000;
const perWrite = 250;

export const fragments: Attack = {
  name: 'fragments',
  about: 'Twenty sockets with 16,000 fragments of one byte each, a message that never ends.',
  run: ({ isLong }) =>
    underAttack({ calmMs: isLong ? 4_000 : 300 }, async ({ victim, before, calm, report }) => {
      const first = frameOf({ opcode: opcode.text, fin: false, payload: 'a' });
      const further = Buffer.concat(
        Array.from({ length: perWrite }, () => frameOf({ opcode: opcode.continuation, fin: false, payload: 'a' })),
      );
      // They stay after they were told to go, so that whatever the server keeps for them is kept.
      const attackers = Array.from({ length: sockets }, () =>
        RawSocket.open({ url: victim.url, stays: true }, honestHello(), first),
      );
      for (let sent = 0; sent < perSocket; sent += perWrite) {
        for (const attacker of attackers) attacker.write(further);
        await pause(0);
      }
      await pause(isLong ? 1_000 : 200);
      const stormy = await report();
      const { heap, outside } = await victim.vitals();
      const codes = await Promise.all(attackers.map(({ ended }) => ended.then(({ code }) => code)));
      for (const attacker of attackers) attacker.drop();
      return {
        counts: {
          sockets,
          fragments: sockets * perSocket,
          'close codes': [...new Set(codes)].join('/'),
          'p50/p99 ms before': milliseconds(calm),
          during: milliseconds(stormy),
        },
        figures: [
          { name: 'MB of heap for all', value: (heap - before.heap) / mib, most: 2 },
          { name: 'MB of buffers for all', value: (outside - before.outside) / mib, most: 2 },
          ...unharmed(victim, stormy),
          ...stillQuick(calm, stormy),
        ],
        notes: victim.faults().lines,
      };
    }),
};
