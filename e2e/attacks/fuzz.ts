import { inParallel, mib, pause, within, type Attack, type Figure, type Size } from './attack.ts';
import { batchOf, judge, type Batch } from './batch.ts';
import { frameOf, opcode } from './frame.ts';
import { honestHello } from './honest-hello.ts';
import { mutatedFrame, mutatedHello } from './mutate.ts';
import { chanceOf, type Chance } from './random.ts';
import { RawSocket } from './raw-socket.ts';
import { startVictim, type Victim } from './victim-process.ts';
import { startWitness } from './witness-process.ts';

const width = 24;
const maxBatch = 40;
const answerMs = 20_000;

/** Sessions end soon after their page, so that what is left over afterwards is a leak. */
const limits = { framesPerSecond: 1e9, frameBurst: 1e9, graceMs: 300, sessionMs: 5_000 };

interface Tally {
  frames: number;
  legal: number;
  sockets: number;
  readonly surprises: string[];
}

export const fuzz: Attack = {
  name: 'fuzz',
  about: 'Mutated and random frames over real sockets, beside a page that goes on talking.',
  run: async ({ seed, isLong }: Size) => {
    const wanted = isLong
      ? { json: 1_000_000, bytes: 100_000, warmUp: 50_000 }
      : { json: 16_000, bytes: 2_000, warmUp: 2_000 };
    const victim = await startVictim({ limits });
    const witness = await startWitness(victim);
    try {
      await fuzzJson(victim, wanted.warmUp, seed + 1);
      await fuzzBytes(victim, wanted.warmUp / 10, seed + 1);
      const before = await settled(victim);
      const json = await fuzzJson(victim, wanted.json, seed);
      const bytes = await fuzzBytes(victim, wanted.bytes, seed);
      const after = await settled(victim);
      const { turns, wrong, lost } = await witness.report();
      const { crashes, errors, lines } = victim.faults();
      const surprises = [...json.surprises, ...bytes.surprises];
      const figures: Figure[] = [
        { name: 'crashes', value: crashes, most: 0 },
        { name: 'logged errors', value: errors, most: 0 },
        { name: 'verdicts other than decode gives', value: surprises.length, most: 0 },
        { name: 'witness turns wrong or lost', value: wrong + lost, most: 0 },
        { name: 'polluted prototypes', value: Number(after.isPolluted), most: 0 },
        { name: 'MB of RSS gained', value: (after.rss - before.rss) / mib, most: 20, isTimed: true },
      ];
      const counts = {
        'JSON frames': json.frames,
        legal: json.legal,
        'random frames': bytes.frames,
        sockets: json.sockets + bytes.sockets,
        'witness turns': turns,
        'MB of heap gained': ((after.heap - before.heap) / mib).toFixed(1),
      };
      return { counts, figures, notes: [...surprises.slice(0, 10), ...lines.slice(0, 3)] };
    } finally {
      await witness.stop();
      await victim.stop();
    }
  },
};

/** When every session that the attack left behind has expired. */
async function settled(victim: Victim) {
  await pause(1.2 * limits.sessionMs + limits.graceMs);
  return victim.vitals();
}

async function fuzzJson(victim: Victim, frames: number, seed: number): Promise<Tally> {
  const chance = chanceOf(seed);
  const tally: Tally = { frames: 0, legal: 0, sockets: 0, surprises: [] };
  // Frames are drawn as sockets have room for them, always in one order.
  await inParallel(Number.MAX_SAFE_INTEGER, width, async () => {
    if (tally.frames >= frames) return Promise.reject(done);
    const batch = drawBatch(chance);
    tally.frames += batch.frames.length;
    tally.legal += batch.frames.length - Number(batch.isRefused);
    tally.sockets += 1;
    const surprise = await judge(victim, batch);
    if (surprise) tally.surprises.push(surprise);
  }).catch((thrown: unknown) => {
    if (thrown !== done) throw thrown;
  });
  return tally;
}

const done = new Error('All frames are sent.');

/** What one socket will say: legal frames, up to the first that is refused. */
function drawBatch(chance: Chance): Batch {
  return batchOf(maxBatch, (at) => (at === 0 ? mutatedHello(chance) : mutatedFrame(chance)));
}

/** Frames without meaning, each on a socket of its own: binary ones, and text that is no UTF-8. */
async function fuzzBytes({ url }: Victim, frames: number, seed: number): Promise<Tally> {
  const chance = chanceOf(seed);
  const tally: Tally = { frames: 0, legal: 0, sockets: 0, surprises: [] };
  await inParallel(frames, width, async () => {
    const isBinary = chance.oneIn(2);
    const noise = chance.bytes(chance.whole(200));
    const payload = isBinary ? noise : Buffer.concat([noise, Buffer.from([0xff])]);
    const frame = frameOf({ opcode: isBinary ? opcode.binary : opcode.text, payload });
    const socket = RawSocket.open({ url }, ...(chance.oneIn(2) ? [honestHello()] : []), frame);
    tally.frames += 1;
    tally.sockets += 1;
    const ending = await within(answerMs, socket.ended);
    socket.drop();
    if (ending?.code !== (isBinary ? 4400 : 1007))
      tally.surprises.push(`${ending?.code} to ${payload.toString('hex')}`);
  });
  return tally;
}
