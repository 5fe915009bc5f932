import { FakeClock } from '../../testing/fake-clock.ts';
import { Connection } from '../../widget/connection/connection.ts';
import { Credentials } from '../../widget/connection/credentials.ts';
import type { OpenSocket, SocketEvents } from '../../widget/connection/socket.ts';
import { inParallel, pause, within, type Attack } from './attack.ts';
import { honestHello } from './honest-hello.ts';
import { chanceOf, type Chance } from './random.ts';
import { RawSocket } from './raw-socket.ts';
import { startVictim, type Victim } from './victim-process.ts';

const second = 1_000;

export const storm: Attack = {
  name: 'storm',
  about:
    'A server restarts under its pages: how close together they come back, by the code of the page and the words of the server.',
  run: async ({ seed }) => {
    const pages = 1_000;
    const victim = await startVictim({});
    try {
      const told = await sendAway(pages, victim);
      const chance = chanceOf(seed);
      const returns = told.map((frames) => returnOf(frames, chance)).toSorted((a, b) => a - b);
      const busiest = Math.max(
        ...returns.map((from) => returns.filter((at) => at >= from && at < from + second).length),
      );
      const { crashes, errors, lines } = victim.faults();
      return {
        counts: {
          pages,
          'told when to come back': told.filter((frames) => frames.some((text) => text.includes('retryInMs'))).length,
          'seconds until the last was back': ((returns.at(-1) ?? 0) / second).toFixed(1),
        },
        figures: [
          { name: '% within one second', value: (100 * busiest) / pages, most: 15 },
          { name: 'not sent away with 1012', value: pages - told.length, most: 0 },
          { name: 'crashes', value: crashes, most: 0 },
          { name: 'logged errors', value: errors, most: 0 },
        ],
        notes: lines,
      };
    } finally {
      await victim.stop();
    }
  },
};

/** What each page was told, from its welcome to the close. */
async function sendAway(pages: number, victim: Victim): Promise<readonly (readonly string[])[]> {
  const told: string[][] = [];
  const endings: Promise<number | undefined>[] = [];
  await inParallel(pages, 20, async () => {
    const frames: string[] = [];
    let welcomed = (): void => {};
    const welcome = new Promise<void>((resolve) => (welcomed = resolve));
    const onText = (text: string): void => void (frames.push(text), welcomed());
    const socket = RawSocket.open({ url: victim.url, onText }, honestHello());
    await within(5_000, welcome);
    told.push(frames);
    endings.push(socket.ended.then(({ code }) => code));
  });
  void victim.close();
  const codes = await Promise.all(endings.map((ending) => within(10_000, ending)));
  await pause(0);
  return told.filter((_, at) => codes[at] === 1012);
}

/** When a page that was told this opens its next socket, in milliseconds after the close. */
function returnOf(frames: readonly string[], chance: Chance): number {
  const clock = new FakeClock();
  const opened: { readonly at: number; readonly events: SocketEvents }[] = [];
  const openSocket: OpenSocket = (_url, _subProtocol, events) => {
    opened.push({ at: clock.now(), events });
    return { readyState: 1, send: () => {}, close: () => {} };
  };
  const connection = new Connection({
    credentials: new Credentials(),
    prepare: () => undefined,
    hasTickets: () => false,
    hello: () => ({ tab: 't', page: 'p', ledger: 'l', calls: [], locale: 'en', builtins: [], pageTools: [] }),
    onMessage: (message) => {
      if (message.type === 'notice' && message.kind === 'going_away') connection.returnIn(message.retryInMs);
    },
    onState: () => {},
    onFailure: () => {},
    openSocket,
    clock,
    random: () => chance.next(),
  });
  connection.open(new URL('ws://agent.example/agent'));
  const [first] = opened;
  first?.events.opened();
  for (const frame of frames) first?.events.received(frame);
  clock.advance(60 * second);
  const closedAt = clock.now();
  first?.events.closed(1012, 'going away');
  for (let step = 0; step < 120 && opened.length < 2; step += 1) clock.advance(second / 2);
  const again = opened[1]?.at ?? Infinity;
  connection.close();
  return again - closedAt;
}
