import { newId } from '../../shared/ids.ts';
import { encode } from '../../shared/protocol.ts';
import { mib, pause, within, type Attack } from './attack.ts';
import { textFrame } from './frame.ts';
import { honestHello } from './honest-hello.ts';
import { chanceOf, type Chance } from './random.ts';
import { RawSocket } from './raw-socket.ts';
import { startVictim, type Victim } from './victim-process.ts';
import { memoryOf } from './under-attack.ts';

const pages = 200;
const limits = { graceMs: 500, sessionMs: 5_000 };
const turnEveryMs = 400;
/** A fifth of the pages leave in each stretch of this length, and as many come. */
const churnMs = 10_000;
const samples = 12;

export const endurance: Attack = {
  name: 'endurance',
  about: 'Two hundred pages that talk and come and go: what the server needs must not grow.',
  run: async ({ seed, isLong, minutes }) => {
    if (!isLong) return { counts: { 'left to the long form': 1 }, figures: [] };
    const victim = await startVictim({ limits });
    const chance = chanceOf(seed);
    let isOver = false;
    let turns = 0;
    const isDone = (): boolean => isOver;
    const talk = Promise.all(Array.from({ length: pages }, () => visitors(victim, chance, isDone, () => (turns += 1))));
    try {
      const everyMs = (minutes * 60_000) / samples;
      await pause(Math.max(everyMs, 20_000));
      const seen = [await victim.vitals()];
      for (let sample = 1; sample < samples; sample += 1) {
        await pause(everyMs);
        seen.push(await victim.vitals());
      }
      isOver = true;
      await talk;
      const perHour = (slope(seen.map(memoryOf)) / mib) * (3_600_000 / everyMs);
      const handles = seen.map((vitals) => vitals.handles);
      const { crashes, errors, lines } = victim.faults();
      return {
        counts: {
          minutes,
          turns,
          'MB of heap': seen.map((vitals) => (memoryOf(vitals) / mib).toFixed(1)).join(' '),
          'MB of RSS': seen.map((vitals) => Math.round(vitals.rss / mib)).join(' '),
        },
        figures: [
          { name: 'MB an hour', value: perHour, most: minutes < 30 ? 20 : 1, isTimed: true },
          // Each page has a few timers of its own, and not always the same ones.
          {
            name: 'handles more at the end than at first',
            value: (handles.at(-1) ?? 0) - (handles[0] ?? 0),
            most: pages / 2,
          },
          { name: 'crashes', value: crashes, most: 0 },
          { name: 'logged errors', value: errors, most: 0 },
        ],
        notes: lines.slice(0, 5),
      };
    } finally {
      isOver = true;
      await victim.stop();
    }
  },
};

/** One page after another, each for a while. */
async function visitors(victim: Victim, chance: Chance, isDone: () => boolean, onTurn: () => void): Promise<void> {
  while (!isDone()) {
    const stayMs = churnMs * 5 * (0.5 + chance.next());
    const until = Date.now() + stayMs;
    let ended = (): void => {};
    const onText = (text: string): void => {
      if (text.startsWith('{"type":"turn.ended"')) ended();
    };
    const socket = RawSocket.open({ url: victim.url, onText }, honestHello());
    await socket.answered;
    while (!isDone() && Date.now() < until) {
      const turn = new Promise<void>((resolve) => (ended = resolve));
      socket.write(textFrame(encode({ type: 'user.message', id: newId(), text: 'How are you?' })));
      if (
        await within(
          10_000,
          turn.then(() => true),
        )
      )
        onTurn();
      await pause(turnEveryMs * (0.5 + chance.next()));
    }
    socket.drop();
  }
}

/** By least squares, a step from one value to the next. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / spread;
}
