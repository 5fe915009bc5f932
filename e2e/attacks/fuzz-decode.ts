import { compile } from 'zod/v4/core';
import { AgentError } from '../../shared/errors.ts';
import { canonicalJson } from '../../shared/json.ts';
import { clientMessage, decode, serverMessage } from '../../shared/protocol.ts';
import type { Attack, Size } from './attack.ts';
import { mutatedFrame, mutatedHello, mutatedServerFrame } from './mutate.ts';
import { chanceOf } from './random.ts';

const compiledClient = compile(clientMessage);
const compiledServer = compile(serverMessage);

export const fuzzDecode: Attack = {
  name: 'fuzz-decode',
  about:
    'Mutated frames of both directions straight into decode, which has to answer the same whether compiled or not.',
  run: async ({ seed, isLong }: Size) => {
    const frames = isLong ? 1_000_000 : 12_000;
    const chance = chanceOf(seed);
    const untouched = Reflect.ownKeys(Object.prototype).length;
    const notes: string[] = [];
    let legal = 0;
    for (let count = 0; count < frames; count += 1) {
      const isClient = !chance.oneIn(3);
      const frame = !isClient
        ? mutatedServerFrame(chance)
        : chance.oneIn(6)
          ? mutatedHello(chance)
          : mutatedFrame(chance);
      const plain = isClient
        ? verdict(() => decode(clientMessage, frame))
        : verdict(() => decode(serverMessage, frame));
      const fast = isClient
        ? verdict(() => decode(compiledClient, frame))
        : verdict(() => decode(compiledServer, frame));
      if (plain.startsWith('{')) legal += 1;
      if (plain !== fast || plain.startsWith('!')) notes.push(`${plain} / ${fast}: ${frame.slice(0, 300)}`);
    }
    return {
      counts: { frames, legal, refused: frames - legal },
      figures: [
        { name: 'surprises', value: notes.length, most: 0 },
        { name: 'new keys of Object.prototype', value: Reflect.ownKeys(Object.prototype).length - untouched, most: 0 },
      ],
      notes: notes.slice(0, 10),
    };
  },
};

/** The message in one spelling, the sentence of the refusal, or `!` and what should not have happened. */
function verdict(parse: () => object): string {
  try {
    const message = parse();
    return Object.getPrototypeOf(message) === Object.prototype ? canonicalJson(message) : '! another prototype';
  } catch (thrown) {
    if (!AgentError.is(thrown) || thrown.code !== 'bad_message') return `! ${String(thrown)}`;
    // It becomes the reason of a close frame.
    return /^[ -~]{1,123}$/.test(thrown.message) ? thrown.message : `! ${thrown.message}`;
  }
}
