import { closeCode } from '../../shared/protocol.ts';
import { within, type Attack } from './attack.ts';
import { frameOf, opcode } from './frame.ts';
import { honestHello } from './honest-hello.ts';
import { RawSocket, handshake } from './raw-socket.ts';
import { startVictim, type Victim } from './victim-process.ts';

const listed = 'https://shop.example';

/** Origins that a server which listens on loopback lets in, beside those that are listed. */
const welcome = [
  listed,
  'http://localhost',
  'http://localhost:3000',
  'https://localhost',
  'http://127.0.0.1:8080',
  'http://127.1.2.3',
  'http://[::1]',
  'http://[::1]:5173',
  'https://shop.localhost',
  'http://a.b.localhost:1',
];

/** What looks like one of them and is none. */
const foreign = [
  'null',
  '',
  '*',
  'https://evil.example',
  'http://shop.example',
  'https://shop.example:8443',
  'https://shop.example.evil.example',
  'https://evilshop.example',
  'https://sub.shop.example',
  'https://SHOP.example',
  'https://shop.example/',
  'https://shop.example/path',
  'https://shop.example.',
  'https://user@shop.example',
  'https://shop.example@evil.example',
  'https://shop.example#evil',
  'https://shop.example, https://evil.example',
  'https://evil.example https://shop.example',
  'http://localhost.evil.example',
  'http://evil-localhost',
  'http://127.0.0.1.evil.example',
  'http://127.0.0.1@evil.example',
  'http://2130706433.evil.example',
  'http://0x7f.1',
  'http://[::2]',
  'http://[::ffff:10.0.0.1]',
  'http://10.0.0.1',
  'http://0.0.0.0',
  'file://',
  'file:///home/a.html',
  'chrome-extension://abcdefghijklmnop',
  'moz-extension://a',
  'data:text/html,a',
  'blob:https://shop.example/1',
  'javascript:alert(1)',
  'ws://localhost',
  'https://shöp.example',
  'https://xn--shp-sna.example',
  '//shop.example',
  'shop.example',
];

export const origins: Attack = {
  name: 'origins',
  about: 'Every shape of the Origin header: only what is listed, or loopback, gets in.',
  run: async () => {
    // Foreign pages in numbers are turned away without a word: here each wants to be told.
    const victim = await startVictim({ origins: [listed] });
    const notes: string[] = [];
    let asked = 0;
    const check = async (got: Promise<string>, expected: readonly string[], what: string): Promise<void> => {
      asked += 1;
      const answer = await got;
      if (!expected.includes(answer)) notes.push(`${what}: ${answer}, expected ${expected.join(' or ')}`);
    };
    const refused = [String(closeCode.originRefused), '403'];
    try {
      for (const origin of welcome) await check(knock(victim, `Origin: ${origin}`), ['in'], origin);
      for (const origin of foreign) await check(knock(victim, `Origin: ${origin}`), refused, origin);
      await check(knock(victim, 'X-Origin: none'), refused, 'no origin');
      await check(knock(victim, `Sec-WebSocket-Origin: ${listed}`), refused, 'the origin of an old draft');
      await check(knock(victim, `Referer: ${listed}/`), refused, 'a referer instead');
      await check(knock(victim, `Origin: https://evil.example\r\nOrigin: ${listed}`), refused, 'two origins');
      await check(
        knock(victim, `Origin: https://evil.example\r\nHost: evil.example`),
        ['400', ...refused],
        'two hosts',
      );
      const { crashes, errors, lines } = victim.faults();
      return {
        counts: { handshakes: asked, 'let in': welcome.length },
        figures: [
          { name: 'wrong answers', value: notes.length, most: 0 },
          { name: 'crashes', value: crashes, most: 0 },
          { name: 'logged errors', value: errors, most: 0 },
        ],
        notes: [...notes, ...lines],
      };
    } finally {
      await victim.stop();
    }
  },
};

/** What becomes of a handshake with this line in the place of its origin: `in`, a close code or a status. */
async function knock({ url }: Victim, line: string): Promise<string> {
  let enter = (): void => {};
  const entered = new Promise<'in'>((resolve) => (enter = () => resolve('in')));
  const socket = new RawSocket({ url, onText: enter });
  const request = handshake({ url })
    .toString()
    .replace(/Origin: [^\r]*/, () => line);
  socket.write(Buffer.concat([Buffer.from(request), honestHello(), frameOf({ opcode: opcode.ping })]));
  const ended = socket.ended.then(({ code, status }) => String(code ?? status ?? 'cut'));
  const outcome = await within(5_000, Promise.race([entered, ended]));
  socket.drop();
  return outcome ?? 'nothing';
}
