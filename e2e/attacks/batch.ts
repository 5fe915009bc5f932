import { PROTOCOL_VERSION, clientMessage, decode, encode, type ClientMessage } from '../../shared/protocol.ts';
import { grantTools } from '../../server/policy/tool-access.ts';
import { anyone } from '../../server/policy/visitor.ts';
import { within } from './attack.ts';
import { textFrame } from './frame.ts';
import { RawSocket } from './raw-socket.ts';
import type { Victim } from './victim-process.ts';

const answerMs = 20_000;

/** What one socket says. */
export interface Batch {
  readonly frames: readonly string[];
  /** The server has to refuse the last of them. */
  readonly isRefused: boolean;
  /** How often it has to answer an `ack` before. */
  readonly acks: number;
}

/** Takes frames until one is refused, or there are enough. */
export function batchOf(most: number, draw: (at: number) => string): Batch {
  const frames: string[] = [];
  let acks = 0;
  while (frames.length < most) {
    const isFirst = frames.length === 0;
    const frame = draw(frames.length);
    const message = verdict(frame, isFirst);
    frames.push(frame);
    if (!message) return { frames, isRefused: true, acks };
    if (message.type === 'ack') acks += 1;
  }
  return { frames, isRefused: false, acks };
}

/** The message, when a server has to take it. */
function verdict(frame: string, isFirst: boolean): ClientMessage | undefined {
  try {
    const message = decode(clientMessage, frame);
    if ((message.type === 'hello') !== isFirst) return undefined;
    if (message.type === 'hello' && message.version !== PROTOCOL_VERSION) return undefined;
    if (message.type === 'hello' || message.type === 'tools.changed') grantTools(message, anyone.mayUse);
    return message;
  } catch {
    // What decode should not throw is not for this attack to find: a server refuses the frame all the same.
    return undefined;
  }
}

const refusals: ReadonlySet<number | undefined> = new Set([4400, 4401, 4406]);
const ackFrame = encode({ type: 'ack' });

/** Says a batch, and waits for the server's verdict on all of it. What is not as expected, in words. */
export async function judge({ url }: Victim, { frames, isRefused, acks }: Batch): Promise<string | undefined> {
  let awaited = acks + 1;
  let answered = (): void => {};
  const all = new Promise<'answered'>((resolve) => (answered = () => resolve('answered')));
  const onText = (text: string): void => {
    if (text === ackFrame && --awaited === 0) answered();
  };
  const last = isRefused ? [] : [textFrame(ackFrame)];
  const socket = RawSocket.open({ url, onText }, ...frames.map(textFrame), ...last);
  const outcome = await within(answerMs, Promise.race([socket.ended, all]));
  socket.drop();
  const isAsExpected = typeof outcome === 'object' ? isRefused && refusals.has(outcome.code) : outcome && !isRefused;
  if (isAsExpected) return undefined;
  return `${JSON.stringify(outcome ?? 'no answer')} to ${frames.at(-1)?.slice(0, 300)} after ${frames.length - 1}`;
}
