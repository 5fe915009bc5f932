import { mib, pause, within, type Attack } from './attack.ts';
import { textFrame } from './frame.ts';
import { honestHello } from './honest-hello.ts';
import { RawSocket } from './raw-socket.ts';
import { milliseconds, stillQuick, underAttack, unharmed } from './under-attack.ts';
import type { Victim } from './victim-process.ts';

interface Bomb {
  readonly name: string;
  readonly frame: string;
  /** A close code, or `taken` for one that is legal. */
  readonly expected: number | 'taken';
}

const keys = (count: number): string => Array.from({ length: count }, (_, at) => `"k${at}":0`).join(',');
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const result = (value: string): string => `{"type":"tool.result","call":"1.1.0","result":{"ok":true,"value":${value}}}`;
const message = (text: string): string => `{"type":"user.message","id":"m1","text":${text}}`;
const offer = (schema: string): string =>
  `{"type":"tools.changed","builtins":[],"pageTools":[{"name":"a","description":"","inputSchema":${schema},"readOnly":true,"definition":"d"}]}`;

/** As much as fits a frame. */
const room = mib - 200;

const bombs: readonly Bomb[] = [
  { name: 'an array 10,000 deep', frame: nested(10_000), expected: 4400 },
  { name: 'a result 10,000 deep', frame: result(nested(10_000)), expected: 4400 },
  { name: 'an array half a million deep', frame: nested(room / 2), expected: 4400 },
  { name: 'a million opening brackets', frame: '['.repeat(room), expected: 4400 },
  { name: 'objects 100,000 deep', frame: `${'{"a":'.repeat(100_000)}0${'}'.repeat(100_000)}`, expected: 4400 },
  { name: 'a result of 64 levels, which is one too many', frame: result(nested(63)), expected: 4400 },
  { name: '80,000 keys', frame: `{"type":"ack",${keys(80_000)}}`, expected: 4400 },
  { name: 'a result with 80,000 keys', frame: result(`{${keys(80_000)}}`), expected: 4400 },
  { name: 'a tool with 80,000 keys', frame: offer(`{${keys(80_000)}}`), expected: 4400 },
  { name: '200,000 keys', frame: `{"type":"ack",${keys(200_000)}}`, expected: 4413 },
  { name: 'one key a hundred thousand times', frame: `{"type":"ack"${',"a":0'.repeat(100_000)}}`, expected: 4400 },
  { name: 'a result with 20,000 keys', frame: result(`{${keys(20_000)}}`), expected: 'taken' },
  { name: '140,000 objects', frame: result(`[${'{"":0},'.repeat(140_000)}0]`), expected: 4400 },
  {
    name: 'a type that is said a hundred thousand times',
    frame: `{${'"type":0,'.repeat(100_000)}"type":"ack"}`,
    expected: 4400,
  },
  { name: 'a key of a million characters', frame: `{"type":"ack","${'k'.repeat(1_000_000)}":0}`, expected: 4400 },
  { name: 'a type of a million characters', frame: `{"type":"${'k'.repeat(1_000_000)}"}`, expected: 4400 },
  { name: 'a message of a million characters', frame: message(`"${'x'.repeat(1_000_000)}"`), expected: 4400 },
  { name: 'a result of half a million zeros', frame: result(`[${'0,'.repeat(500_000)}0]`), expected: 4400 },
  { name: 'a number of a million digits', frame: result('9'.repeat(1_000_000)), expected: 'taken' },
  { name: 'a fraction of a million digits', frame: result(`0.${'9'.repeat(1_000_000)}`), expected: 'taken' },
  { name: 'escapes all the way', frame: result(`"${'\\u0000'.repeat(170_000)}"`), expected: 'taken' },
  { name: '1e400 where a number belongs', frame: '{"type":"turn.cancel","turn":1e400}', expected: 4400 },
  { name: '-1e400 where a number belongs', frame: '{"type":"turn.cancel","turn":-1e400}', expected: 4400 },
  { name: '1e400 as a version', frame: '{"type":"hello","version":1e400}', expected: 4400 },
  { name: '1e400 as a result', frame: result('1e400'), expected: 'taken' },
  { name: 'half a surrogate pair as a text', frame: message('"\\ud800"'), expected: 'taken' },
  { name: 'halves in the wrong order', frame: message('"\\udc00\\ud800"'), expected: 'taken' },
  { name: 'half a surrogate pair as a type', frame: '{"type":"\\ud800"}', expected: 4400 },
  { name: 'spaces without end', frame: `${' '.repeat(room)}{"type":"ack"}`, expected: 'taken' },
  { name: 'nothing but a quote and backslashes', frame: `"${'\\'.repeat(room)}`, expected: 4400 },
];

export const jsonBombs: Attack = {
  name: 'json-bombs',
  about: 'JSON that is dear to parse, to check or to walk.',
  run: ({ isLong }) =>
    underAttack({ calmMs: isLong ? 4_000 : 300 }, async ({ victim, calm, report }) => {
      const notes: string[] = [];
      const costs: { readonly name: string; readonly ms: number }[] = [];
      for (let round = 0; round < (isLong ? 5 : 1); round += 1) {
        for (const bomb of bombs) {
          const cpu = await victim.cpu();
          const got = await drop(victim, bomb.frame);
          if (got !== bomb.expected) notes.push(`${bomb.name}: ${got}, expected ${bomb.expected}`);
          costs.push({ name: bomb.name, ms: (await victim.cpu()) - cpu });
          if (isLong) await pause(50);
        }
      }
      const stormy = await report();
      const worst = worstOf(costs);
      return {
        counts: {
          bombs: costs.length,
          'p50/p99 ms before': milliseconds(calm),
          during: milliseconds(stormy),
          'the worst was': worst.name,
        },
        figures: [
          { name: 'wrong answers', value: notes.length, most: 0 },
          { name: 'ms of the processor for one', value: worst.ms, most: 50, isTimed: true },
          ...unharmed(victim, stormy),
          ...stillQuick(calm, stormy),
        ],
        notes: [...notes, ...victim.faults().lines.slice(0, 3)],
      };
    }),
};

/** The bomb whose best time was the worst: what the server does for others meanwhile counts only by chance. */
function worstOf(costs: readonly { readonly name: string; readonly ms: number }[]) {
  const best = new Map<string, number>();
  for (const { name, ms } of costs) best.set(name, Math.min(ms, best.get(name) ?? Infinity));
  const [worst = ['none', 0] as const] = [...best].toSorted(([, one], [, other]) => other - one);
  return { name: worst[0], ms: worst[1] };
}

async function drop({ url }: Victim, frame: string): Promise<number | 'taken' | undefined> {
  let taken = (): void => {};
  const answered = new Promise<'taken'>((resolve) => (taken = () => resolve('taken')));
  const onText = (text: string): void => {
    if (text === '{"type":"ack"}') taken();
  };
  const socket = RawSocket.open({ url, onText }, honestHello(), textFrame(frame), textFrame('{"type":"ack"}'));
  const outcome = await within(10_000, Promise.race([answered, socket.ended.then(({ code }) => code)]));
  socket.drop();
  return outcome;
}
