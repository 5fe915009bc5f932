import { inParallel, within, type Attack } from './attack.ts';
import { framingCases, type Expected } from './framing-cases.ts';
import { handshakeCases } from './handshake-cases.ts';
import { honestHello } from './honest-hello.ts';
import { RawSocket, handshake, type Ending } from './raw-socket.ts';
import { startVictim, type Victim } from './victim-process.ts';
import { startWitness } from './witness-process.ts';

const answerMs = 5_000;

export const framing: Attack = {
  name: 'framing',
  about: 'Frames and handshakes that break RFC 6455, each answered with its close code or status.',
  run: async () => {
    const victim = await startVictim();
    const witness = await startWitness(victim);
    try {
      const notes: string[] = [];
      await inParallel(framingCases.length, 4, async (at) => {
        for (const { name, frames, expected } of framingCases.slice(at, at + 1)) {
          const got = await say(victim, frames);
          if (got !== expected) notes.push(`${name}: ${got}, expected ${expected}`);
        }
      });
      for (const { name, change, expected } of handshakeCases) {
        const got = await shake(victim, change);
        if (got !== expected) notes.push(`${name}: ${got}, expected ${expected}`);
      }
      const { turns, wrong, lost } = await witness.report();
      const { crashes, errors, lines } = victim.faults();
      return {
        counts: { frames: framingCases.length, handshakes: handshakeCases.length, 'witness turns': turns },
        figures: [
          { name: 'wrong answers', value: notes.length, most: 0 },
          { name: 'crashes', value: crashes, most: 0 },
          { name: 'logged errors', value: errors, most: 0 },
          { name: 'witness turns wrong or lost', value: wrong + lost, most: 0 },
        ],
        notes: [...notes, ...lines],
      };
    } finally {
      await witness.stop();
      await victim.stop();
    }
  },
};

async function say({ url }: Victim, frames: readonly Uint8Array[]): Promise<Expected | 'nothing'> {
  let answer = (_: Expected): void => {};
  const answered = new Promise<Expected>((resolve) => (answer = resolve));
  const onText = (text: string): void => {
    if (text === '{"type":"ack"}') answer('ack');
  };
  const socket = RawSocket.open(
    { url, onText, onPong: (payload) => answer(`pong ${payload}`) },
    honestHello(),
    ...frames,
  );
  const outcome = await within(answerMs, Promise.race([answered, socket.ended.then(inWords)]));
  socket.drop();
  return outcome ?? 'nothing';
}

function inWords({ code, isTold }: Ending): Expected {
  return code ?? (isTold ? 'closed' : 'cut');
}

/** The status of the answer; after an upgrade, the close code that follows it, or `open`. */
async function shake({ url }: Victim, change: (request: string) => string): Promise<string> {
  const socket = new RawSocket({ url });
  socket.write(change(handshake({ url }).toString()));
  await within(answerMs, socket.answered);
  const status = /^HTTP\/1\.1 (\d+)/.exec(socket.answer)?.[1] ?? 'cut';
  const ending = status === '101' ? await within(150, socket.ended) : undefined;
  socket.drop();
  return status === '101' ? (ending ? `101 ${inWords(ending)}` : '101 open') : status;
}
