import { frameOf, opcode, textFrame } from './frame.ts';

/** A close code, or what else the server does. */
export type Expected = number | 'ack' | `pong ${string}` | 'closed' | 'cut';

interface FramingCase {
  readonly name: string;
  readonly frames: readonly Buffer[];
  readonly expected: Expected;
}

const protocolError = 1002;
const invalidText = 1007;
const badMessage = 4400;
const tooLarge = 4413;

const ack = '{"type":"ack"}';
const { continuation, text, binary, close, ping, pong } = opcode;

function closing(code: number, reason: string | Uint8Array = ''): Buffer {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return frameOf({ opcode: close, payload: Buffer.concat([payload, Buffer.from(reason)]) });
}

const opcodes = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((reserved) => ({
  name: `the reserved opcode ${reserved}`,
  frames: [frameOf({ opcode: reserved, payload: ack })],
  expected: protocolError,
}));

const bits = [1, 2, 3, 4, 7].map((rsv) => ({
  name: `reserved bits ${rsv}`,
  frames: [frameOf({ opcode: text, rsv, payload: ack })],
  expected: protocolError,
}));

const unmasked = [text, binary, ping, close].map((kind) => ({
  name: `opcode ${kind} without a mask`,
  frames: [frameOf({ opcode: kind, masked: false, payload: kind === close ? '' : ack })],
  expected: protocolError,
}));

const control = [close, ping, pong].flatMap((kind) => [
  {
    name: `control opcode ${kind} in fragments`,
    frames: [frameOf({ opcode: kind, fin: false })],
    expected: protocolError,
  },
  {
    name: `control opcode ${kind} with 126 bytes`,
    frames: [frameOf({ opcode: kind, payload: '\u0003\u00e8'.padEnd(126, 'x') })],
    expected: protocolError,
  },
]);

const forbiddenCodes = [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535].map((code) => ({
  name: `close code ${code}`,
  frames: [closing(code)],
  expected: protocolError,
}));

const allowedCodes = [1000, 1001, 1011, 3000, 4999].map((code) => ({
  name: `close code ${code}`,
  frames: [closing(code, 'bye')],
  expected: code,
}));

const invalidBytes: Readonly<Record<string, readonly number[]>> = {
  'a byte that never occurs': [0xff],
  'an overlong slash': [0xc0, 0xaf],
  'half a surrogate pair': [0xed, 0xa0, 0x80],
  'a code point beyond the last': [0xf4, 0x90, 0x80, 0x80],
  'a cut sequence': [0xe2, 0x82],
};

const invalidUtf8 = Object.entries(invalidBytes).flatMap(([what, bytes]) => {
  const payload = Uint8Array.from(bytes);
  return [
    { name: `text with ${what}`, frames: [frameOf({ opcode: text, payload })], expected: invalidText },
    { name: `a close reason with ${what}`, frames: [closing(1000, payload)], expected: invalidText },
  ];
});

const start = frameOf({ opcode: text, fin: false, payload: ack.slice(0, 5) });
const end = frameOf({ opcode: continuation, payload: ack.slice(5) });
const euro = Buffer.from(`{"type":"€"}`);

const fragments: readonly FramingCase[] = [
  { name: 'two fragments', frames: [start, end], expected: 'ack' },
  {
    name: 'a ping between two fragments',
    frames: [start, frameOf({ opcode: ping, payload: 'x' }), end],
    expected: 'pong x',
  },
  {
    name: 'empty fragments',
    frames: [frameOf({ opcode: text, fin: false }), frameOf({ opcode: continuation, payload: ack })],
    expected: 'ack',
  },
  { name: 'a continuation without a start', frames: [end], expected: protocolError },
  {
    name: 'a continuation after the end',
    frames: [textFrame('{"type":"turn.cancel","turn":1}'), end],
    expected: protocolError,
  },
  { name: 'a text within a text', frames: [start, textFrame(ack)], expected: protocolError },
  {
    name: 'a binary within a text',
    frames: [start, frameOf({ opcode: binary, payload: 'x' })],
    expected: protocolError,
  },
  {
    name: 'fragments of binary',
    frames: [frameOf({ opcode: binary, fin: false, payload: 'x' }), frameOf({ opcode: continuation, payload: 'y' })],
    expected: badMessage,
  },
  {
    name: 'a letter cut in two, which is text',
    frames: [
      frameOf({ opcode: text, fin: false, payload: euro.subarray(0, 10) }),
      frameOf({ opcode: continuation, payload: euro.subarray(10) }),
    ],
    expected: badMessage,
  },
  {
    name: 'half a letter, then the end',
    frames: [
      frameOf({ opcode: text, fin: false, payload: euro.subarray(0, 10) }),
      frameOf({ opcode: continuation, payload: 'x' }),
    ],
    expected: invalidText,
  },
];

const lengths: readonly FramingCase[] = [
  { name: 'a length beyond 2^53', frames: [frameOf({ opcode: text, declared: 2n ** 60n })], expected: tooLarge },
  {
    name: 'a length with its first bit set',
    frames: [frameOf({ opcode: text, declared: 2n ** 64n - 1n })],
    expected: tooLarge,
  },
  { name: 'a length of 2^32', frames: [frameOf({ opcode: text, declared: 2n ** 32n })], expected: tooLarge },
  {
    name: 'one byte more than a frame may hold',
    frames: [frameOf({ opcode: text, declared: 1_048_577 })],
    expected: tooLarge,
  },
  {
    name: 'a short text in the 16 bit form',
    frames: [frameOf({ opcode: text, payload: ack, lengthBits: 16 })],
    expected: 'ack',
  },
  {
    name: 'a short text in the 64 bit form',
    frames: [frameOf({ opcode: text, payload: ack, lengthBits: 64 })],
    expected: 'ack',
  },
  {
    name: 'a ping in the 16 bit form',
    frames: [frameOf({ opcode: ping, payload: 'x', lengthBits: 16 })],
    expected: protocolError,
  },
];

export const framingCases: readonly FramingCase[] = [
  ...opcodes,
  ...bits,
  ...unmasked,
  ...control,
  ...forbiddenCodes,
  ...allowedCodes,
  ...invalidUtf8,
  ...fragments,
  ...lengths,
  {
    name: 'a close frame with half a code',
    frames: [frameOf({ opcode: close, payload: 'x' })],
    expected: protocolError,
  },
  { name: 'an empty close frame', frames: [frameOf({ opcode: close })], expected: 'closed' },
  { name: 'a frame after the close frame', frames: [closing(1000), textFrame('not JSON')], expected: 1000 },
  {
    name: 'a pong that nobody asked for',
    frames: [frameOf({ opcode: pong, payload: 'x' }), textFrame(ack)],
    expected: 'ack',
  },
  { name: 'an empty ping', frames: [frameOf({ opcode: ping })], expected: 'pong ' },
  { name: 'an empty text', frames: [textFrame('')], expected: badMessage },
  { name: 'an empty binary', frames: [frameOf({ opcode: binary })], expected: badMessage },
];
