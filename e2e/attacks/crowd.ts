import { inParallel, within, type Attack } from './attack.ts';
import { honestHello } from './honest-hello.ts';
import { RawSocket } from './raw-socket.ts';
import { milliseconds, stillQuick, underAttack, unharmed } from './under-attack.ts';
import type { Victim } from './victim-process.ts';

const visitorSockets = 20;
/** Another address of this machine than the healthy pages have. */
const attacker = '127.0.0.2';

export const crowd: Attack = {
  name: 'crowd',
  about: 'One address that opens ten thousand sockets: it gets its share, and everybody else theirs.',
  run: ({ isLong }) =>
    underAttack({ calmMs: isLong ? 5_000 : 300, limits: { visitorSockets } }, async ({ victim, calm, report }) => {
      const wanted = isLong ? 10_000 : 300;
      const refusals = new Map<string, number>();
      const inside: RawSocket[] = [];
      await inParallel(wanted, 50, async () => {
        const { socket, outcome } = await knock(victim);
        if (outcome === 'in') inside.push(socket);
        else refusals.set(outcome, (refusals.get(outcome) ?? 0) + 1);
      });
      const stormy = await report();
      for (const socket of inside) socket.drop();
      return {
        counts: {
          sockets: wanted,
          'let in': inside.length,
          refused: [...refusals].map(([how, count]) => `${count} × ${how}`).join(' and '),
          'p50/p99 ms before': milliseconds(calm),
          during: milliseconds(stormy),
        },
        figures: [
          { name: 'let in beyond the share', value: Math.abs(inside.length - visitorSockets), most: 0 },
          { name: 'left without an answer', value: refusals.get('nothing') ?? 0, most: 0 },
          ...unharmed(victim, stormy),
          ...stillQuick(calm, stormy),
        ],
        notes: victim.faults().lines,
      };
    }),
};

/** A socket with its hello: `in` when it was welcome, else the close code or the status. */
async function knock({ url }: Victim): Promise<{ readonly socket: RawSocket; readonly outcome: string }> {
  let enter = (): void => {};
  const entered = new Promise<'in'>((resolve) => (enter = () => resolve('in')));
  const socket = RawSocket.open({ url, from: attacker, onText: () => enter() }, honestHello());
  const ended = socket.ended.then(({ code, status }) => String(code ?? status ?? 'cut'));
  const outcome = (await within(10_000, Promise.race([entered, ended]))) ?? 'nothing';
  if (outcome !== 'in') socket.drop();
  return { socket, outcome };
}
